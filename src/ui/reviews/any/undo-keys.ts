import { useLayoutEffect, useRef } from 'preact/hooks';

type Way = (() => void) | null;

/** The fields in which the user types text, unlike sliders, check boxes and colours. */
const written = 'input:not([type=range], [type=checkbox], [type=radio], [type=color]), textarea';

/** Handles the usual undo and redo shortcuts, except in text fields, which have their own undo, and behind a dialog. */
export function useUndoKeys(ways: { readonly undo: Way; readonly redo: Way }): void {
  // A key press can arrive before the effects of the last step have run.
  const latest = useRef(ways);
  latest.current = ways;
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const isField = event.target instanceof HTMLElement && event.target.matches(written);
      const isBehind = document.querySelector('dialog[open]') !== null;
      const key = event.key.toLowerCase();
      if (isField || isBehind || !(event.ctrlKey || event.metaKey) || (key !== 'z' && key !== 'y')) {
        return;
      }
      event.preventDefault();
      const { undo, redo } = latest.current;
      (key === 'y' || event.shiftKey ? redo : undo)?.();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}
