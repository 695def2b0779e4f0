import { useLayoutEffect, useRef } from 'preact/hooks';
import '../commands/commands.css';
import { isApple, toKeyName } from '../commands/key-names.ts';
import { findNext, listEntries } from '../commands/menu.tsx';
import { useEditor } from '../editor.ts';
import { getEntries, type MenuEntry } from './menu-entries.ts';
import type { OpenMenu } from './timeline-view.ts';

/** The context menu of the clicked element. */
export function TimelineMenu() {
  const editor = useEditor();
  const menu = editor.view.menu.value;
  return menu && <Menu key={`${menu.x} ${menu.y}`} menu={menu} entries={getEntries(editor, menu)} />;
}

function Menu({ menu, entries }: { menu: OpenMenu; entries: readonly MenuEntry[] }) {
  const { view } = useEditor();
  const element = useRef<HTMLDivElement>(null);
  const before = useRef<Element | null>(null);
  // Before the first paint, so that the first key after opening reaches the entries.
  useLayoutEffect(() => {
    before.current = document.activeElement;
    element.current?.showPopover();
    place(element.current, menu);
    listEntries(element.current)[0]?.focus({ preventScroll: true });
  }, []);
  const close = (): void => {
    view.menu.value = null;
    if (before.current instanceof HTMLElement) {
      before.current.focus({ preventScroll: true });
    }
  };
  return (
    <div
      class="timeline-menu"
      ref={element}
      popover="auto"
      role="menu"
      aria-label={`Menu of the ${menu.kind}`}
      onToggle={(event) => event.newState === 'closed' && view.menu.peek() === menu && close()}
      onKeyDown={(event) => goOn(event, element.current, close)}
      onContextMenu={(event) => event.preventDefault()}
    >
      {entries.map((entry) => (
        <Entry key={entry.label} entry={entry} close={close} />
      ))}
    </div>
  );
}

function Entry({ entry: { label, key, isEnabled, run }, close }: { entry: MenuEntry; close: () => void }) {
  const choose = (): void => {
    if (isEnabled) {
      close();
      run();
    }
  };
  return (
    <button type="button" class="menu-entry" role="menuitem" tabIndex={-1} aria-disabled={!isEnabled} onClick={choose}>
      <span>{label}</span>
      {key !== null && (
        <kbd class="menu-key" aria-hidden="true">
          {toKeyName(key, isApple())}
        </kbd>
      )}
    </button>
  );
}

/** Positions the menu within the window. */
function place(element: HTMLElement | null, { x, y }: OpenMenu): void {
  if (element) {
    const { offsetWidth, offsetHeight } = element;
    element.style.left = `${Math.max(4, Math.min(x, innerWidth - offsetWidth - 4))}px`;
    element.style.top = `${Math.max(4, Math.min(y, innerHeight - offsetHeight - 4))}px`;
  }
}

/**
 * Handles the keys of the menu: arrows, Home, End and letters focus an entry; Tab closes the menu, and so does the browser with
 * Escape.
 */
function goOn(event: KeyboardEvent, menu: HTMLElement | null, close: () => void): void {
  const entries = listEntries(menu);
  const index = entries.findIndex((entry) => entry === document.activeElement);
  const next = findNext(entries, index, event.key);
  if (next || event.key === 'Tab') {
    event.preventDefault();
  }
  if (event.key === 'Tab') {
    close();
  }
  next?.focus();
}
