import { mixed } from '../values/mixed.ts';
import type { NumberProps, useNumber } from './use-number.ts';

/** What a slider goes through from one end to the other. */
export type SliderRange = {
  readonly least: number;
  readonly most: number;
  /** Where a value is, 0 to 1, and back; even from the least to the most where these are absent. */
  readonly toShare?: (value: number) => number;
  readonly fromShare?: (share: number) => number;
  readonly look?: string;
};

/** Fine enough that a pixel of a slider is a step of its own. */
const ticks = 1000;

/** A slider beside a field of the same number, whose gesture it shares. Letting go of it, or of a key, ends that. */
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
          // Arrows are keys of the editor too.
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

/** A thousandth is less than anybody sees or hears. */
const tidy = (value: number): number => Number(value.toFixed(3));
