import { Fragment, type RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useEditor, type Editor } from '../editor.ts';
import type { Command } from './command.ts';
import { getKeys } from './get-keys.ts';
import { isApple, toAriaKey, toKeyName } from './key-names.ts';

/** An entry that acts; `key` is in the notation of tinykeys. */
export type MenuAction = {
  readonly label: string;
  readonly key: string | null;
  readonly isEnabled: boolean;
  readonly run: () => void;
};

/** An entry that acts, or one that opens a submenu. */
export type MenuEntry = MenuAction | { readonly label: string; readonly parts: MenuParts };

/** The entries of a menu, in parts that are separated by lines. */
export type MenuParts = readonly (readonly MenuEntry[])[];

/** Returns the entry of a command. */
export function toEntry(editor: Editor, command: Command): MenuAction {
  const { label, getLabel, isEnabled, run } = command;
  return {
    label: getLabel?.(editor) ?? label,
    key: getKeys(command)[0] ?? null,
    isEnabled: isEnabled?.(editor) ?? true,
    run: () => run(editor),
  };
}

type Props = {
  readonly parts: MenuParts;
  /** Closes the whole menu before an entry runs. */
  readonly leave: () => void;
};

/** The delay in milliseconds after which the pointer over another entry closes a submenu: it may be on its way into it. */
const wayMs = 200;

type Open = { readonly label: string; readonly isByPointer: boolean };

/**
 * The entries of a menu. A submenu opens next to its entry; on a phone it replaces the entries, with a first entry that goes back.
 * No menu scrolls.
 */
export function MenuList({ parts, leave }: Props) {
  const { layout } = useEditor();
  const isPhone = layout.shape.value === 'phone';
  const list = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState<Open | null>(null);
  const hover = useHover((label) => setOpen(label === null ? null : { label, isByPointer: true }));
  useFocusBack(list, open);
  const back = (): void => setOpen(null);
  const inside = parts.flat().find((entry) => entry.label === open?.label);
  return (
    <div role="none" class="menu-list" ref={list}>
      {isPhone && inside && 'parts' in inside ? (
        <Replaced entry={inside} back={back} leave={leave} />
      ) : (
        parts.map((part, index) => (
          <Fragment key={index}>
            {index > 0 && <div class="menu-line" role="separator" />}
            {part.map((entry) =>
              'parts' in entry ? (
                <SubmenuEntry
                  key={entry.label}
                  entry={entry}
                  open={open?.label === entry.label ? open : null}
                  show={() => setOpen({ label: entry.label, isByPointer: false })}
                  hover={() => isPhone || hover(entry.label, open === null)}
                  back={back}
                  leave={leave}
                />
              ) : (
                <ActionEntry key={entry.label} entry={entry} leave={leave} hover={() => hover(null, false)} />
              ),
            )}
          </Fragment>
        ))
      )}
    </div>
  );
}

/** Moves the focus back to the entry of a submenu that was opened by a key or a click and is closed. */
function useFocusBack(list: RefObject<HTMLElement | null>, open: Open | null): void {
  const last = useRef<Open | null>(null);
  useLayoutEffect(() => {
    const label = last.current?.isByPointer === false && open === null ? last.current.label : null;
    last.current = open;
    const entries = list.current?.querySelectorAll<HTMLElement>('[aria-haspopup=menu]') ?? [];
    [...entries].find((entry) => entry.textContent === label)?.focus({ preventScroll: true });
  }, [open]);
}

type Submenu = Extract<MenuEntry, { parts: MenuParts }>;

/** A submenu of a phone, which replaces the entries. */
function Replaced({ entry: { label, parts }, back, leave }: { entry: Submenu; back: () => void; leave: () => void }) {
  const first = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => first.current?.focus({ preventScroll: true }), []);
  return (
    <>
      <button
        type="button"
        class="menu-entry menu-back"
        role="menuitem"
        tabIndex={-1}
        aria-label={`Back from ${label}`}
        ref={first}
        onClick={back}
      >
        <span>{label}</span>
      </button>
      <div class="menu-line" role="separator" />
      <MenuList parts={parts} leave={leave} />
    </>
  );
}

type SubmenuProps = {
  readonly entry: Submenu;
  readonly open: Open | null;
  readonly show: () => void;
  readonly hover: () => void;
  readonly back: () => void;
  readonly leave: () => void;
};

