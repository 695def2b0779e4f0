import { useEffect, useLayoutEffect } from 'preact/hooks';
import { tinykeys } from 'tinykeys';
import { useEditor } from '../editor.ts';
import { commands } from './commands.ts';
import { isForCommands } from './is-for-commands.ts';
import { readKeyboardLayout } from './keyboard-layout.ts';

/** Runs the commands by their keys. */
export function useKeys(): void {
  const editor = useEditor();
  useEffect(() => void readKeyboardLayout(), []);
  // From the first paint on: a key that is pressed as soon as the editor is seen is not lost.
  useLayoutEffect(() => {
    const bindings = commands.flatMap(({ keys, isEverywhere, isEnabled, run }) =>
      keys.map((key): [string, (event: KeyboardEvent) => void] => [
        key,
        (event) => {
          if (isEverywhere !== true && !isForCommands(event)) {
            return;
          }
          // Of a command that cannot, too: the browser would save the page, or go back.
          event.preventDefault();
          if (isEnabled?.(editor) ?? true) {
            run(editor);
          }
        },
      ]),
    );
    return tinykeys(window, Object.fromEntries(bindings));
  }, [editor]);
}
