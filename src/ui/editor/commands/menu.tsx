import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { listEntries, MenuList, moveFocus, type MenuParts } from './menu-list.tsx';

type Props = {
  readonly name: string;
  readonly parts: MenuParts;
  /** Closes the menu before a command runs. */
  readonly leave: () => void;
  readonly close: () => void;
};

/** A menu below its button in the bar. */
export function Menu({ name, parts, leave, close }: Props) {
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
    <div class="menu" role="menu" aria-label={name} ref={menu} onKeyDown={moveFocus}>
      <MenuList parts={parts} leave={leave} />
    </div>
  );
}
