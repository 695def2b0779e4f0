import { signal } from '@preact/signals';
import type { Item } from '#core/timeline/document.ts';
import { announce } from '#ui/app/announce.ts';
import type { Editor } from '../editor.ts';
import { findSelected } from './subject.ts';
import { pasteLookEdits } from './values/look.ts';

/** The item whose look was copied, in its state at that time: from any canvas that was open on this page. */
const copied = signal<Item | null>(null);

const firstSelected = ({ document, selection }: Editor): Item | undefined =>
  findSelected(document.value, selection.value)[0];

export const canCopyLook = (editor: Editor): boolean => firstSelected(editor) !== undefined;
export const canPasteLook = (editor: Editor): boolean => copied.value !== null && canCopyLook(editor);

/** Copies the visual style and the volume of the selected item. */
export function copyLook(editor: Editor): void {
  const item = firstSelected(editor);
  if (item) {
    copied.value = item;
    announce(`Copied attributes of ${item.name}`);
  }
}

/** Applies the copied look to the selected items, as one step of the history. */
export function pasteLook(editor: Editor): void {
  const { document, selection, apply } = editor;
  const edits = copied.value ? pasteLookEdits(copied.value, findSelected(document.value, selection.value)) : [];
  if (edits.length > 0 && apply(edits, 'Paste attributes')) {
    announce('Attributes pasted');
  }
}
