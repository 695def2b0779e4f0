import { useRef } from 'preact/hooks';
import { useDrag } from '#ui/kit/drag.ts';

/** The distance from which a press drags. CSS pixels. */
const minDragPx = 3;

type Scrub = {
  /** Receives the number of steps since the drag started. */
  readonly onMove: (steps: number) => void;
  readonly onEnd: (how: 'finish' | 'cancel') => void;
  readonly onDoubleClick: () => void;
};

/**
 * Creates handlers for a label that changes a number when dragged horizontally: one step per pixel, ten with Shift, a tenth with
 * Alt. Escape during the drag reverts the change.
 */
export function useScrub({ onMove, onEnd, onDoubleClick }: Scrub) {
  const wasDragged = useRef(false);
  const startDrag = useDrag({
    minPx: minDragPx,
    move: ({ x }, { shiftKey, altKey }) => onMove(x * (shiftKey ? 10 : altKey ? 0.1 : 1)),
    end: (isDone) => {
      wasDragged.current = true;
      onEnd(isDone ? 'finish' : 'cancel');
    },
  });
  return {
    onPointerDown: (event: PointerEvent & { readonly currentTarget: HTMLElement }): void => {
      wasDragged.current = false;
      startDrag(event);
    },
    onClick: (event: MouseEvent): void => {
      // A drag is not a click, which would focus the field.
      if (wasDragged.current) {
        event.preventDefault();
      }
      wasDragged.current = false;
    },
    onDblClick: onDoubleClick,
  };
}
