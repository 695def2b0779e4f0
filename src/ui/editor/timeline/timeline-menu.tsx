import { useEffect, useRef } from 'preact/hooks';
import { useEditor, type Editor } from '../editor.ts';
import { commandOf, keyInWords } from './command-of.ts';
import { gapEntries, markerEntries, type MenuEntry } from './menu-entries.ts';
import type { OpenMenu } from './timeline-view.ts';

const clipCommands = [
  'split',
  'copy',
  'cut',
  'paste',
  'duplicate',
  'group',
  'ungroup',
  'trim-start',
  'trim-end',
  'hide-clip',
  'mute-clip',
  'lock-clip',
  'delete',
  'ripple-delete',
];
const trackCommands = [
  'rename-track',
  'track-up',
  'track-down',
  'add-track',
  'add-sound-track',
  'hide-track',
  'mute-track',
  'lock-track',
  'delete-track',
];

/** The menu of what was clicked with the other button, made of commands. */
export function TimelineMenu() {
  const editor = useEditor();
  const menu = editor.view.menu.value;
  return menu && <Menu key={`${menu.x} ${menu.y}`} menu={menu} entries={entriesOf(editor, menu)} />;
}

function entriesOf(editor: Editor, menu: OpenMenu): readonly MenuEntry[] {
  if (menu.kind === 'gap') {
    return gapEntries(editor, menu);
  }
  if (menu.kind === 'marker') {
    return markerEntries(editor, menu);
  }
  return (menu.kind === 'clip' ? clipCommands : trackCommands).map((id) => {
    const { label, keys, isEnabled, run } = commandOf(id);
    return { label, key: keys[0] ?? null, isEnabled: isEnabled?.(editor) ?? true, run: () => run(editor) };
  });
}

function Menu({ menu, entries }: { menu: OpenMenu; entries: readonly MenuEntry[] }) {
  const { view } = useEditor();
  const element = useRef<HTMLDivElement>(null);
  const before = useRef<Element | null>(null);
  useEffect(() => {
    before.current = document.activeElement;
    element.current?.showPopover();
    place(element.current, menu);
    element.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus();
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
      onToggle={(event) => event.newState === 'closed' && close()}
      onKeyDown={(event) => onMenuKey(event, close)}
      onContextMenu={(event) => event.preventDefault()}
    >
      {entries.map(({ label, key, isEnabled, run }) => (
        <button
          key={label}
          type="button"
          role="menuitem"
          tabIndex={-1}
          aria-disabled={!isEnabled}
          onClick={() => {
            if (isEnabled) {
              close();
              run();
            }
          }}
        >
          <span>{label}</span>
          {key !== null && <kbd>{keyInWords(key)}</kbd>}
        </button>
      ))}
    </div>
  );
}

/** Keeps the menu within the window. */
function place(element: HTMLElement | null, { x, y }: OpenMenu): void {
  if (element) {
    const { offsetWidth, offsetHeight } = element;
    element.style.left = `${Math.max(4, Math.min(x, innerWidth - offsetWidth - 4))}px`;
    element.style.top = `${Math.max(4, Math.min(y, innerHeight - offsetHeight - 4))}px`;
  }
}

/** Arrows, Home and End, and the first letter go to an entry; Tab and Escape close. */
function onMenuKey(event: KeyboardEvent, close: () => void): void {
  const menu = event.currentTarget instanceof HTMLElement ? event.currentTarget : null;
  const all = [...(menu?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];
  const at = all.findIndex((entry) => entry === document.activeElement);
  const steps: Readonly<Record<string, number>> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 };
  const step = steps[event.key];
  // The keys of commands are not for who reads the menu.
  event.stopPropagation();
  if (step !== undefined) {
    event.preventDefault();
    all.at(step % all.length)?.focus();
  } else if (event.key === 'Tab') {
    event.preventDefault();
    close();
  } else if (event.key.length === 1) {
    const letter = event.key.toLowerCase();
    [...all.slice(at + 1), ...all].find((entry) => entry.textContent?.toLowerCase().startsWith(letter))?.focus();
  }
}
