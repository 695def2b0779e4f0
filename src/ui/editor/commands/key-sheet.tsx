import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useEditor } from '../editor.ts';
import type { Command } from './command.ts';
import { commandGroups, commands } from './commands.ts';
import { getKeys } from './get-keys.ts';
import { isApple, toKeyName } from './key-names.ts';

/** The effects of keys that are held during a drag, a click or a turn of the wheel. Keys are in the notation of tinykeys. */
const handKeys: readonly { readonly label: string; readonly key: string; readonly hand: string }[] = [
  { label: 'Drag copies of clips', key: 'Alt', hand: 'drag' },
  { label: 'Drag without snapping', key: '$mod', hand: 'drag' },
  { label: 'Add to the selection', key: 'Shift', hand: 'click' },
  { label: 'Zoom at the pointer', key: '$mod', hand: 'wheel' },
  { label: 'Scroll through time', key: 'Shift', hand: 'wheel' },
  { label: 'In the preview: move along one axis, resize freely, rotate by 15°', key: 'Shift', hand: 'drag' },
  { label: 'In the preview: resize from the center', key: 'Alt', hand: 'drag' },
  { label: 'In the preview: pan the view', key: 'Space', hand: 'drag' },
];

/** A searchable dialog of all keyboard shortcuts by group, and of the keys that modify a drag, a click or the wheel. */
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
    // Closing returns the focus to the element that had it before.
    return () => element?.close();
  }, []);
  const words = search.toLowerCase();
  const isFound = (...texts: readonly string[]): boolean => texts.join(' ').toLowerCase().includes(words);
  const found = commands.flatMap((command): Found[] => {
    const { id, label, group } = command;
    const keys = getKeys(command).map((key) => toKeyName(key, isApple()));
    return keys.length > 0 && isFound(label, group, ...keys) ? [{ id, label, group, keys }] : [];
  });
  const byHand = handKeys.filter(({ label, key, hand }) => isFound(label, byHandName, toHandKey(key, hand)));
  return (
    <dialog
      ref={dialog}
      class="dialog key-sheet"
      aria-label="Keyboard shortcuts"
      // Not "close", which fires in a later task and would undo a reopening in between.
      onCancel={close}
      onClick={({ target }) => target === dialog.current && close()}
    >
      <div class="stack key-sheet-page">
        <div class="row row-apart">
          <h2>Keyboard shortcuts</h2>
          <button type="button" class="button button-quiet" onClick={close}>
            Close
          </button>
        </div>
        <input
          class="input"
          // Not of the type "search", where Escape clears the field instead of closing the dialog.
          type="text"
          aria-label="Search shortcuts"
          placeholder="Search"
          value={search}
          onInput={({ currentTarget }) => setSearch(currentTarget.value)}
        />
        <FoundKeys found={found} byHand={byHand} search={search} />
      </div>
    </dialog>
  );
}

const byHandName = 'With the mouse';

/** Formats a key with its pointer action: `Alt + drag`. */
const toHandKey = (key: string, hand: string): string => `${toKeyName(key, isApple())} + ${hand}`;

type FoundProps = {
  readonly found: readonly Found[];
  readonly byHand: typeof handKeys;
  readonly search: string;
};

function FoundKeys({ found, byHand, search }: FoundProps) {
  const isNone = found.length === 0 && byHand.length === 0;
  return (
    <>
      {isNone && <p class="soft">No shortcuts match “{search}”.</p>}
      <div class="key-sheet-groups">
        {commandGroups
          .filter((group) => found.some((command) => command.group === group))
          .map((group) => (
            <Group key={group} name={group} rows={found.filter((command) => command.group === group)} />
          ))}
        {byHand.length > 0 && (
          <Group
            name={byHandName}
            rows={byHand.map(({ label, key, hand }) => ({ id: label, label, keys: [toHandKey(key, hand)] }))}
          />
        )}
      </div>
    </>
  );
}

/** A command with the names of its keys. */
type Found = Row & Pick<Command, 'group'>;

type Row = { readonly id: string; readonly label: string; readonly keys: readonly string[] };

function Group({ name, rows }: { name: string; rows: readonly Row[] }) {
  return (
    <section aria-label={name}>
      <h3>{name}</h3>
      <dl>
        {rows.map(({ id, label, keys }) => (
          <div key={id} class="key-sheet-row">
            <dt>{label}</dt>
            <dd>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
