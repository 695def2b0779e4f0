import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { useEditor } from '../editor.ts';
import { zoomAround } from './use-wheel.ts';

/** Zooms about the middle of two fingers; prevents scrolling while a finger drags a clip. */
export function useTouch(scroller: RefObject<HTMLElement | null>): void {
  const editor = useEditor();
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) {
      return undefined;
    }
    const controller = new AbortController();
    const options = { signal: controller.signal, passive: false };
    let apart = 0;
    const onTouch = (event: TouchEvent): void => {
      const [one, other] = event.touches;
      if (!one || !other) {
        apart = 0;
        if (element.dataset['holding'] !== undefined && event.cancelable) {
          event.preventDefault();
        }
        return;
      }
      if (event.cancelable) {
        event.preventDefault();
      }
      const now = Math.max(20, Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY));
      if (apart > 0) {
        zoomAround(editor, element, (one.clientX + other.clientX) / 2, now / apart);
      }
      apart = now;
    };
    element.addEventListener('touchstart', onTouch, options);
    element.addEventListener('touchmove', onTouch, options);
    element.addEventListener('touchend', onTouch, options);
    return () => controller.abort();
  }, [editor]);
}
