import { useEffect, useRef } from 'preact/hooks';

type Way = (() => void) | null;

/** Undo and redo by the usual keys, but in fields, which have their own. */
export function useUndoKeys(ways: { readonly undo: Way; readonly redo: Way }): void {
  // A key may come before the effects of the last step have run.
  const latest = useRef(ways);
  latest.current = ways;
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const isField = event.target instanceof HTMLElement && event.target.matches('input:not([type=range]), textarea');
      const key = event.key.toLowerCase();
      if (isField || !(event.ctrlKey || event.metaKey) || (key !== 'z' && key !== 'y')) {
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
