let isHeld = false;

/** Returns whether K is held, with which J and L play slowly. */
export const isStopHeld = (): boolean => isHeld;

/** Follows the keys. `onRelease` is called when K is released, or J or L while it is held. Returns an unsubscribe function. */
export function followStop(onRelease: () => void): () => void {
  const over = new AbortController();
  const { signal } = over;
  const isStop = ({ code }: KeyboardEvent): boolean => code === 'KeyK';
  window.addEventListener('keydown', (event) => (isHeld ||= isStop(event)), { signal, capture: true });
  const onKeyUp = (event: KeyboardEvent): void => {
    if (isHeld && (isStop(event) || event.code === 'KeyJ' || event.code === 'KeyL')) {
      isHeld = !isStop(event);
      onRelease();
    }
  };
  window.addEventListener('keyup', onKeyUp, { signal, capture: true });
  window.addEventListener('blur', () => (isHeld = false), { signal });
  return () => {
    isHeld = false;
    over.abort();
  };
}
