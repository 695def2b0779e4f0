import type { RefObject } from 'preact';
import { useRef, useState } from 'preact/hooks';
import './commands.css';
import { useEditor, type Editor } from '../editor.ts';
import { Menu } from './menu.tsx';
import { toEntry, type MenuParts } from './menu-list.tsx';
import { getMenus } from './submenus.ts';

/** A menu of the bar. Its entries are created when it opens, because they depend on the state. */
type NamedMenu = { readonly name: string; readonly getParts: (editor: Editor) => MenuParts };

const allMenus: readonly NamedMenu[] = getMenus().map(({ name, parts }) => ({
  name,
  getParts: (editor) =>
    parts.map((part) =>
      part.map((entry) =>
        'id' in entry
          ? toEntry(editor, entry)
          : { label: entry.name, parts: [entry.commands.map((command) => toEntry(editor, command))] },
      ),
    ),
}));

/** The single menu of a phone, whose entries open the others. */
const oneMenu: readonly NamedMenu[] = [
  {
    name: 'Menu',
    getParts: (editor) => [allMenus.map(({ name, getParts }) => ({ label: name, parts: getParts(editor) }))],
  },
];

/** All commands by group: a menu for each group, or a single menu if space is limited. */
export function MenuBar() {
  const { layout } = useEditor();
  const menus = layout.shape.value === 'phone' ? oneMenu : allMenus;
  const bar = useRef<HTMLDivElement>(null);
  const { leave, remember } = useFocusBefore(bar);
  const { open, current, show, close, onKeyDown } = useMenus(bar, menus, leave);
  return (
    <div
      class="menu-bar"
      role="menubar"
      aria-label="Commands"
      ref={bar}
      onKeyDown={onKeyDown}
      onFocusIn={remember}
      onFocusOut={({ relatedTarget }) => {
        if (relatedTarget instanceof Node && !bar.current?.contains(relatedTarget)) {
          close();
        }
      }}
    >
      {menus.map((menu, index) => (
        <Place
          key={menu.name}
          menu={menu}
          isOpen={open === menu.name}
          isOneOpen={open !== null}
          isCurrent={index === Math.min(current, menus.length - 1)}
          show={(isOpen, isByPointer) => show(index, isOpen, isByPointer)}
          leave={() => {
            close();
            leave();
          }}
        />
      ))}
    </div>
  );
}

/** Manages the open menu, and the keys that move between menus. */
function useMenus(bar: RefObject<HTMLElement | null>, menus: readonly NamedMenu[], leave: () => void) {
  const [open, setOpen] = useState<string | null>(null);
  const [current, setCurrent] = useState(0);
  const isByPointer = useRef(false);
  const close = (): void => setOpen(null);
  const focusTrigger = (index: number): void =>
    bar.current?.querySelectorAll<HTMLElement>('.menu-trigger')[index]?.focus();
  const show = (index: number, isOpen: boolean, isPointer = isByPointer.current): void => {
    isByPointer.current = isPointer;
    setCurrent(index);
    setOpen(isOpen ? (menus[index]?.name ?? null) : null);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowLeft: menus.length - 1, ArrowRight: 1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      const next = (current + step) % menus.length;
      show(next, open !== null);
      focusTrigger(next);
    } else if (event.key === 'Escape' && open !== null) {
      event.preventDefault();
      close();
      if (isByPointer.current) {
        // A mouse user continues with the previous focus: Space plays instead of opening the menu again.
        leave();
      } else {
        focusTrigger(current);
      }
    } else if (event.key === 'Tab') {
      close();
    }
  };
  return { open, current, show, close, onKeyDown };
}

/**
 * Remembers the element that had the focus before the bar. `leave` restores the focus, so that the next key has the same effect
 * as before.
 */
function useFocusBefore(bar: RefObject<HTMLElement | null>) {
  const before = useRef<HTMLElement | null>(null);
  return {
    leave: () => before.current?.focus(),
    remember: ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget instanceof HTMLElement && !bar.current?.contains(relatedTarget)) {
        before.current = relatedTarget;
      }
    },
  };
}

type PlaceProps = {
  readonly menu: NamedMenu;
  readonly isOpen: boolean;
  /** Whether any menu is open: hovering over a menu then opens it. */
  readonly isOneOpen: boolean;
  readonly isCurrent: boolean;
  readonly show: (isOpen: boolean, isByPointer?: boolean) => void;
  readonly leave: () => void;
};

function Place({ menu, isOpen, isOneOpen, isCurrent, show, leave }: PlaceProps) {
  const editor = useEditor();
  return (
    <div class="menu-place" role="none">
      <button
        type="button"
        class="menu-trigger"
        role="menuitem"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        tabIndex={isCurrent ? 0 : -1}
        // A click by keyboard has the detail 0.
        onClick={({ detail }) => show(!isOpen, detail > 0)}
        onPointerEnter={() => isOneOpen && show(true)}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
            event.preventDefault();
            show(true, false);
          }
        }}
      >
        {menu.name}
      </button>
      {isOpen && <Menu name={menu.name} parts={menu.getParts(editor)} leave={leave} close={() => show(false)} />}
    </div>
  );
}
