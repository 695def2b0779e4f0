import type { NewItem } from '#core/timeline/document.ts';
import { announce } from '#ui/app/announce.ts';
import type { Editor } from '../editor.ts';
import { newBubbles, newShape, newText, type ShapeKind, type TextPreset } from './adding/new-items.ts';
import { placeItem } from './adding/place-item.ts';
import { textToType } from './text/text-to-type.ts';

/** Adds a text at the playhead and selects it; its field in the inspector receives the focus. */
export function addText(editor: Editor, preset: TextPreset): void {
  textToType.value = add(editor, newText(editor.document.peek(), preset));
  editor.layout.show('properties');
}

/** Adds a shape at the playhead and selects it. */
export function addShape(editor: Editor, kind: ShapeKind): void {
  add(editor, newShape(editor.document.peek(), kind));
}

/** Adds a short chat at the playhead and selects it. */
export function addBubbles(editor: Editor): void {
  add(editor, newBubbles(editor.document.peek()));
}

/** Adds an item as one step of the history. Returns its id, or null after a refusal. */
function add({ document, transport, selection, apply }: Editor, item: NewItem): string | null {
  const { itemId, edits } = placeItem(document.peek(), item, transport.seconds.peek());
  if (!apply(edits, `Add ${item.name.toLowerCase()}`)) {
    return null;
  }
  selection.value = [itemId];
  announce(`${item.name} added at the playhead.`);
  return itemId;
}
