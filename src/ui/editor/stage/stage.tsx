import { useSignal, type Signal } from '@preact/signals';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import './stage.css';
import { later } from '#ui/kit/parts/later.tsx';
import { useEditor } from '../editor.ts';
import { Arranging } from './arranging.tsx';
import { Picture } from './picture.tsx';
import { StageNotes } from './stage-notes.tsx';
import { firstState, follow, type StageState } from './stage-state.ts';
import { followStop } from './stop-held.ts';
import { TextWriting } from './text-writing.tsx';
import { TransportBar } from './transport-bar.tsx';
import { Viewport } from './viewport.tsx';

const Cropping = later(async () => (await import('./cropping.tsx')).Cropping);
const CropBar = later(async () => (await import('./cropping.tsx')).CropBar);

/** The preview of the frame at the playhead, with playback, zoom, and tools that arrange its items. */
export function Stage() {
  const editor = useEditor();
  const element = useRef<HTMLElement>(null);
  const state = useSignal(firstState);
  /** A new number creates a new preview, because a canvas can be transferred only once. */
  const round = useSignal(0);
  // Before the first paint, because keys need its elements as soon as they are visible.
  useLayoutEffect(() => {
    editor.stage.element.value = element.current;
    return () => (editor.stage.element.value = null);
  }, [editor]);
  useEffect(() => {
    const { transport } = editor;
    const isSlow = (): boolean => transport.isPlaying.value && Math.abs(transport.rate.value) < 1;
    return followStop(() => isSlow() && transport.pause());
  }, [editor]);
  const again = useMemo(
    () => () => {
      state.value = firstState;
      round.value += 1;
    },
    [],
  );
  return (
    <section class="stage-pane" aria-label="Preview" ref={element}>
      <div class="stage-room">
        <Viewport>
          <Picture key={round.value} onEvent={(event) => (state.value = follow(state.value, event))} />
          <OnPicture />
        </Viewport>
        <EmptyHint />
        <StageNotes state={state} again={again} />
      </div>
      <Foot state={state} />
    </section>
  );
}

function Foot({ state }: { state: Signal<StageState> }) {
  const mode = useEditor().stage.mode.value;
  return mode.type === 'crop' ? <CropBar mode={mode} /> : <TransportBar state={state} />;
}

function OnPicture() {
  const { stage } = useEditor();
  const mode = stage.mode.value;
  switch (mode.type) {
    case 'crop':
      return <Cropping key={mode.one.item.id} mode={mode} />;
    case 'text':
      return <TextWriting key={mode.itemId} itemId={mode.itemId} />;
    case 'arrange':
    default:
      return <Arranging />;
  }
}

/** A hint on a canvas without items that explains how to add the first one. */
function EmptyHint() {
  const { shown, layout } = useEditor();
  return shown.value.tracks.every(({ items }) => items.length === 0) ? (
    <div class="stage-empty">
      <p>
        This canvas is empty.{' '}
        {/* On a phone the list covers everything else, so that nothing can be dragged from it. */}
        {layout.shape.value === 'phone'
          ? 'Choose media from the list.'
          : 'Drop media here, or choose some from the list.'}
      </p>
      <button
        type="button"
        class="button"
        onClick={() => {
          layout.libraryTab.value = 'media';
          layout.show('materials');
        }}
      >
        Show media
      </button>
    </div>
  ) : null;
}
