import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { useEditor, type Editor } from '../editor.ts';
import { addMaterial } from '../materials/add-material.ts';
import { readMaterial, materialType } from '../materials/dragged.ts';
import { createMove } from './arrange.ts';
import { createKeySteps } from './key-steps.ts';
import { listenToZoomAndPan } from './zoom-and-pan.ts';
import { itemsUnder, pressPicture } from './press-picture.ts';
import { seenAt, seenSelection } from './selected.ts';
import { frameIn } from './stage-view.ts';

/** The area of the canvas, which zooms and pans; the pointer selects and moves items, and the arrow keys move them. */
export function Viewport({ children }: { children: ComponentChildren }) {
  const editor = useEditor();
  const { stage, shown, selection } = editor;
  const element = useRef<HTMLDivElement>(null);
  const steps = useMemo(() => createKeySteps(editor), [editor]);
  useLayoutEffect(() => (element.current ? listenToZoomAndPan(element.current, editor) : undefined), [editor]);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.target !== event.currentTarget || stage.mode.value.type !== 'arrange' || event.altKey) {
      return;
    }
    const start = () => {
      const seen = seenSelection(editor).filter(({ isFree }) => isFree);
      return seen.length > 0 ? createMove(editor, seen, frameIn(stage, shown.value).scale, false) : null;
    };
    const [first] = seenSelection(editor);
    if (!steps.press(event, start) && event.key === 'Enter' && first?.item.type === 'text' && first.isFree) {
      event.preventDefault();
      stage.mode.value = { type: 'text', itemId: first.item.id };
    }
  };
  return (
    <div
      class="stage-view"
      tabIndex={0}
      role="group"
      aria-label={
        selection.value.length > 0
          ? 'Preview: arrow keys move the selection'
          : 'Preview: select an item to move it with the arrow keys'
      }
      ref={element}
      data-commands
      onKeyDown={onKeyDown}
      onKeyUp={steps.release}
      onBlur={steps.release}
      onPointerDown={(event) => pressPicture(event, editor)}
      onDragOver={(event) => {
        if (event.dataTransfer?.types.includes(materialType)) {
          event.preventDefault();
        }
      }}
      onDrop={(event) => dropMaterial(event, editor)}
      onDblClick={(event) => writeText(event, editor)}
    >
      {children}
    </div>
  );
}

/** Adds a material that is dropped on the preview at the playhead. */
function dropMaterial(event: DragEvent, editor: Editor): void {
  const material = readMaterial(event);
  if (material) {
    event.preventDefault();
    addMaterial(editor, material);
  }
}

/** Starts to edit a text on a double click, even if other items are above it. */
function writeText(event: MouseEvent, editor: Editor): void {
  const { stage, selection, shown, transport } = editor;
  const under = itemsUnder(event, editor);
  const texts = seenAt(shown.value, transport.seconds.value).filter(({ item }) => item.type === 'text');
  const itemId = under.find((id) => texts.some(({ item }) => item.id === id));
  if (stage.mode.value.type === 'arrange' && itemId !== undefined) {
    event.preventDefault();
    selection.value = [itemId];
    stage.mode.value = { type: 'text', itemId };
  }
}
