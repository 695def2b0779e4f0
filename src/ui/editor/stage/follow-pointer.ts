/** The modifier keys that are held during a pointer move. */
export type Held = { readonly shift: boolean; readonly alt: boolean; readonly ctrl: boolean };

type Following = {
  /** `by` is the offset from the press, in CSS pixels. */
  readonly move: (by: { readonly x: number; readonly y: number }, held: Held) => void;
  /** `isDone` is false after a canceled gesture. */
  readonly end: (isDone: boolean) => void;
};

export const getHeldKeys = ({ shiftKey, altKey, ctrlKey, metaKey }: MouseEvent | KeyboardEvent): Held => ({
  shift: shiftKey,
  alt: altKey,
  ctrl: ctrlKey || metaKey,
});

/** Follows a pointer from its press to its release. Escape cancels the gesture, and so may the system. */
export function followPointer(press: PointerEvent, { move, end }: Following): void {
  const over = new AbortController();
  const options = { signal: over.signal, capture: true };
  const finish = (isDone: boolean): void => {
    over.abort();
    end(isDone);
  };
  const isOwn = (event: PointerEvent): boolean => event.pointerId === press.pointerId;
  const onMove = (event: PointerEvent): void => {
    if (isOwn(event) && event.buttons === 0) {
      // The page missed the release, for example over a menu of the system.
      finish(true);
    } else if (isOwn(event)) {
      move({ x: event.clientX - press.clientX, y: event.clientY - press.clientY }, getHeldKeys(event));
    }
  };
  window.addEventListener('pointermove', onMove, options);
  window.addEventListener('pointerup', (event) => isOwn(event) && finish(true), options);
  window.addEventListener('pointercancel', (event) => isOwn(event) && finish(false), options);
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      finish(false);
    }
  };
  window.addEventListener('keydown', onKey, options);
}
