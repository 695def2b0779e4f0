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
  { value: 'hold', label: 'Holds its place' },
] as const;

type FieldsProps = {
  readonly track: Track;
  readonly parameters: Json;
  /** Between target and card where nobody said how much. */
  readonly usualOffsetPx: number;
  readonly onTrack: (change: Partial<Track>) => void;
  /** Changes of the look are parameters: they count with another proposal. */
  readonly onLook: (change: Json) => void;
};

/** What the card does, which is decided on as it stands, and how it looks, which another proposal takes up. */
export function CardFields(props: FieldsProps) {
  const { track, onTrack } = props;
  const isLost = track.path.some(({ state }) => state === 'lost');
  return (
    <div class="stack">
      <Segments label="Side" value={track.placement} options={sides} onChoose={(placement) => onTrack({ placement })} />
      {isLost && (
        <Segments
          label="Where the target is lost, the card"
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
      <legend class="field-label">Look</legend>
      <p class="field-hint">Seen here at once; it counts once you press Regenerate, which keeps the track.</p>
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

/** What of the look is a colour or a number. */
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
