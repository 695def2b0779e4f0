import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useEditor } from '../editor.ts';
import type { Command } from './command.ts';
import { commandGroups, commands } from './commands.ts';
import { handKeys } from './hand-keys.ts';
import { isApple, toKeyName } from './key-names.ts';

/** All keys by group, and those that are held while a hand drags, to be searched. */
export function KeySheet() {
  const { layout } = useEditor();
  const dialog = useRef<HTMLDialogElement>(null);
  const [search, setSearch] = useState('');
  const close = (): void => {
    layout.isKeySheetOpen.value = false;
  };
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    element?.querySelector('input')?.focus();
    // Closing gives the focus back to what had it.
    return () => element?.close();
  }, []);
  const words = search.toLowerCase();
  const found = commands.filter(
    ({ label, group, keys }) =>
      keys.length > 0 &&
      `${label} ${group} ${keys.map((key) => toKeyName(key, isApple())).join(' ')}`.toLowerCase().includes(words),
  );
  return (
    <dialog
      ref={dialog}
      class="dialog key-sheet"
      aria-label="Keys"
      // Not "close", which comes in a later task and would undo a reopening in between.
      onCancel={close}
      onClick={({ target }) => target === dialog.current && close()}
    >
      <div class="stack key-sheet-page">
        <div class="row row-apart">
          <h2>Keys</h2>
          <button type="button" class="button button-quiet" onClick={close}>
            Close
          </button>
        </div>
        <input
          class="input"
          // Not of the type "search", where Escape empties the field in place of closing the sheet.
          type="text"
          aria-label="Search the keys"
          placeholder="Search"
          value={search}
          onInput={({ currentTarget }) => setSearch(currentTarget.value)}
        />
        <Found found={found} search={search} />
      </div>
    </dialog>
  );
}

function Found({ found, search }: { found: readonly Command[]; search: string }) {
  return (
    <>
      {found.length === 0 && <p class="soft">No command has “{search}” in its name or keys.</p>}
      <div class="key-sheet-groups">
        {commandGroups
          .filter((group) => found.some((command) => command.group === group))
          .map((group) => (
            <section key={group} aria-label={group}>
              <h3>{group}</h3>
              <dl>
                {found
                  .filter((command) => command.group === group)
                  .map(({ id, label, keys }) => (
                    <div key={id} class="key-sheet-row">
                      <dt>{label}</dt>
                      <dd>
                        {keys.map((key) => (
                          <kbd key={key}>{toKeyName(key, isApple())}</kbd>
                        ))}
                      </dd>
                    </div>
                  ))}
              </dl>
            </section>
          ))}
      </div>
    </>
  );
}
