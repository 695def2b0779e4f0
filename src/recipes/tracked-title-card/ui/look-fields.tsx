import { useId } from 'preact/hooks';
import { toText, type Json } from '#ui/app/json.ts';
import { Segments } from '#ui/kit/parts/segments.tsx';
import { NumberInput } from '#ui/reviews/any/number-input.tsx';
import type { Track } from './track-path.ts';

const styles = [
  { value: 'card', label: 'Card' },
  { value: 'label', label: 'Label' },
  { value: 'outline', label: 'Outline' },
  { value: 'minimal', label: 'Minimal' },
] as const;
const sides = [
  { value: 'above', label: 'Above' },
  { value: 'below', label: 'Below' },
  { value: 'left', label: 'Left' },
  { value: 'right', label: 'Right' },
] as const;
const losses = [
  { value: 'fade', label: 'Fades out' },
  { value: 'hold', label: 'Holds its position' },
] as const;

type FieldsProps = {
  readonly track: Track;
  readonly parameters: Json;
  /** The default distance between target and card. */
  readonly usualOffsetPx: number;
  readonly onTrack: (change: Partial<Track>) => void;
  /** Style changes are input: they apply to the next proposal. */
  readonly onLook: (change: Json) => void;
};

/** The behaviour of the card, which is part of this decision, and its style, which the next proposal applies. */
export function CardFields(props: FieldsProps) {
  const { track, onTrack } = props;
  const isLost = track.path.some(({ state }) => state === 'lost');
  return (
    <div class="stack">
      <Segments label="Side" value={track.placement} options={sides} onChoose={(placement) => onTrack({ placement })} />
      {isLost && (
        <Segments
          label="If the target is lost, the card"
          value={track.whenLost}
          options={losses}
          onChoose={(whenLost) => onTrack({ whenLost })}
        />
      )}
      <Look {...props} />
    </div>
  );
}

function Look({ parameters, usualOffsetPx, onLook }: FieldsProps) {
  const id = useId();
  const text = (name: 'title' | 'subtitle', label: string, most: number) => (
    <div class="field">
      <label class="field-label" for={`${id}-${name}`}>
        {label}
      </label>
      <input
        id={`${id}-${name}`}
        class="input"
        maxLength={most}
        value={toText(parameters[name])}
        onInput={(event) => onLook({ [name]: event.currentTarget.value })}
      />
    </div>
  );
  return (
    <fieldset class="stack group">
      <legend class="field-label">Card</legend>
      <p class="field-hint">Previewed here immediately. Press Regenerate to apply it; the track stays the same.</p>
      {text('title', 'Title', 120)}
      {text('subtitle', 'Subtitle', 200)}
      <Segments
        label="Style"
        value={styles.find(({ value }) => value === parameters['style'])?.value ?? 'card'}
        options={styles}
        onChoose={(style) => onLook({ style })}
      />
      <LookNumbers {...{ parameters, usualOffsetPx, onLook }} />
    </fieldset>
  );
}

/** The color and number fields of the style. */
function LookNumbers({
  parameters,
  usualOffsetPx,
  onLook,
}: Pick<FieldsProps, 'parameters' | 'usualOffsetPx' | 'onLook'>) {
  const id = useId();
  const { offsetPx, smoothing } = parameters;
  return (
    <div class="card-grid">
      <div class="field">
        <label class="field-label" for={`${id}-accent`}>
          Accent
        </label>
        <input
          id={`${id}-accent`}
          type="color"
          value={toText(parameters['accent'])}
          onInput={(event) => onLook({ accent: event.currentTarget.value })}
        />
      </div>
      <div class="field">
        <span class="field-label" aria-hidden="true">
          Distance <span class="soft">px</span>
        </span>
        <NumberInput
          name="Distance"
          value={typeof offsetPx === 'number' ? offsetPx : Math.round(usualOffsetPx)}
          step={1}
          least={-2000}
          most={2000}
          onCommit={(value) => onLook({ offsetPx: value })}
        />
      </div>
      <div class="field">
        <label class="field-label" for={`${id}-smoothing`}>
          Smoothing <span class="soft num">{typeof smoothing === 'number' ? smoothing : 50}</span>
        </label>
        <input
          id={`${id}-smoothing`}
          type="range"
          min={0}
          max={100}
          value={typeof smoothing === 'number' ? smoothing : 50}
          onInput={(event) => onLook({ smoothing: event.currentTarget.valueAsNumber })}
        />
      </div>
    </div>
  );
}
