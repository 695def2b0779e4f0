import { mixed } from '../values/mixed.ts';
import type { Bound } from './bound.ts';
import { useGesture } from './gesture.ts';

/** A small toggle button. It keeps the focus while it is disabled. */
export function ToggleButton(props: { label: string; path: string; bound: Bound<boolean>; isOff?: boolean }) {
  const { label, path, bound, isOff = false } = props;
  const gesture = useGesture(label);
  const { value } = bound.value;
  return (
    <button
      type="button"
      class={value === false ? 'key' : 'key key-on'}
      aria-label={label}
      title={label}
      aria-pressed={value === mixed ? 'mixed' : value}
      aria-disabled={isOff}
      onClick={() => {
        if (!isOff) {
          gesture.show(bound.toEdits(() => value !== true));
          gesture.finish();
        }
      }}
    >
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <path d={path} />
      </svg>
    </button>
  );
}
