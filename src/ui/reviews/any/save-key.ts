import { useLayoutEffect } from 'preact/hooks';
import { announce } from '#ui/app/announce.ts';

/** The key that saves: what is changed in a review is kept as it is made, and the browser would save its own page. */
export function useSaveKey(): void {
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 's') {
        event.preventDefault();
        announce('What you change is kept as you go.');
      }
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}
