import { useSignal } from '@preact/signals';
import { documentLimits } from '#core/timeline/limits.ts';
import { useEditor } from '../editor.ts';

/** The title of the canvas, which is also the field that renames it. */
export function TitleField() {
  const { document, apply } = useEditor();
  const { title } = document.value;
  // The typed text is preserved while others change the canvas.
  const draft = useSignal<string | null>(null);
  const rename = (): void => {
    const next = draft.value?.trim() ?? '';
    draft.value = null;
    if (next !== '' && next !== title) {
      apply([{ type: 'set-canvas', title: next }], 'Rename canvas');
    }
  };
  return (
    <>
      <h1 class="hidden-text" tabIndex={-1}>
        {title}
      </h1>
      <input
        class="editor-title"
        aria-label="Canvas title"
        title="Rename"
        value={draft.value ?? title}
        maxLength={documentLimits.nameLength}
        autocomplete="off"
        spellcheck={false}
        onInput={({ currentTarget }) => (draft.value = currentTarget.value)}
        onBlur={rename}
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            draft.value = null;
          }
          if (event.key === 'Enter' || event.key === 'Escape') {
            event.currentTarget.blur();
          }
        }}
      />
    </>
  );
}
