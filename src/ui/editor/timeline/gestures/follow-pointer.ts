/** A pointer that is held down: where it is in the window, in pixels. */
export type HeldPointer = {
  readonly clientX: number;
  readonly clientY: number;
  readonly isAltHeld: boolean;
  /** Ctrl, or Cmd on a Mac: snapping pauses while it is held. */
  readonly isModHeld: boolean;
};

/** What a gesture does: `onMove` at most once a frame, after the pointer went a little; `onEnd` once. */
export type PointerFollower = {
  readonly onMove: (pointer: HeldPointer) => void;
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
  { onMove, onEnd, onClick }: PointerFollower,
  isAtOnce = false,
): void {
  const controller = new AbortController();
  const { signal } = controller;
  let isMoving = isAtOnce;
  let latest: PointerEvent = pressed;
  let frame = 0;
  const move = (): void => {
    frame = 0;
    onMove(toHeld(latest));
    // The tracks go on scrolling under a pointer that rests at their edge.
    schedule();
  };
  const schedule = (): void => {
    frame ||= requestAnimationFrame(move);
  };
  const end = (isDone: boolean): void => {
    controller.abort();
    cancelAnimationFrame(frame);
    if (isMoving) {
      if (isDone) {
        onMove(toHeld(latest));
      }
      onEnd(isDone);
    } else if (isDone) {
      onClick?.(toHeld(latest));
    }
  };
  element.setPointerCapture(pressed.pointerId);
  const listen = (name: string, act: (event: PointerEvent) => void): void =>
    element.addEventListener(
      name,
      (event) => event instanceof PointerEvent && event.pointerId === pressed.pointerId && act(event),
      { signal },
    );
  listen('pointermove', (event) => {
    latest = event;
    isMoving ||= Math.hypot(event.clientX - pressed.clientX, event.clientY - pressed.clientY) > stillPx;
    if (isMoving) {
      schedule();
    }
  });
  listen('pointerup', () => end(true));
  listen('pointercancel', () => end(false));
  addEventListener(
    'keydown',
    (event) => {
      if (event.key === 'Escape') {
        event.preventDefault();
        event.stopPropagation();
        end(false);
      }
    },
    { signal, capture: true },
  );
  if (isAtOnce) {
    schedule();
  }
}

const toHeld = ({ clientX, clientY, altKey, ctrlKey, metaKey }: PointerEvent): HeldPointer => ({
  clientX,
  clientY,
  isAltHeld: altKey,
  isModHeld: ctrlKey || metaKey,
});
