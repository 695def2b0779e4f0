import { mixed } from '../values/mixed.ts';
import type { NumberProps, useNumber } from './use-number.ts';

/** The range of a slider. */
export type SliderRange = {
  readonly least: number;
  readonly most: number;
  /** Convert a value to its position, 0 to 1, and back; linear if absent. */
  readonly toShare?: (value: number) => number;
  readonly fromShare?: (share: number) => number;
  readonly look?: string;
};

/** Fine enough that each pixel of a slider is a separate step. */
const ticks = 1000;

/** A slider next to a field of the same number, which shares its gesture. Releasing the slider or a key ends the gesture. */
export function Slider(props: NumberProps & { range: SliderRange; number: ReturnType<typeof useNumber> }) {
  const { label, bound, range, number } = props;
  const { least, most } = range;
  const toShare = range.toShare ?? ((value: number) => (value - least) / (most - least));
  const fromShare = range.fromShare ?? ((share: number) => least + share * (most - least));
  const { value } = bound.value;
  const finish = (): void => number.end('finish');
  return (
    <input
      type="range"
      class={range.look ?? ''}
      aria-label={`${label}, slider`}
      aria-valuetext={value === mixed ? 'Mixed' : number.text}
      min={0}
      max={ticks}
      step="any"
      value={value === mixed ? 0 : Math.min(1, Math.max(0, toShare(value))) * ticks}
      onInput={({ currentTarget }) => {
        const next = tidy(fromShare(currentTarget.valueAsNumber / ticks));
        number.show(() => next);
      }}
      onChange={finish}
      onKeyUp={finish}
      onBlur={finish}
      onKeyDown={(event) => {
        const steps = presses[event.key];
        const end = event.key === 'Home' ? least : event.key === 'End' ? most : null;
        if (steps !== undefined || end !== null) {
          // The arrow keys are also commands of the editor.
          event.preventDefault();
          event.stopPropagation();
        }
        if (steps !== undefined) {
          number.step(steps * (event.shiftKey ? 10 : 1));
        } else if (end !== null) {
          number.show(() => end);
        } else if (event.key === 'Escape') {
          event.stopPropagation();
          number.end('cancel');
        }
      }}
    />
  );
}

const presses: Readonly<Record<string, number>> = {
  ArrowUp: 1,
  ArrowRight: 1,
  ArrowDown: -1,
  ArrowLeft: -1,
  PageUp: 10,
  PageDown: -10,
};

/** Rounds to a thousandth, which is below what is visible or audible. */
const tidy = (value: number): number => Number(value.toFixed(3));
