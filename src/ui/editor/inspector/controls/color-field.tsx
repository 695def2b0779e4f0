import { computed, useSignal } from '@preact/signals';
import { useId, useMemo } from 'preact/hooks';
import { joinColor, parseColor, splitColor } from '../values/color.ts';
import { mixed } from '../values/mixed.ts';
import { inPercent } from '../values/notation.ts';
import type { Bound } from './bound.ts';
import { useGesture, type Gesture } from './gesture.ts';
import { LabelText } from './label-text.tsx';
import { Row } from './row.tsx';
import { useNumber } from './use-number.ts';
import { useWholeText } from './use-whole-text.ts';

type ColorProps = {
  readonly label: string;
  readonly short?: string;
  readonly bound: Bound<string>;
  readonly isOpaque?: boolean;
};

/** A color with a color picker, a text field for `#rrggbb`, and an opacity field unless the color is always opaque. */
export function ColorField(props: ColorProps) {
  const { label, bound, isOpaque = false } = props;
  const id = useId();
  const gesture = useGesture(`Change ${label.toLowerCase()}`);
  const { value } = bound.value;
  const opaque = value === mixed ? '' : splitColor(value).opaque;
  const show = (next: string, alpha: number | null): void =>
    gesture.show(bound.toEdits((before) => joinColor(next, alpha ?? splitColor(before).alpha)));
  return (
    <Row
      name={label}
      look="prop-color"
      problem={gesture.problem}
      label={
        <label class="prop-label" for={id}>
          <LabelText {...props} />
        </label>
      }
    >
      <input
        type="color"
        id={id}
        value={opaque === '' ? '#808080' : opaque}
        onInput={({ currentTarget }) => show(currentTarget.value, null)}
        onChange={gesture.finish}
        onBlur={gesture.finish}
      />
      <HexInput label={label} opaque={opaque} isOpaque={isOpaque} gesture={gesture} show={show} />
      {!isOpaque && <AlphaInput label={label} bound={bound} />}
    </Row>
  );
}

function HexInput(props: {
  label: string;
  opaque: string;
  isOpaque: boolean;
  gesture: Gesture;
  show: (opaque: string, alpha: number | null) => void;
}) {
  const { gesture } = props;
  const draft = useSignal<string | null>(null);
  const wholeText = useWholeText();
  const end = (how: 'finish' | 'cancel'): void => {
    if (how === 'finish' && draft.value !== null && !parseColor(draft.value)) {
      gesture.refuse(`“${draft.value}” is not a color. Enter it as #rrggbb.`);
    } else {
      gesture[how]();
    }
    draft.value = null;
  };
  return (
    <input
      type="text"
      class="input num hex"
      aria-label={`${props.label}, as hex`}
      placeholder={props.opaque === '' ? 'Mixed' : ''}
      spellcheck={false}
      autoComplete="off"
      value={draft.value ?? props.opaque}
      onInput={({ currentTarget }) => {
        draft.value = currentTarget.value;
        const color = parseColor(currentTarget.value);
        if (color) {
          props.show(color.opaque, props.isOpaque ? 1 : color.alpha);
        }
      }}
      {...wholeText}
      onBlur={() => end('finish')}
      onKeyDown={(event) => {
        if (event.key === 'Enter') {
          end('finish');
        } else if (event.key === 'Escape' && draft.value !== null) {
          event.stopPropagation();
          end('cancel');
        }
      }}
    />
  );
}

function AlphaInput({ label, bound }: { label: string; bound: Bound<string> }) {
  const alpha = useMemo(
    (): Bound<number> => ({
      value: computed(() => (bound.value.value === mixed ? mixed : splitColor(bound.value.value).alpha)),
      toEdits: (change) =>
        bound.toEdits((before) => {
          const { opaque, alpha: was } = splitColor(before);
          return joinColor(opaque, change(was));
        }),
    }),
    [bound],
  );
  const { input } = useNumber({ label: `${label} opacity`, bound: alpha, notation: wholePercent });
  return <input class="input num alpha" aria-label={`${label}, opacity`} {...input} />;
}

const wholePercent = { ...inPercent, format: (value: number): string => `${Math.round(value * 100)} %` };
