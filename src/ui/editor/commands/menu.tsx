import { Fragment } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { useEditor } from '../editor.ts';
import type { Command } from './command.ts';
import { getParts } from './commands.ts';
import { getKeys } from './get-keys.ts';
import { isApple, toAriaKey, toKeyName } from './key-names.ts';

type Props = {
  readonly name: string;
  readonly groups: readonly Command['group'][];
  /** Closes the menu before a command runs. */
  readonly leave: () => void;
  readonly close: () => void;
};

/** A menu of the commands of one or several groups. */
export function Menu({ name, groups, leave, close }: Props) {
  const menu = useRef<HTMLDivElement>(null);
  // Before the first paint, so that the first key after opening reaches the entries.
  useLayoutEffect(() => listEntries(menu.current)[0]?.focus(), []);
  useEffect(() => {
    const closeOutside = ({ target }: PointerEvent): void => {
      if (target instanceof Node && !menu.current?.parentElement?.contains(target)) {
        close();
      }
    };
    addEventListener('pointerdown', closeOutside);
    return () => removeEventListener('pointerdown', closeOutside);
  }, []);
  return (
    <div
      class="menu"
      role="menu"
      aria-label={name}
      ref={menu}
      onKeyDown={(event) => {
        const entries = listEntries(menu.current);
        const next = findNext(
          entries,
          entries.findIndex((entry) => entry === document.activeElement),
          event.key,
        );
        if (next) {
          event.preventDefault();
          next.focus();
        }
      }}
    >
      {groups.map((group) => (
        <Group key={group} group={group} isTitled={groups.length > 1} leave={leave} />
      ))}
    </div>
  );
}

type GroupProps = { readonly group: Command['group']; readonly isTitled: boolean; readonly leave: () => void };

function Group({ group, isTitled, leave }: GroupProps) {
  return (
    <div role="group" aria-label={group}>
      {isTitled && (
        <p class="menu-group" role="presentation">
          {group}
        </p>
      )}
      {getParts(group).map((part, index) => (
        <Fragment key={index}>
          {index > 0 && <div class="menu-line" role="separator" />}
          {part.map((command) => (
            <Entry key={command.id} command={command} leave={leave} />
          ))}
        </Fragment>
      ))}
    </div>
  );
}

/** Returns the entries of a menu, in order. */
export const listEntries = (menu: HTMLElement | null): HTMLElement[] => [
  ...(menu?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? []),
];

/** Returns the entry to which a key moves the focus: the next, the first, or the next one that starts with the letter. */
export function findNext(items: readonly HTMLElement[], index: number, key: string): HTMLElement | undefined {
  const count = items.length;
  const places: Readonly<Record<string, number>> = {
    ArrowDown: (index + 1) % count,
    ArrowUp: (index - 1 + count) % count,
    Home: 0,
    End: count - 1,
  };
  const place = places[key];
  if (place !== undefined) {
    return items[place];
  }
  const rest = [...items.slice(index + 1), ...items.slice(0, index + 1)];
  return key.length === 1 && key !== ' '
    ? rest.find(({ textContent }) => textContent.toLowerCase().startsWith(key.toLowerCase()))
    : undefined;
}

function Entry({ command, leave }: { command: Command; leave: () => void }) {
  const editor = useEditor();
  const isEnabled = command.isEnabled?.(editor) ?? true;
  const [key] = getKeys(command);
  return (
    <button
      type="button"
      class="menu-entry"
      role="menuitem"
      tabIndex={-1}
      aria-disabled={!isEnabled}
      {...(key !== undefined && { 'aria-keyshortcuts': toAriaKey(key, isApple()) })}
      onClick={() => {
        if (isEnabled) {
          leave();
          command.run(editor);
        }
      }}
    >
      <span>{command.getLabel?.(editor) ?? command.label}</span>
      {key !== undefined && (
        <kbd class="menu-key" aria-hidden="true">
          {toKeyName(key, isApple())}
        </kbd>
      )}
    </button>
  );
}
