import { followPointer } from '#ui/kit/drag.ts';

/**
 * The callbacks of a drag. `onMove` runs in every frame after a small move of the pointer, and a last time on release, right
 * before `onEnd`, which runs once.
 */
export type PointerFollower = {
  readonly onMove: (pointer: PointerEvent, isLast: boolean) => void;
  /** `isDone` is false after a cancellation: Escape was pressed, or the browser took the pointer. */
  readonly onEnd: (isDone: boolean) => void;
  /** The pointer was released where it was pressed. */
  readonly onClick?: ((pointer: PointerEvent) => void) | undefined;
};

/** The distance from which a moved pointer drags. Pixels. */
const minDragPx = 3;

/**
 * Follows a pointer in frames. `isAtOnce` starts the drag without the small move that distinguishes it from a click.
 */
export function followInFrames(
  pressed: PointerEvent,
  element: HTMLElement,
  follower: PointerFollower,
  isAtOnce = false,
): void {
  let latest = pressed;
  const frames = createFrames(() => follower.onMove(latest, false));
  const drag = {
    minPx: isAtOnce ? 0 : minDragPx,
    move: (_: unknown, event: PointerEvent): void => {
      latest = event;
      frames.start();
    },
    end: (isDone: boolean): void => {
      frames.stop();
      if (isDone) {
        follower.onMove(latest, true);
      }
      follower.onEnd(isDone);
    },
    click: follower.onClick,
  };
  followPointer(pressed, drag, element);
  if (isAtOnce) {
    frames.start();
  }
}

/** Returns whether a key pauses snapping: Ctrl, or Cmd on a Mac. */
export const isModHeld = ({ ctrlKey, metaKey }: PointerEvent): boolean => ctrlKey || metaKey;

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
