import type { ComponentChildren } from 'preact';
import { useEditor } from '../editor.ts';
import { addBubbles, addShape, addText } from '../inspector/add-items.ts';
import type { ShapeKind, TextPreset } from '../inspector/adding/new-items.ts';
import { PanelTile } from './panel-tile.tsx';

const texts: readonly { readonly preset: TextPreset; readonly label: string; readonly face: ComponentChildren }[] = [
  { preset: 'title', label: 'Title', face: 'Title' },
  {
    preset: 'lower-third',
    label: 'Lower third',
    face: (
      <>
        Name
        <br />
        Job title
      </>
    ),
  },
  { preset: 'caption', label: 'Caption', face: 'Caption text' },
];

const shapes: readonly { readonly kind: ShapeKind; readonly label: string; readonly path: string }[] = [
  { kind: 'rectangle', label: 'Rectangle', path: 'M2.5 4h11v8h-11z' },
  { kind: 'ellipse', label: 'Ellipse', path: 'M2.5 8a5.5 4.5 0 1 0 11 0 5.5 4.5 0 1 0-11 0' },
  { kind: 'line', label: 'Line', path: 'M2.5 8h11' },
];

/** Texts, chat bubbles and shapes, which a click adds at the playhead. */
export function TextPanel() {
  const editor = useEditor();
  return (
    <section class="tile-panel" aria-label="Text">
      <div>
        <h3>Text</h3>
        <div class="panel-tiles">
          {texts.map(({ preset, label, face }) => (
            <AddTile
              key={preset}
              label={label}
              face={<span class={`text-face-${preset}`}>{face}</span>}
              onClick={() => addText(editor, preset)}
            />
          ))}
          <AddTile label="Bubbles" face={<BubblesFace />} onClick={() => addBubbles(editor)} />
        </div>
      </div>
      <div>
        <h3>Shapes</h3>
        <div class="panel-tiles">
          {shapes.map(({ kind, label, path }) => (
            <AddTile key={kind} label={label} face={<ShapeFace path={path} />} onClick={() => addShape(editor, kind)} />
          ))}
        </div>
      </div>
    </section>
  );
}

function AddTile({ label, ...rest }: { label: string; face: ComponentChildren; onClick: () => void }) {
  return <PanelTile label={label} name={`Add ${label.toLowerCase()}`} look="text-face" {...rest} />;
}

function BubblesFace() {
  return (
    <span class="text-face-bubbles">
      <i />
      <i />
    </span>
  );
}

function ShapeFace({ path }: { path: string }) {
  return (
    <svg viewBox="0 0 16 16">
      <path d={path} />
    </svg>
  );
}
