import type { ComponentChildren } from 'preact';
import { useEffect, useId } from 'preact/hooks';
import { outputFormatIds, outputFormats, qualities, qualityIds } from '#core/model/formats.ts';
import { toSize } from '#ui/kit/format.ts';
import { findBetterModel, installedMattes, models, refreshModels, type Model } from '#ui/pages/models/models.ts';
import { toHref } from '#ui/app/navigation.ts';
import { Segments } from '#ui/kit/parts/segments.tsx';
import { findTrimProblem, withModel, type Options } from './options.ts';

type FormProps = { options: Options; durationSeconds: number | null; onChange: (options: Options) => void };

/** The options of a run: quality and format are visible, the others are collapsed. */
export function OptionsForm(props: FormProps) {
  const { options, onChange } = props;
  const format = outputFormats[options.outputFormat];
  return (
    <>
      <Segments
        label="Quality"
        value={options.quality}
        options={qualityIds.map((value) => ({ value, label: qualities[value].label }))}
        hint={qualities[options.quality].hint}
        onChoose={(quality) => onChange({ ...options, quality })}
      />
      {options.model === undefined && options.subject !== 'object' && <BetterModel />}
      <Segments
        label="Format"
        value={options.outputFormat}
        options={outputFormatIds.map((value) => ({ value, label: outputFormats[value].label }))}
        hint={`${format.contents}. ${format.use}`}
        onChoose={(outputFormat) => onChange({ ...options, outputFormat })}
      />
      {options.outputFormat === 'mp4' && (
        <Field label="Background color">
          {(id) => (
            <input
              id={id}
              type="color"
              value={options.green}
              onInput={(event) => onChange({ ...options, green: event.currentTarget.value })}
            />
          )}
        </Field>
      )}
      <details>
        <summary>More</summary>
        <MoreOptions {...props} />
      </details>
    </>
  );
}

/** Suggests a better model that can be downloaded, because the included one is small. */
function BetterModel() {
  const better = findBetterModel();
  return better ? (
    <p class="field-hint">
      {better.name} ({toSize(better.bytes)}) finds people better than your installed models.{' '}
      <a href={toHref({ page: 'models' })}>Download</a>
    </p>
  ) : null;
}

function MoreOptions({ options, durationSeconds, onChange }: FormProps) {
  const { edge } = options;
  const setEdge = (part: Partial<Options['edge']>): void => onChange({ ...options, edge: { ...edge, ...part } });
  return (
    <div class="stack more">
      <Segments
        label="Subject"
        value={options.subject}
        options={[
          { value: 'auto', label: 'Auto' },
          { value: 'person', label: 'People' },
          { value: 'object', label: 'Objects' },
        ]}
        onChoose={(subject) => onChange(withModel({ ...options, subject }, undefined))}
      />
      <ModelChoice options={options} onChange={onChange} />
      <Trim options={options} durationSeconds={durationSeconds} onChange={onChange} />
      <Slider
        label="Smoothing"
        hint="Reduces flicker at the edge. Lower values follow fast motion better."
        value={options.smoothing}
        range={[0, 100, 1]}
        onChange={(smoothing) => onChange({ ...options, smoothing })}
      />
      <Slider
        label="Edge offset, in pixels"
        value={edge.shiftPx}
        range={[-8, 8, 0.5]}
        onChange={(shiftPx) => setEdge({ shiftPx })}
      />
      <Slider
        label="Edge softness, in pixels"
        value={edge.featherPx}
        range={[0, 16, 0.5]}
        onChange={(featherPx) => setEdge({ featherPx })}
      />
      <label class="check">
        <input
          type="checkbox"
          checked={edge.decontaminate}
          onChange={(event) => setEdge({ decontaminate: event.currentTarget.checked })}
        />
        <span>Remove color spill at the edge</span>
      </label>
    </div>
  );
}

/** The choice of the matting model: the best installed models for the subject, or one of them. */
function ModelChoice({ options, onChange }: Pick<FormProps, 'options' | 'onChange'>) {
  useEffect(() => void refreshModels().catch(() => undefined), []);
  const { subject, model, quality } = options;
  const fitting = installedMattes().filter((one) => subject === 'auto' || one.subject === subject);
  const wanted = subject === 'object' ? 'object' : 'person';
  const best = fitting.find((one) => one.default && one.subject === wanted) ?? fitting[0];
  const members = quality === 'best' && best?.consensus ? fitting.filter((one) => one.consensus) : [];
  const unnamed = members.length > 1 ? members : fitting.filter((one) => one === best);
  const together = `${unnamed.map(({ name }) => name).join(', ')} work together, because their average is more accurate than one model.`;
  const hint =
    model === undefined && members.length > 1
      ? together
      : fitting.find((one) => one.id === (model ?? best?.id))?.summary;
  if (models.value !== null && !best) {
    // The price already reports the missing model.
    return null;
  }
  return (
    <Field label="Model" hint={hint}>
      {(id) => (
        <select
          id={id}
          class="input"
          value={model ?? ''}
          onChange={(event) => onChange(withModel(options, event.currentTarget.value || undefined))}
        >
          <option value="">{toUnnamed(unnamed)}</option>
          {fitting.map((one) => (
            <option key={one.id} value={one.id}>
              {one.name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

const toUnnamed = ([best, ...others]: readonly Model[]): string =>
  best ? `Best installed: ${others.length > 0 ? `${others.length + 1} models together` : best.name}` : 'Best installed';

function Trim({ options, durationSeconds, onChange }: FormProps) {
  const problem = findTrimProblem(options, durationSeconds);
  return (
    <fieldset class="field">
      <legend class="field-label">Time span, in seconds</legend>
      <div class="row">
        <input
          class="input input-short num"
          inputMode="decimal"
          placeholder="0"
          aria-label="Start, in seconds"
          value={options.trimStart}
          onInput={(event) => onChange({ ...options, trimStart: event.currentTarget.value })}
        />
        <span class="soft">to</span>
        <input
          class="input input-short num"
          inputMode="decimal"
          placeholder={durationSeconds === null ? 'the end' : durationSeconds.toFixed(2)}
          aria-label="End, in seconds"
          value={options.trimEnd}
          onInput={(event) => onChange({ ...options, trimEnd: event.currentTarget.value })}
        />
      </div>
      {problem !== null && (
        <p class="small bad" role="alert">
          {problem}
        </p>
      )}
    </fieldset>
  );
}

function Slider(props: {
  label: string;
  hint?: string;
  value: number;
  range: readonly [min: number, max: number, step: number];
  onChange: (value: number) => void;
}) {
  const [min, max, step] = props.range;
  return (
    <Field label={props.label} aside={String(props.value)} hint={props.hint}>
      {(id) => (
        <input
          id={id}
          type="range"
          min={min}
          max={max}
          step={step}
          value={props.value}
          onInput={(event) => props.onChange(event.currentTarget.valueAsNumber)}
        />
      )}
    </Field>
  );
}

function Field(props: {
  label: string;
  aside?: string;
  hint?: string | undefined;
  children: (id: string) => ComponentChildren;
}) {
  const id = useId();
  return (
    <div class="field">
      <div class="row row-apart">
        <label class="field-label" for={id}>
          {props.label}
        </label>
        <span class="soft num">{props.aside}</span>
      </div>
      {props.children(id)}
      {props.hint !== undefined && <p class="field-hint">{props.hint}</p>}
    </div>
  );
}
