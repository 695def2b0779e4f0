/** A pointer that is held down: where it is in the window, in pixels. */
export type HeldPointer = {
  readonly clientX: number;
  readonly clientY: number;
  /** Ctrl, or Cmd on a Mac: snapping pauses while it is held. */
  readonly isModHeld: boolean;
  /** Alt: what is dragged is a copy. */
  readonly isAltHeld: boolean;
};

/**
 * What a gesture does: `onMove` every frame, after the pointer went a little, and a last time where it is let go, right before
 * `onEnd`, which comes once.
 */
export type PointerFollower = {
  readonly onMove: (pointer: HeldPointer, isLast: boolean) => void;
  /** False when it was given up: Escape was pressed, or the browser took the pointer. */
  readonly onEnd: (isDone: boolean) => void;
  /** The pointer went up where it went down. */
  readonly onClick?: (pointer: HeldPointer) => void;
};

/** A hand is not quite still when it clicks. */
const stillPx = 3;

/**
 * Follows a pointer from the event that pressed it until it is let go. `isAtOnce` moves it without the little way that tells a
 * drag from a click.
 */
export function followPointer(
  pressed: PointerEvent,
  element: HTMLElement,
  follower: PointerFollower,
  isAtOnce = false,
): void {
  const controller = new AbortController();
  const frames = createFrames(() => follower.onMove(toHeld(latest), false));
  let isMoving = isAtOnce;
  let latest: PointerEvent = pressed;
  const end = (isDone: boolean): void => {
    controller.abort();
    frames.stop();
    if (isMoving) {
      if (isDone) {
        follower.onMove(toHeld(latest), true);
      }
      follower.onEnd(isDone);
    } else if (isDone) {
      follower.onClick?.(toHeld(latest));
    }
  };
  element.setPointerCapture(pressed.pointerId);
  const listen = (name: 'pointermove' | 'pointerup' | 'pointercancel', act: (event: PointerEvent) => void): void => {
    const onEvent = (event: PointerEvent): void => {
      if (event.pointerId === pressed.pointerId) {
        act(event);
      }
    };
    element.addEventListener(name, onEvent, { signal: controller.signal });
  };
  listen('pointermove', (event) => {
    if (event.buttons === 0) {
      // It was let go where the page did not hear of it: over a menu of the system, say.
      end(true);
      return;
    }
    latest = event;
    isMoving ||= Math.hypot(event.clientX - pressed.clientX, event.clientY - pressed.clientY) > stillPx;
    if (isMoving) {
      frames.start();
    }
  });
  listen('pointerup', () => end(true));
  listen('pointercancel', () => end(false));
  onLost(pressed.pointerId, element, controller.signal, () => end(false));
  onEscape(controller.signal, () => end(false));
  if (isAtOnce) {
    frames.start();
  }
}

/** Acts every frame once it was started: tracks go on scrolling under a pointer that rests at their edge. */
function createFrames(act: () => void): { readonly start: () => void; readonly stop: () => void } {
  let frame = 0;
  const next = (): void => {
    act();
    frame = requestAnimationFrame(next);
  };
  return {
    start: () => {
      frame ||= requestAnimationFrame(next);
    },
    stop: () => cancelAnimationFrame(frame),
  };
}

/** The pointer is lost when the page takes the element away: nothing else would end what goes on every frame. */
function onLost(pointerId: number, element: HTMLElement, signal: AbortSignal, act: () => void): void {
  const onEvent = (event: PointerEvent): void => {
    // A finger is held by what it touched first, which tells as well that it holds it no more.
    if (event.pointerId === pointerId && (event.target === element || !element.isConnected)) {
      act();
    }
  };
  element.ownerDocument.addEventListener('lostpointercapture', onEvent, { signal });
}

function onEscape(signal: AbortSignal, act: () => void): void {
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      act();
    }
  };
  addEventListener('keydown', onKey, { signal, capture: true });
}

const toHeld = ({ clientX, clientY, ctrlKey, metaKey, altKey }: PointerEvent): HeldPointer => ({
  clientX,
  clientY,
  isModHeld: ctrlKey || metaKey,
  isAltHeld: altKey,
});
