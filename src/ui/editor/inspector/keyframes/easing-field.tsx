import { useId } from 'preact/hooks';
import { easingIds, type Easing } from '#core/timeline/easing.ts';
import { easingPath } from './easing-path.ts';

const names: Readonly<Record<Easing, string>> = {
  linear: 'Linear',
  'ease-in': 'Ease in',
  'ease-out': 'Ease out',
  'ease-in-out': 'Ease in and out',
  overshoot: 'Overshoot',
  hold: 'Hold',
};

/** The easing from a keyframe to the next, each option with its curve. */
export function EasingField({ value, onChoose }: { value: Easing; onChoose: (easing: Easing) => void }) {
  const name = useId();
  return (
    <fieldset class="easings">
      <legend>Easing to the next keyframe: {names[value].toLowerCase()}</legend>
      {easingIds.map((easing) => (
        <label key={easing} title={names[easing]}>
          <input type="radio" name={name} value={easing} checked={easing === value} onChange={() => onChoose(easing)} />
          <span>
            <svg viewBox="-2 -8 34 36" aria-hidden="true">
              <path d={easingPath(easing, 30, 20)} />
            </svg>
            <span class="hidden-text">{names[easing]}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
