import { useEditor } from '../../editor.ts';
import { addBubbles, addShape, addText } from '../add-items.ts';
import { Section } from '../controls/section.tsx';

/** The items that can be added to the canvas at the playhead. */
export function AddSection() {
  const editor = useEditor();
  return (
    <Section title="Add at the playhead">
      <div class="add-tiles">
        <AddButton label="Title" path="M3 4V2.5h10V4M8 2.5v11M6 13.5h4" onClick={() => addText(editor, 'title')} />
        <AddButton label="Lower third" path="M2 3h12v10H2zM4 10.5h5" onClick={() => addText(editor, 'lower-third')} />
        <AddButton label="Caption" path="M2 3h12v10H2zM4 8h8M5 10.5h6" onClick={() => addText(editor, 'caption')} />
        <AddButton label="Rectangle" path="M2.5 4h11v8h-11z" onClick={() => addShape(editor, 'rectangle')} />
        <AddButton
          label="Ellipse"
          path="M2.5 8a5.5 4.5 0 1 0 11 0 5.5 4.5 0 1 0-11 0"
          onClick={() => addShape(editor, 'ellipse')}
        />
        <AddButton
          label="Bubbles"
          path="M2 3.5h8v5H5.5l-2 2v-2H2zM12 6.5h2v5h-1.5v2l-2-2H7"
          onClick={() => addBubbles(editor)}
        />
      </div>
    </Section>
  );
}

function AddButton({ label, path, onClick }: { label: string; path: string; onClick: () => void }) {
  return (
    <button type="button" class="add-tile" aria-label={`Add ${label.toLowerCase()}`} onClick={onClick}>
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <path d={path} />
      </svg>
      {label}
    </button>
  );
}
