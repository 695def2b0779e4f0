import { useEditor } from '../editor.ts';
import { ClipActions } from '../in-place/clip-actions.tsx';

/** The properties of what is selected, or of the canvas. */
export function Inspector() {
  const { selection, shown } = useEditor();
  const items = shown.value.tracks.flatMap((track) => track.items);
  const [selected] = items.filter(({ id }) => selection.value.includes(id));
  return (
    <aside class="editor-inspector" aria-label="Properties">
      <h2>{selected?.name ?? 'Canvas'}</h2>
      {selected?.type === 'video' && <ClipActions item={selected} />}
    </aside>
  );
}
