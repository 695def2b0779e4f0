import { useRef } from 'preact/hooks';
import './library.css';
import { InTurn } from '#ui/kit/parts/in-turn.tsx';
import { useEditor } from '../editor.ts';
import { libraryTabs } from './library-tabs.tsx';

/** The pane for everything that can be added to the canvas: a rail of tabs, and the panel of the chosen one. */
export function Library() {
  const { layout } = useEditor();
  const isRail = layout.shape.value === 'wide';
  const isOpen = !isRail || layout.left.value !== null;
  const tab = libraryTabs.find(({ id }) => id === layout.libraryTab.value) ?? libraryTabs[0];
  return (
    <div class={isRail ? 'library library-rail' : 'library'}>
      <Tabs shown={isOpen ? tab?.id : undefined} isRail={isRail} />
      {isOpen && tab && (
        <div class="library-panel" role="tabpanel" id="library-panel" aria-labelledby={`library-tab-${tab.id}`}>
          <InTurn key={tab.id}>
            <tab.Panel />
          </InTurn>
        </div>
      )}
    </div>
  );
}

/** The tabs, which the arrow keys move through. A click on the shown tab of a rail folds the panel. */
function Tabs({ shown, isRail }: { shown: string | undefined; isRail: boolean }) {
  const { layout } = useEditor();
  const list = useRef<HTMLDivElement>(null);
  const show = (id: string): void => {
    layout.libraryTab.value = id;
    layout.show('materials');
  };
  const turn = (event: KeyboardEvent): void => {
    const step = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 }[event.key];
    const at = libraryTabs.findIndex(({ id }) => id === layout.libraryTab.peek());
    const next = step && libraryTabs[(at + step + libraryTabs.length) % libraryTabs.length];
    if (next) {
      event.preventDefault();
      show(next.id);
      list.current?.querySelector<HTMLElement>(`#library-tab-${next.id}`)?.focus();
    }
  };
  return (
    <div
      class="library-tabs"
      role="tablist"
      aria-label="Library"
      aria-orientation={isRail ? 'vertical' : 'horizontal'}
      ref={list}
      onKeyDown={turn}
    >
      {libraryTabs.map(({ id, label, path }) => (
        <button
          key={id}
          type="button"
          role="tab"
          class="library-tab"
          id={`library-tab-${id}`}
          aria-selected={id === shown}
          {...(id === shown && { 'aria-controls': 'library-panel' })}
          tabIndex={id === layout.libraryTab.value ? 0 : -1}
          onClick={() => (isRail && id === shown ? layout.toggle('materials') : show(id))}
        >
          <svg class="icon" viewBox="0 0 20 20" aria-hidden="true">
            <path d={path} />
          </svg>
          {label}
        </button>
      ))}
    </div>
  );
}
