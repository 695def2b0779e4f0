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
    // On a French keyboard "m" stands where an American one has the semicolon: its own command takes it before that of the place.
    const inOrder = bindings.toSorted(([one], [other]) => Number(isPlace(one)) - Number(isPlace(other)));
    return tinykeys(window, Object.fromEntries(inOrder));
  }, [editor]);
}
