/** A pressed pointer: its position in the window, in pixels. */
export type HeldPointer = {
  readonly clientX: number;
  readonly clientY: number;
  /** Ctrl, or Cmd on a Mac: pauses snapping while it is held. */
  readonly isModHeld: boolean;
  /** Alt: drags a copy. */
  readonly isAltHeld: boolean;
};

/**
 * The callbacks of a drag. `onMove` runs in every frame after a small move of the pointer, and a last time on release, right
 * before `onEnd`, which runs once.
 */
export type PointerFollower = {
  readonly onMove: (pointer: HeldPointer, isLast: boolean) => void;
  /** `isDone` is false after a cancellation: Escape was pressed, or the browser took the pointer. */
  readonly onEnd: (isDone: boolean) => void;
  /** The pointer was released where it was pressed. */
  readonly onClick?: (pointer: HeldPointer) => void;
};

/** The max move of a click in pixels. */
const stillPx = 3;

/**
 * Follows a pointer from its press to its release. `isAtOnce` starts the drag without the small move that distinguishes it from
 * a click.
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
      // The page missed the release, for example over a menu of the system.
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

/** Runs a function in every frame once it is started: tracks keep scrolling under a pointer that rests at their edge. */
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

/**
 * Handles the lost pointer capture when the page removes the element: nothing else would stop the function that runs in every
 * frame.
 */
function onLost(pointerId: number, element: HTMLElement, signal: AbortSignal, act: () => void): void {
  const onEvent = (event: PointerEvent): void => {
    // The first touched element captures a finger at first, and its loss of the capture is reported here as well.
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
