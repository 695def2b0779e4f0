import { useId } from 'preact/hooks';
import { mixed } from '../values/mixed.ts';
import type { Bound } from './bound.ts';
import { useGesture } from './gesture.ts';

/** A checkbox. */
export function CheckField({ label, bound, hint }: { label: string; bound: Bound<boolean>; hint?: string }) {
  const id = useId();
  const gesture = useGesture(`Change ${label.toLowerCase()}`);
  const { value } = bound.value;
  return (
    <div class="prop-check">
      <input
        type="checkbox"
        id={id}
        checked={value === true}
        ref={(element) => {
          if (element) {
            element.indeterminate = value === mixed;
          }
        }}
        {...(hint !== undefined && { 'aria-describedby': `${id}-hint` })}
        onChange={({ currentTarget }) => {
          const { checked } = currentTarget;
          gesture.show(bound.toEdits(() => checked));
          gesture.finish();
        }}
      />
      <label for={id}>{label}</label>
      {hint !== undefined && (
        <span class="soft" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {gesture.problem !== null && (
        <p class="prop-problem" role="alert">
          {gesture.problem}
        </p>
      )}
    </div>
  );
}
