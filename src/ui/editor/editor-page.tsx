import { useEffect, useMemo } from 'preact/hooks';
import './editor.css';
import { call, type DataOf } from '../client.ts';
import { Reading } from '../parts/page.tsx';
import { useLoad } from '../use-load.ts';
import { EditorBar } from './bar/editor-bar.tsx';
import { useKeys } from './commands/use-keys.ts';
import { EditorProvider } from './editor.ts';
import { Inspector } from './inspector/inspector.tsx';
import { MaterialsPane } from './materials/materials-pane.tsx';
import { openEditor } from './session/open-editor.ts';
import { Stage } from './stage/stage.tsx';
import { Timeline } from './timeline/timeline.tsx';

/** The page of a canvas: stage, timeline, inspector and materials. */
export function EditorPage({ canvasId }: { canvasId: string }) {
  const { loaded, again } = useLoad((signal) => call('getCanvas', { params: { canvasId }, signal }), canvasId);
  return (
    <Reading loaded={loaded} again={again}>
      {(canvas) => <OpenEditor key={canvas.id} canvas={canvas} />}
    </Reading>
  );
}

function OpenEditor({ canvas }: { canvas: DataOf<'getCanvas'> }) {
  const editor = useMemo(() => openEditor(canvas), [canvas.id]);
  const { title } = editor.document.value;
  useEffect(() => {
    document.title = `${title} · Offcut`;
  }, [title]);
  return (
    <EditorProvider value={editor}>
      <Panes />
    </EditorProvider>
  );
}

function Panes() {
  useKeys();
  return (
    <div class="editor">
      <EditorBar />
      <MaterialsPane />
      <Stage />
      <Inspector />
      <Timeline />
    </div>
  );
}
