import { useEditor } from '../editor.ts';

/** The tracks and their items in time. */
export function Timeline() {
  const { shown, selection } = useEditor();
  return (
    <section class="editor-timeline" aria-label="Timeline">
      {shown.value.tracks.toReversed().map(({ id, name, items }) => (
        <ul key={id} aria-label={name}>
          {items.map((item) => (
            <li key={item.id}>
              <button type="button" onClick={() => (selection.value = [item.id])}>
                {item.name}
              </button>
            </li>
          ))}
        </ul>
      ))}
    </section>
  );
}
