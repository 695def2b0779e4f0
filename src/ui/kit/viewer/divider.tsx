import type { RefObject } from 'preact';
import { useDrag } from '../drag.ts';
import { Icon } from '../parts/icon.tsx';

/** The divider between source and result, moved by dragging or keys. `share` is its position, 0..1 of the stage. */
export function Divider(props: {
  share: number;
  stage: RefObject<HTMLElement | null>;
  onChange: (share: number) => void;
}) {
  const startDrag = useDrag({
    move: (_, { clientX }) => {
      const { left, width } = props.stage.current?.getBoundingClientRect() ?? { left: 0, width: 1 };
      props.onChange(clamp((clientX - left) / width));
    },
  });
  return (
    <div
      class="divider"
      style={{ left: `${props.share * 100}%` }}
      role="slider"
      tabIndex={0}
      aria-label="Divider: source on the left, result on the right"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(props.share * 100)}
      aria-valuetext={`${Math.round(props.share * 100)} % source`}
      onKeyDown={(event) => {
        const next = toKeyShare(event, props.share);
        if (next !== null) {
          event.preventDefault();
          props.onChange(clamp(next));
        }
      }}
      onPointerDown={(event) => startDrag(event)}
    >
      <span class="divider-grip">
        <Icon name="divider" />
      </span>
    </div>
  );
}

/** Returns the position of the divider after a key, 0..1; null for a key that does not move it. */
function toKeyShare({ key, shiftKey }: KeyboardEvent, share: number): number | null {
  const step = shiftKey ? 0.1 : 0.01;
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return share - step;
    case 'ArrowRight':
    case 'ArrowUp':
      return share + step;
    case 'PageDown':
      return share - 0.1;
    case 'PageUp':
      return share + 0.1;
    case 'Home':
      return 0;
    case 'End':
      return 1;
    default:
      return null;
  }
}

const clamp = (share: number): number => Math.min(1, Math.max(0, share));
