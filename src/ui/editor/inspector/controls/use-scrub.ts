import { useEffect, useMemo, useRef } from 'preact/hooks';

/** How far a pointer goes before it drags, in CSS pixels. */
const slack = 3;

type Scrub = {
  /** So many steps from where the drag began. */
  readonly onMove: (steps: number) => void;
  readonly onEnd: (how: 'finish' | 'cancel') => void;
  readonly onDoubleClick: () => void;
};

/**
 * Handlers for a label that is dragged sideways to change a number: a step a pixel, ten with Shift, a tenth with Alt. Escape
 * while it is dragged takes the change back.
 */
export function useScrub(on: Scrub) {
  const latest = useRef(on);
  latest.current = on;
  const { stop, handlers } = useMemo(() => createScrub(() => latest.current), []);
  useEffect(() => stop, []);
  return handlers;
}

/** The handlers, and what ends a drag with its element. */
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
        // A second finger gives the first drag up, as does a press after one whose end was not told.
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
      // A drag is no click: it would put the focus into the field.
      if (wasMoved) {
        event.preventDefault();
      }
      wasMoved = false;
    },
    onDblClick: () => on().onDoubleClick(),
  };
  return { handlers, stop: () => drag?.keys.abort() };
}

/** Until it is aborted. */
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
