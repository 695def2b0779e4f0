import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { textFonts, isTextFont } from '#core/timeline/fonts.ts';
import { problemsIn } from '#ui/kit/form/form-context.ts';
import { NumberInput } from '#ui/reviews/any/number-input.tsx';
import type { ReviewViewProps } from '#ui/reviews/any/review.tsx';
import type { Edited } from './edited.ts';
import { sizeLimits } from './place-box.ts';

type FieldsProps = {
  readonly edited: Edited;
  /** The proposed time window, which can be shortened. */
  readonly within: Edited['window'];
  readonly problems: ReviewViewProps['problems'];
  readonly onChange: (change: Partial<Edited>, gesture?: string) => void;
};

/** The content and the style of the text. */
export function TextFields(props: FieldsProps) {
  const { edited, problems, onChange } = props;
  const id = useId();
  const problem = problems.get('text');
  return (
    <div class="stack">
      <div class="field">
        <label class="field-label" for={id}>
          Text
        </label>
        <textarea
          id={id}
          class="input text-input"
          rows={2}
          maxLength={100}
          value={edited.text}
          aria-invalid={problem !== undefined}
          onInput={(event) => onChange({ text: event.currentTarget.value }, 'text')}
        />
        {problem !== undefined && <p class="small bad">{problem}</p>}
      </div>
      <Lettering {...props} />
      <Placing {...props} />
      <WindowFields {...props} />
    </div>
  );
}

function Lettering({ edited, onChange }: FieldsProps) {
  const id = useId();
  return (
    <div class="text-grid">
      <Font edited={edited} onChange={onChange} />
      <div class="field">
        <label class="field-label" for={`${id}-fill`}>
          Fill
        </label>
        <input
          id={`${id}-fill`}
          type="color"
          value={edited.fill}
          onInput={(event) => onChange({ fill: event.currentTarget.value }, 'fill')}
        />
      </div>
      <Labelled name="Weight" unit="">
        <NumberInput
          name="Weight"
          value={edited.weight}
          step={100}
          least={100}
          most={900}
          onCommit={(weight) => onChange({ weight: Math.round(weight) })}
        />
      </Labelled>
      <Slider
        name="Tracking"
        value={edited.letterSpacing}
        least={-0.1}
        most={1}
        step={0.01}
        shown={edited.letterSpacing.toFixed(2)}
        onInput={(letterSpacing) => onChange({ letterSpacing }, 'letterSpacing')}
      />
    </div>
  );
}

function Font({ edited, onChange }: Pick<FieldsProps, 'edited' | 'onChange'>) {
  const id = useId();
  return (
    <div class="field">
      <label class="field-label" for={id}>
        Font
      </label>
      <select
        id={id}
        class="input"
        value={edited.font}
        onChange={({ currentTarget: { value } }) => isTextFont(value) && onChange({ font: value })}
      >
        {textFonts.map((font) => (
          <option key={font}>{font}</option>
        ))}
      </select>
    </div>
  );
}

function Placing({ edited, onChange }: FieldsProps) {
  const number = (name: string, field: 'x' | 'y' | 'sizePx', limits: { least?: number; most?: number }) => (
    <Labelled name={name} unit="px">
      <NumberInput
        name={name}
        value={edited[field]}
        step={1}
        {...limits}
        onCommit={(value) => onChange({ [field]: value })}
      />
    </Labelled>
  );
  return (
    <div class="text-grid">
      {number('X', 'x', {})}
      {number('Y', 'y', {})}
      {number('Size', 'sizePx', sizeLimits)}
      <Slider
        name="Rotation"
        value={edited.rotation}
        least={-90}
        most={90}
        step={1}
        shown={`${edited.rotation}°`}
        onInput={(rotation) => onChange({ rotation }, 'rotation')}
      />
    </div>
  );
}

function WindowFields({ edited: { window }, within, problems, onChange }: FieldsProps) {
  const [problem] = problemsIn(problems, 'window');
  return (
    <div class="stack stack-tight">
      <div class="text-grid">
        <Labelled name="From" unit="s">
          <NumberInput
            name="From"
            value={window.startSeconds}
            step={0.1}
            least={within.startSeconds}
            most={window.endSeconds - 0.1}
            onCommit={(startSeconds) => onChange({ window: { ...window, startSeconds } })}
          />
        </Labelled>
        <Labelled name="To" unit="s">
          <NumberInput
            name="To"
            value={window.endSeconds}
            step={0.1}
            least={window.startSeconds + 0.1}
            most={within.endSeconds}
            onCommit={(endSeconds) => onChange({ window: { ...window, endSeconds } })}
          />
        </Labelled>
      </div>
      {problem !== undefined && <p class="small bad">{problem}</p>}
    </div>
  );
}

function Labelled(props: { name: string; unit: string; children: ComponentChildren }) {
  return (
    <div class="field">
      <span class="field-label" aria-hidden="true">
        {props.name}
        {props.unit !== '' && <span class="soft"> {props.unit}</span>}
      </span>
      {props.children}
    </div>
  );
}

function Slider(props: {
  name: string;
  value: number;
  least: number;
  most: number;
  step: number;
  shown: string;
  onInput: (value: number) => void;
}) {
  const id = useId();
  return (
    <div class="field">
      <label class="field-label" for={id}>
        {props.name} <span class="soft num">{props.shown}</span>
      </label>
      <input
        id={id}
        type="range"
        min={props.least}
        max={props.most}
        step={props.step}
        value={props.value}
        aria-valuetext={props.shown}
        onInput={(event) => props.onInput(event.currentTarget.valueAsNumber)}
      />
    </div>
  );
}
