import { useEffect } from 'preact/hooks';
import { tinykeys } from 'tinykeys';
import { useEditor } from '../editor.ts';
import { commands } from './commands.ts';

/** Runs the commands by their keys, but where text is typed. */
export function useKeys(): void {
  const editor = useEditor();
  useEffect(() => {
    const bindings = commands.flatMap(({ keys, isEnabled, run }) =>
      keys.map((key): [string, (event: KeyboardEvent) => void] => [
        key,
        (event) => {
          if (!isTyped(event) && (isEnabled?.(editor) ?? true)) {
            event.preventDefault();
            run(editor);
          }
        },
      ]),
    );
    return tinykeys(window, Object.fromEntries(bindings));
  }, [editor]);
}

const isTyped = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element &&
  target.closest('input:not([type=range], [type=checkbox]), textarea, select, [contenteditable]') !== null;
