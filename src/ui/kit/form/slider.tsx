import type { ControlOf, Field } from './field.ts';
import { Scalar, type InputProps } from './scalar.tsx';

/** A number input with bounds, and a slider before it. */
export function Slider(props: InputProps & { control: ControlOf<'number'>; value: number }) {
  const { field, control, value, onChange } = props;
  const [least, most] = [control.least ?? 0, control.most ?? 1];
  return (
    <div class="slider">
      <input
        type="range"
        min={least}
        max={most}
        step={control.isWhole ? 1 : toStep(most - least)}
        value={value}
        aria-label={field.label}
        aria-valuetext={`${value} ${field.unit}`.trim()}
        onInput={(event) => onChange(event.currentTarget.valueAsNumber)}
      />
      <Scalar {...props} />
    </div>
  );
}

/** Whether a number gets a slider: it is required, and has few enough values to select by hand. */
export function isDraggable({ control, isNullable }: Field, value: unknown): boolean {
  const { least, most } = control.kind === 'number' ? control : { least: null, most: null };
  return !isNullable && typeof value === 'number' && least !== null && most !== null && most - least <= 400;
}

/** Returns the largest of 1, .5, .1, .05 and so on that gives a slider at least 100 steps. */
function toStep(span: number): number {
  const wanted = span / 100;
  const power = 10 ** Math.floor(Math.log10(wanted));
  return wanted >= 5 * power ? 5 * power : power;
}