/** An entry that opens a submenu next to it. */
function SubmenuEntry({ entry: { label, parts }, open, show, hover, back, leave }: SubmenuProps) {
  return (
    <div class="menu-sub" role="none" onPointerEnter={hover}>
      <button
        type="button"
        class="menu-entry menu-more"
        role="menuitem"
        aria-haspopup="menu"
        aria-expanded={open !== null}
        tabIndex={-1}
        onClick={show}
        onKeyDown={(event) => {
          if (event.key === 'ArrowRight') {
            event.preventDefault();
            event.stopPropagation();
            show();
          }
        }}
      >
        <span>{label}</span>
      </button>
      {open && <Flyout label={label} parts={parts} isFocused={!open.isByPointer} back={back} leave={leave} />}
    </div>
  );
}

function Flyout(props: { label: string; parts: MenuParts; isFocused: boolean; back: () => void; leave: () => void }) {
  const { label, parts, isFocused, back, leave } = props;
  const menu = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => keepInWindow(menu.current), []);
  // Before the first paint, so that the first key after opening reaches the entries.
  useLayoutEffect(() => {
    if (isFocused) {
      listEntries(menu.current)[0]?.focus({ preventScroll: true });
    }
  }, [isFocused]);
  return (
    <div
      class="menu submenu"
      role="menu"
      aria-label={label}
      ref={menu}
      onKeyDown={(event) => {
        if (event.key === 'ArrowLeft') {
          event.preventDefault();
          event.stopPropagation();
          back();
        }
      }}
    >
      <MenuList parts={parts} leave={leave} />
    </div>
  );
}

/** Opens a submenu on the other side, and moves it up, if it would leave the window. */
function keepInWindow(menu: HTMLElement | null): void {
  const { right = 0, bottom = 0 } = menu?.getBoundingClientRect() ?? {};
  menu?.toggleAttribute('data-flipped', right > innerWidth - 4);
  menu?.style.setProperty('translate', `0 ${Math.min(0, innerHeight - 8 - bottom)}px`);
}

function ActionEntry({ entry, leave, hover }: { entry: MenuAction; leave: () => void; hover: () => void }) {
  const { label, key, isEnabled, run } = entry;
  return (
    <button
      type="button"
      class="menu-entry"
      role="menuitem"
      tabIndex={-1}
      aria-disabled={!isEnabled}
      {...(key !== null && { 'aria-keyshortcuts': toAriaKey(key, isApple()) })}
      onPointerEnter={hover}
      onClick={() => {
        if (isEnabled) {
          leave();
          run();
        }
      }}
    >
      <span>{label}</span>
      {key !== null && (
        <kbd class="menu-key" aria-hidden="true">
          {toKeyName(key, isApple())}
        </kbd>
      )}
    </button>
  );
}

/** Returns a function that reports the hovered entry, with a delay while a submenu is open. */
function useHover(show: (label: string | null) => void): (label: string | null, isNow: boolean) => void {
  const due = useRef(0);
  useEffect(() => () => clearTimeout(due.current), []);
  return (label, isNow) => {
    clearTimeout(due.current);
    due.current = window.setTimeout(() => show(label), isNow ? 0 : wayMs);
  };
}

/** Returns the entries of a menu without those of its submenus, in order. */
export const listEntries = (menu: Element | null): HTMLElement[] =>
  [...(menu?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])].filter(
    (entry) => entry.closest('[role=menu]') === menu,
  );

/**
 * Moves the focus within the menu, or the submenu, that has it: with the arrow keys, Home and End, or to the next entry that
 * starts with a letter. Returns whether the key has this effect.
 */
export function moveFocus(event: KeyboardEvent): boolean {
  const focused = document.activeElement;
  const entries = listEntries(focused?.closest('[role=menu]') ?? null);
  const next = findNext(
    entries,
    entries.findIndex((entry) => entry === focused),
    event.key,
  );
  if (next) {
    event.preventDefault();
    next.focus();
  }
  return next !== undefined;
}

/** Returns the entry to which a key moves the focus: the next, the first, or the next one that starts with the letter. */
function findNext(items: readonly HTMLElement[], index: number, key: string): HTMLElement | undefined {
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
