import { useLayoutEffect, useRef } from 'preact/hooks';
import '../commands/commands.css';
import { listEntries, MenuList, moveFocus, type MenuParts } from '../commands/menu-list.tsx';
import { useEditor } from '../editor.ts';
import { getEntries } from './menu-entries.ts';
import type { OpenMenu } from './timeline-view.ts';

/** The context menu of the clicked element. */
export function TimelineMenu() {
  const editor = useEditor();
  const menu = editor.view.menu.value;
  return menu && <Menu key={`${menu.x} ${menu.y}`} menu={menu} parts={getEntries(editor, menu)} />;
}

function Menu({ menu, parts }: { menu: OpenMenu; parts: MenuParts }) {
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
      onKeyDown={(event) => {
        if (!moveFocus(event) && event.key === 'Tab') {
          event.preventDefault();
          close();
        }
      }}
      onContextMenu={(event) => event.preventDefault()}
    >
      <MenuList parts={parts} leave={close} />
    </div>
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
