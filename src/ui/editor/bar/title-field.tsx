import { documentLimits } from '#core/timeline/limits.ts';
import { useEditor } from '../editor.ts';

/** The title of the canvas, which is renamed where it stands. */
export function TitleField() {
  const { document, apply } = useEditor();
  const { title } = document.value;
  const rename = (field: HTMLInputElement): void => {
    const next = field.value.trim();
    if (next !== '' && next !== title) {
      apply([{ type: 'set-canvas', title: next }], 'Rename the canvas');
    }
    field.value = next || title;
  };
  return (
    <>
      <h1 class="hidden-text" tabIndex={-1}>
        {title}
      </h1>
      <input
        class="editor-title"
        aria-label="Title of the canvas"
        title="Rename"
        value={title}
        maxLength={documentLimits.nameLength}
        autocomplete="off"
        spellcheck={false}
        onBlur={({ currentTarget }) => rename(currentTarget)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            event.currentTarget.value = title;
          }
          if (event.key === 'Enter' || event.key === 'Escape') {
            event.currentTarget.blur();
          }
        }}
      />
    </>
  );
}
