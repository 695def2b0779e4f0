import { useLayoutEffect, useRef } from 'preact/hooks';

type Way = (() => void) | null;

/** Fields in which text is written; a slider, a box to be ticked or a colour is none. */
const written = 'input:not([type=range], [type=checkbox], [type=radio], [type=color]), textarea';

/** Undo and redo by the usual keys, but in fields of text, which have their own, and behind a dialog. */
export function useUndoKeys(ways: { readonly undo: Way; readonly redo: Way }): void {
  // A key may come before the effects of the last step have run.
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
