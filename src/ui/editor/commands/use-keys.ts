import { useEffect, useLayoutEffect } from 'preact/hooks';
import { tinykeys } from 'tinykeys';
import { useEditor } from '../editor.ts';
import { commands } from './commands.ts';
import { isForCommands } from './is-for-commands.ts';
import { isPlace } from './key-names.ts';
import { readKeyboardLayout } from './keyboard-layout.ts';

/** Runs the commands by their keys. */
export function useKeys(): void {
  const editor = useEditor();
  useEffect(() => void readKeyboardLayout(), []);
  // Before the first paint, so that a key that is pressed as soon as the editor is visible is not lost.
  useLayoutEffect(() => {
    const bindings = commands.flatMap(({ keys, isEverywhere, isEnabled, run }) =>
      keys.map((key): [string, (event: KeyboardEvent) => void] => [
        key,
        (event) => {
          if (isEverywhere !== true && !isForCommands(event)) {
            return;
          }
          // Also for a disabled command: the browser would otherwise save the page, or go back.
          event.preventDefault();
          if (isEnabled?.(editor) ?? true) {
            run(editor);
          }
        },
      ]),
    );
    // A French keyboard has "m" where an American one has the semicolon: the command of the letter precedes that of the physical
    // key.
    const inOrder = bindings.toSorted(([one], [other]) => Number(isPlace(one)) - Number(isPlace(other)));
    return tinykeys(window, Object.fromEntries(inOrder));
  }, [editor]);
}
