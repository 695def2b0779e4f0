import { batch } from '@preact/signals';
import type { VisualItem } from '#core/timeline/document.ts';
import { isVisual } from '#core/timeline/schedule.ts';
import { announce } from '#ui/app/announce.ts';
import type { Editor } from '../editor.ts';

/** Selects the transition of an item, instead of items. */
export function chooseTransition(
  { selection, view }: Pick<Editor, 'selection' | 'view'>,
  itemId: string,
  isFocusWanted = false,
): void {
  const none: readonly string[] = [];
  batch(() => {
    view.transition.value = { itemId, selection: none, isFocusWanted };
    selection.value = none;
  });
}

/** Returns the id of the item whose transition is selected; null without one. */
export const getChosenId = ({ selection, view }: Pick<Editor, 'selection' | 'view'>): string | null =>
  view.transition.value?.selection === selection.value ? view.transition.value.itemId : null;

/** Returns the item whose transition is selected; null if there is none, or if the item has lost its transition. */
export function findChosen(editor: Pick<Editor, 'selection' | 'view' | 'document'>): VisualItem | null {
  const id = getChosenId(editor);
  const item =
    id === null ? undefined : editor.document.value.tracks.flatMap(({ items }) => items).find((one) => one.id === id);
  return item && isVisual(item) && item.transition ? item : null;
}

/** Whether any item has a transition. */
export const hasTransition = ({ document }: Pick<Editor, 'document'>): boolean =>
  document.value.tracks.some(({ items }) => items.some((item) => item.type !== 'sound' && item.transition));

/** Removes the transition of an item, as one step of the history. */
export function removeTransition({ apply }: Pick<Editor, 'apply'>, item: VisualItem): void {
  if (apply([{ type: 'set', itemId: item.id, properties: { transition: null } }], 'Remove transition')) {
    announce('Transition removed.');
  }
}
