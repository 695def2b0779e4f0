import { capitalise } from '#core/lib/capitalise.ts';
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import type { TimelineDocument } from '#core/timeline/document.ts';
import { exportFormatIds, type ExportFormat } from '#core/timeline/render.ts';
import { canHaveBitrate, exportFormats } from '#recipes/export/formats.ts';
import { toDuration, toSize } from '#ui/kit/format.ts';
import { toFormatName } from '#ui/pages/job/format-name.ts';
import { Segments } from '#ui/kit/parts/segments.tsx';
import {
  bitrates,
  estimateFile,
  exportRates,
  hasQuality,
  isAudible,
  listSizes,
  showsBackground,
  type ExportOptions,
} from './export-options.ts';
import type { Span } from './export-before.ts';

/** A time span of the canvas that can be exported separately. */
export type NamedSpan = { readonly name: string; readonly span: Span };

/** The fields for the span and options of an export; `spans` are offered in addition to the whole canvas. */
export function ExportFields(props: {
  document: TimelineDocument;
  options: ExportOptions;
  spans?: readonly NamedSpan[];
  onChange: (options: ExportOptions) => void;
}) {
  const { document, options, spans = [], onChange } = props;
  const { format } = options;
  const { kind } = exportFormats[format];
  const set = (change: Partial<ExportOptions>): void => onChange({ ...options, ...change });
  return (
    <div class="stack">
      <div class="field-grid">
        <FormatField document={document} format={format} onChange={(next) => set({ format: next })} />
        {kind !== 'sound' && <SizeField document={document} options={options} set={set} />}
        {kind === 'video' && <RateField document={document} options={options} set={set} />}
        {canHaveBitrate(format) && <BitrateField document={document} options={options} set={set} />}
        {spans.length > 0 && <SpanField spans={spans} options={options} set={set} />}
        {showsBackground(document, format) && (
          <Labelled label="Background color">
            {(id) => (
              <input
                id={id}
                type="color"
                value={options.background}
                onInput={(event) => set({ background: event.currentTarget.value })}
              />
            )}
          </Labelled>
        )}
      </div>
      {hasQuality(format) && (options.videoBitrate === null || !canHaveBitrate(format)) && (
        <Segments
          label="Quality"
          value={options.quality}
          options={[
            { value: 'best', label: 'Best' },
            { value: 'fast', label: 'Smaller' },
          ]}
          onChoose={(quality) => set({ quality })}
        />
      )}
      <Estimate document={document} options={options} />
    </div>
  );
}

type FieldProps = {
  readonly document: TimelineDocument;
  readonly options: ExportOptions;
  readonly set: (change: Partial<ExportOptions>) => void;
};

function Estimate({ document, options }: Pick<FieldProps, 'document' | 'options'>) {
  const { durationSeconds, bytes } = estimateFile(document, options);
  const length = options.format === 'png' ? 'One image' : toDuration(durationSeconds);
  return (
    <p class="soft small num" role="status">
      {durationSeconds === 0 && options.format !== 'png'
        ? 'The canvas is empty, so only a PNG can be exported.'
        : `${length}, at most about ${toSize(bytes)}. Exports are free.`}
    </p>
  );
}

function FormatField(props: {
  document: TimelineDocument;
  format: ExportFormat;
  onChange: (format: ExportFormat) => void;
}) {
  const hasSound = isAudible(props.document);
  const { contents } = exportFormats[props.format];
  return (
    <Labelled label="Format" hint={`${capitalise(contents)}.`}>
      {(id) => (
        <select
          id={id}
          class="input"
          aria-describedby={`${id}-hint`}
          value={props.format}
          onChange={({ currentTarget: { value } }) => {
            const chosen = exportFormatIds.find((each) => each === value);
            if (chosen) {
              props.onChange(chosen);
            }
          }}
        >
          {exportFormatIds.map((each) => (
            <option key={each} value={each} disabled={exportFormats[each].kind === 'sound' && !hasSound}>
              {toFormatName(each)}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  );
}

function SizeField({ document, options, set }: FieldProps) {
  return (
    <Labelled label="Size">
      {(id) => (
        <select
          id={id}
          class="input"
          value={options.shortSide ?? ''}
          onChange={({ currentTarget: { value } }) => set({ shortSide: value === '' ? null : Number(value) })}
        >
          <option value="">
            {document.width} × {document.height}, as the canvas
          </option>
          {listSizes(document).map(({ shortSide, width, height }) => (
            <option key={shortSide} value={shortSide}>
              {width} × {height}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  );
}

function RateField({ document, options, set }: FieldProps) {
  return (
    <Labelled label="Frame rate">
      {(id) => (
        <select
          id={id}
          class="input"
          value={options.frameRate ?? ''}
          onChange={({ currentTarget: { value } }) => set({ frameRate: value === '' ? null : Number(value) })}
        >
          <option value="">{Number(document.frameRate.toFixed(3))}, as the canvas</option>
          {exportRates
            .filter((rate) => rate !== document.frameRate)
            .map((rate) => (
              <option key={rate} value={rate}>
                {rate}
              </option>
            ))}
        </select>
      )}
    </Labelled>
  );
}

function BitrateField({ options, set }: FieldProps) {
  return (
    <Labelled label="Bitrate">
      {(id) => (
        <select
          id={id}
          class="input"
          value={options.videoBitrate ?? ''}
          onChange={({ currentTarget: { value } }) => set({ videoBitrate: value === '' ? null : Number(value) })}
        >
          <option value="">By quality</option>
          {bitrates.map((bitrate) => (
            <option key={bitrate} value={bitrate}>
              {bitrate / 1e6} Mbit/s
            </option>
          ))}
        </select>
      )}
    </Labelled>
  );
}

function SpanField({ spans, options, set }: Pick<FieldProps, 'options' | 'set'> & { spans: readonly NamedSpan[] }) {
  const chosen = spans.findIndex(({ span }) => span === options.span);
  return (
    <Labelled label="Part">
      {(id) => (
        <select
          id={id}
          class="input"
          value={chosen}
          onChange={({ currentTarget: { value } }) => set({ span: spans[Number(value)]?.span ?? null })}
        >
          <option value={-1}>Whole canvas</option>
          {spans.map(({ name }, index) => (
            <option key={name} value={index}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  );
}

function Labelled(props: { label: string; hint?: string; children: (id: string) => ComponentChildren }) {
  const id = useId();
  return (
    <div class="field">
      <label class="field-label" for={id}>
        {props.label}
      </label>
      {props.children(id)}
      {props.hint !== undefined && (
        <p class="field-hint" id={`${id}-hint`}>
          {props.hint}
        </p>
      )}
    </div>
  );
}
