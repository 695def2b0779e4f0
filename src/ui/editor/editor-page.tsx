import { useEffect, useMemo } from 'preact/hooks';
import './editor.css';
import { canvasAhead } from '#ui/pages/canvas/canvas-ahead.ts';
import type { DataOf } from '#ui/app/client.ts';
import type { OffcutError } from '#client/offcut-error.ts';
import { toHref } from '#ui/app/navigation.ts';
import { NextStep } from '#ui/kit/parts/problem.tsx';
import { pageTitle } from '#ui/app/tab-title.ts';
import { useLoad } from '#ui/kit/use-load.ts';
import { useKeys } from './commands/use-keys.ts';
import { EditorProvider } from './editor.ts';
import { cutOutNotes } from './in-place/cut-out-notes.ts';
import { Frame } from './layout/frame.tsx';
import { openEditor } from './session/open-editor.ts';
import { createLayout } from './layout/layout.ts';
import { toFrameStyle } from './layout/frame-style.ts';

/** The page of a canvas: stage, timeline, inspector and materials. */
export function EditorPage({ canvasId }: { canvasId: string }) {
  const { loaded, again } = useLoad(() => canvasAhead.take(canvasId), canvasId);
  switch (loaded.state) {
    case 'ready':
      return <OpenEditor key={loaded.data.id} canvas={loaded.data} />;
    case 'failed':
      return <NoCanvas error={loaded.error} again={again} />;
    case 'loading':
    default:
      return <Skeleton />;
  }
}

function OpenEditor({ canvas }: { canvas: DataOf<'getCanvas'> }) {
  const editor = useMemo(
    () => openEditor(canvas, (created) => cutOutNotes.noteCreated(canvas.id, created)),
    [canvas.id],
  );
  useEffect(() => editor.start(), [editor]);
  const { title } = editor.document.value;
  useEffect(() => {
    pageTitle.value = title;
  }, [title]);
  return (
    <EditorProvider value={editor}>
      <Keys />
      <Frame />
    </EditorProvider>
  );
}

function Keys() {
  useKeys();
  return null;
}

/** Explains why the editor did not open: the canvas is missing, has a newer version, or could not be read. */
function NoCanvas({ error, again }: { error: OffcutError; again: () => void }) {
  const isMissing = error.code === 'CANVAS_NOT_FOUND';
  const isNewer = error.code === 'VALIDATION_FAILED';
  const title = isMissing ? 'Canvas not found' : 'Could not open this canvas';
  useEffect(() => {
    pageTitle.value = title;
  }, [title]);
  return (
    <div class="page stack">
      <h1 tabIndex={-1}>{title}</h1>
      <p>
        {isMissing
          ? 'It was deleted, or it is in another browser. A canvas is stored only in the browser that created it.'
          : error.message}
      </p>
      <div class="row">
        <a class="button button-primary" href={toHref({ page: 'canvases' })}>
          All canvases
        </a>
        {!isMissing && (
          <button type="button" class="button" onClick={isNewer ? () => location.reload() : again}>
            {isNewer ? 'Reload the page' : 'Try again'}
          </button>
        )}
        {!isMissing && <NextStep errorCode={error.code} />}
      </div>
    </div>
  );
}

/** The skeleton of the editor while its canvas loads. */
function Skeleton() {
  const layout = useMemo(createLayout, []);
  return (
    <div
      class={`editor editor-${layout.shape.value}`}
      style={toFrameStyle(layout)}
      aria-busy="true"
      aria-label="Loading canvas"
    >
      <div class="editor-top" />
      {layout.shape.value === 'wide' && <div class="editor-left" />}
      {layout.right.value && <div class="editor-right" />}
      <div class="editor-middle" />
      <div class="editor-bottom" />
      {layout.shape.value === 'phone' && <div class="editor-foot" />}
    </div>
  );
}
