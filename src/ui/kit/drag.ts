import { useEffect, useRef } from 'preact/hooks';

/** The offset of a pointer from its press, in CSS pixels. */
type Offset = { readonly x: number; readonly y: number };

type Drag = {
  /** The distance from which a moved pointer drags, in CSS pixels. Without it, every press is a drag at once. */
  readonly minPx?: number | undefined;
  /** Handles a move of the pointer. The event has its position and the modifier keys. */
  readonly move: (by: Offset, event: PointerEvent) => void;
  /** Handles the end of the drag. `isDone` is false after a cancellation. */
  readonly end?: (isDone: boolean) => void;
  /** Handles a release before the pointer has moved by `minPx`. */
  readonly click?: ((event: PointerEvent) => void) | undefined;
};

const doNothing = (): void => undefined;

/** Cancels the drag in progress. */
let cancelCurrent = doNothing;

/**
 * Follows a pointer from its press to its release. Escape and the system cancel the drag, and so does the press of another drag,
 * because a page has one drag at a time.
 *
 * The pointer is captured by `element`. The drag is canceled when this element is removed or loses the capture. Without an
 * element, a drag also continues when the pressed element is removed.
 *
 * Returns a function that cancels the drag.
 */
export function followPointer(
  press: PointerEvent,
  { minPx = 0, move, end, click }: Drag,
  element?: HTMLElement,
): () => void {
  cancelCurrent();
  element?.setPointerCapture(press.pointerId);
  const over = new AbortController();
  const options = { signal: over.signal, capture: true };
  const listen = createListener(press, globalThis, options);
  let isDragged = minPx === 0;
  const finish = (isDone: boolean, event = press): void => {
    if (!over.signal.aborted) {
      over.abort();
      cancelCurrent = doNothing;
      if (isDragged) {
        end?.(isDone && element?.isConnected !== false);
      } else if (isDone) {
        click?.(event);
      }
    }
  };
  const cancel = (): void => finish(false);
  cancelCurrent = cancel;
  listen('pointermove', (event, by) => {
    if (event.buttons === 0) {
      // The page missed the release, for example over a menu of the system.
      finish(true, event);
      return;
    }
    isDragged ||= Math.hypot(by.x, by.y) >= minPx;
    if (isDragged) {
      move(by, event);
    }
  });
  listen('pointerup', (event) => finish(true, event));
  listen('pointercancel', cancel);
  // The first touched element captures a finger at first, and its loss of the capture is reported here as well. The loss of a
  // removed element is reported by its document.
  listen('lostpointercapture', ({ target }) => (target === element || element?.isConnected === false) && cancel());
  listenToEscape(cancel, options);
  return cancel;
}

function listenToEscape(act: () => void, options: AddEventListenerOptions): void {
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      act();
    }
  };
  addEventListener('keydown', onKey, options);
}

/**
 * Returns a function that starts a drag when the primary button is pressed on an element, which captures the pointer. The drag
 * is canceled when the component is removed. `grip` is passed on to `move` and `end`, which are those of the latest render.
 */
export function useDrag<Grip = void>(drag: {
  readonly minPx?: number;
  readonly move: (by: Offset, event: PointerEvent, grip: Grip) => void;
  readonly end?: (isDone: boolean, grip: Grip) => void;
}): (press: PointerEvent & { readonly currentTarget: HTMLElement }, grip: Grip) => void {
  const latest = useRef(drag);
  latest.current = drag;
  const cancel = useRef(doNothing);
  useEffect(() => () => cancel.current(), []);
  return (press, grip) => {
    if (press.button === 0) {
      cancel.current = followPointer(
        press,
        {
          minPx: drag.minPx,
          move: (by, event) => latest.current.move(by, event, grip),
          end: (isDone) => latest.current.end?.(isDone, grip),
        },
        press.currentTarget,
      );
    }
  };
}

/** The duration of a long press. Milliseconds. */
const restMs = 350;

/** The max move of a tap or a long press. CSS pixels. */
const stillPx = 8;

export type Finger = {
  /** The finger was released without moving. */
  readonly onTap?: () => void;
  /** A long press. Its later events are not handled here. */
  readonly onRest: () => void;
  /** The finger moved before a long press; absent if that scrolls. */
  readonly onGo?: () => void;
};

/** Follows a finger until a tap, a long press or a move; a scroll or a zoom by the browser does nothing. */
export function followFinger(press: PointerEvent, element: HTMLElement, { onTap, onRest, onGo }: Finger): void {
  const over = new AbortController();
  const { signal } = over;
  const end = (act?: () => void): void => {
    clearTimeout(rest);
    over.abort();
    act?.();
  };
  // The page may have removed the element meanwhile.
  const rest = setTimeout(() => end(element.isConnected ? onRest : doNothing), restMs);
  const listen = createListener(press, element, { signal });
  listen('pointermove', (_, by) => Math.hypot(by.x, by.y) > stillPx && end(onGo));
  listen('pointerup', () => end(onTap));
  listen('pointercancel', () => end());
  // A second finger zooms.
  element.addEventListener('pointerdown', ({ pointerId }) => pointerId !== press.pointerId && end(), { signal });
}

/** Returns a function that listens to the events of one pointer. */
const createListener =
  (press: PointerEvent, target: Pick<Window, 'addEventListener'>, options: AddEventListenerOptions) =>
  (
    name: 'pointermove' | 'pointerup' | 'pointercancel' | 'lostpointercapture',
    act: (event: PointerEvent, by: Offset) => void,
  ): void => {
    const onEvent = (event: PointerEvent): void => {
      if (event.pointerId === press.pointerId) {
        act(event, { x: event.clientX - press.clientX, y: event.clientY - press.clientY });
      }
    };
    target.addEventListener(name, onEvent, options);
  };
