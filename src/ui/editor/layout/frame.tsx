import { useRef } from 'preact/hooks';
import { EditorBar } from '../bar/editor-bar.tsx';
import { useEditor } from '../editor.ts';
import { Library } from '../library/library.tsx';
import { RefusalToast } from '../session/refusal-toast.tsx';
import { openSource } from '../source/source-state.ts';
import { Stage } from '../stage/stage.tsx';
import { Timeline } from '../timeline/timeline.tsx';
import { InTurn } from '#ui/kit/parts/in-turn.tsx';
import { later } from '#ui/kit/parts/later.tsx';
import { toFrameStyle } from './frame-style.ts';
import type { Pane } from './layout.ts';
import { PhoneBar } from './phone-bar.tsx';
import { Separator } from './separator.tsx';
import { Sheet } from './sheet.tsx';

// Code that is not needed to show stage and timeline loads after them.
const Inspector = later(async () => (await import('../inspector/inspector.tsx')).Inspector);
const SourceMonitor = later(async () => (await import('../source/source-monitor.tsx')).SourceMonitor);
const HistoryPane = later(async () => (await import('../session/history-pane.tsx')).HistoryPane);
const ConflictDialog = later(async () => (await import('../session/conflict-dialog.tsx')).ConflictDialog);
const HelpDialog = later(async () => (await import('../help/help-dialog.tsx')).HelpDialog);
const Tour = later(async () => (await import('../help/tour.tsx')).Tour);
const KeySheet = later(async () => (await import('../commands/key-sheet.tsx')).KeySheet);

/** The bar, the stage and the timeline, and the panes that fit. Stage and timeline keep their identity in every shape. */
export function Frame() {
  const { layout, conflict } = useEditor();
  const shape = layout.shape.value;
  const [left, right] = [layout.left.value, layout.right.value];
  return (
    <div class={`editor editor-${shape}`} style={toFrameStyle(layout)}>
      <EditorBar />
      {shape === 'wide' && (
        <div class="editor-left">
          <Library />
        </div>
      )}
      {left && <Separator name="left" label="Width of the library" />}
      <div class="editor-middle" key="middle">
        <InTurn>
          <Stage />
        </InTurn>
        {openSource.value && <SourceMonitor key={openSource.value.assetId} source={openSource.value} />}
      </div>
      {right && shape !== 'phone' && (
        <>
          <Separator name="right" label="Width of the side pane" />
          <div class="editor-right">
            {shape === 'narrow' && <Tabs shown={right} />}
            <PaneContent pane={right} />
          </div>
        </>
      )}
      {shape !== 'phone' && <Separator name="timeline" label="Height of the timeline" />}
      <div class="editor-bottom" key="bottom">
        <InTurn>
          <Timeline />
        </InTurn>
        <RefusalToast />
      </div>
      {shape === 'phone' && <OnPhone pane={right} />}
      {layout.isKeySheetOpen.value && <KeySheet />}
      {layout.helpTopic.value !== null && <HelpDialog topic={layout.helpTopic.value} />}
      {layout.tourStep.value !== null && <Tour step={layout.tourStep.value} />}
      {conflict.value && <ConflictDialog conflict={conflict.value} />}
    </div>
  );
}

/** The open sheet over the timeline, and the bar of actions. */
function OnPhone({ pane }: { pane: Pane | null }) {
  const { layout } = useEditor();
  return (
    <>
      {pane && (
        <Sheet key={pane} name={names[pane]} close={() => layout.toggle(pane)}>
          <PaneContent pane={pane} />
        </Sheet>
      )}
      <PhoneBar />
    </>
  );
}

const names: Readonly<Record<Pane, string>> = { materials: 'Library', properties: 'Properties', history: 'History' };
const panes = ['materials', 'properties', 'history'] as const;

function PaneContent({ pane }: { pane: Pane }) {
  switch (pane) {
    case 'materials':
      return <Library />;
    case 'properties':
      return <Inspector />;
    case 'history':
    default:
      return <HistoryPane />;
  }
}

/** The tabs of the panes that share the side of a narrow window. */
function Tabs({ shown }: { shown: Pane }) {
  const { layout } = useEditor();
  const list = useRef<HTMLDivElement>(null);
  const turn = (event: KeyboardEvent): void => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const next = step && panes[(panes.indexOf(shown) + step + panes.length) % panes.length];
    if (next) {
      event.preventDefault();
      layout.show(next);
      list.current?.querySelector<HTMLElement>(`[data-pane=${next}]`)?.focus();
    }
  };
  return (
    <div class="editor-tabs" role="tablist" aria-label="Side pane" ref={list} onKeyDown={turn}>
      {panes.map((pane) => (
        <button
          key={pane}
          type="button"
          role="tab"
          data-pane={pane}
          aria-selected={pane === shown}
          tabIndex={pane === shown ? 0 : -1}
          onClick={() => layout.show(pane)}
        >
          {names[pane]}
        </button>
      ))}
    </div>
  );
}
