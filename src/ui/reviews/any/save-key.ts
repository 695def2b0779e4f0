import { useLayoutEffect } from 'preact/hooks';
import { announce } from '#ui/app/announce.ts';

/** Handles the save shortcut: a review stores changes as the user makes them, and the browser would save its own page. */
export function useSaveKey(): void {
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 's') {
        event.preventDefault();
        announce('Your changes are saved automatically.');
      }
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}
