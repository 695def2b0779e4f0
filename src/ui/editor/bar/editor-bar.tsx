import { useEditor } from '../editor.ts';
import { ExportButton } from '../export/export-button.tsx';

/** Title, history, saving and export. */
export function EditorBar() {
  const { document, history } = useEditor();
  return (
    <header class="editor-bar row">
      <h1>{document.value.title}</h1>
      <button
        type="button"
        class="button button-quiet"
        disabled={history.undoLabel.value === null}
        onClick={history.undo}
      >
        Undo
      </button>
      <button
        type="button"
        class="button button-quiet"
        disabled={history.redoLabel.value === null}
        onClick={history.redo}
      >
        Redo
      </button>
      <ExportButton />
    </header>
  );
}
