import { useEffect, useMemo, useRef } from 'preact/hooks';

/** The distance in CSS pixels after which a press becomes a drag. */
const slack = 3;

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
export function useScrub(on: Scrub) {
  const latest = useRef(on);
  latest.current = on;
  const { stop, handlers } = useMemo(() => createScrub(() => latest.current), []);
  useEffect(() => stop, []);
  return handlers;
}

/** Creates the handlers, and a function that ends the drag when its element is removed. */
export function createScrub(on: () => Scrub) {
  let drag: { readonly fromX: number; readonly keys: AbortController; isMoved: boolean } | null = null;
  let wasMoved = false;
  const end = (how: 'finish' | 'cancel'): void => {
    const ended = drag;
    drag = null;
    ended?.keys.abort();
    wasMoved = ended?.isMoved ?? wasMoved;
    if (ended?.isMoved === true) {
      on().onEnd(how);
    }
  };
  const handlers = {
    onPointerDown: (event: PointerEvent & { currentTarget: HTMLElement }): void => {
      if (event.button === 0) {
        // A second finger cancels the first drag, and so does a press after a drag without an end event.
        end('cancel');
        drag = { fromX: event.clientX, keys: listenForEscape(() => end('cancel')), isMoved: false };
        event.currentTarget.setPointerCapture(event.pointerId);
      }
    },
    onPointerMove: (event: PointerEvent): void => {
      const pixels = drag ? event.clientX - drag.fromX : 0;
      if (drag && (drag.isMoved || Math.abs(pixels) >= slack)) {
        drag.isMoved = true;
        on().onMove(pixels * (event.shiftKey ? 10 : event.altKey ? 0.1 : 1));
      }
    },
    onPointerUp: () => end('finish'),
    onPointerCancel: () => end('cancel'),
    onClick: (event: MouseEvent): void => {
      // A drag is not a click, which would focus the field.
      if (wasMoved) {
        event.preventDefault();
      }
      wasMoved = false;
    },
    onDblClick: () => on().onDoubleClick(),
  };
  return { handlers, stop: () => drag?.keys.abort() };
}

/** Handles Escape until the returned controller is aborted. */
function listenForEscape(act: () => void): AbortController {
  const keys = new AbortController();
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') {
      event.stopPropagation();
      act();
    }
  };
  addEventListener('keydown', onKey, { signal: keys.signal, capture: true });
  return keys;
}
