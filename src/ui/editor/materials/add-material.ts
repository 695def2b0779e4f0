import { announce } from '../../announce.ts';
import type { Editor } from '../editor.ts';
import { leaveOut } from '../in-place/cut-out-notes.ts';
import { placeClips, type Place } from './place.ts';
import type { Placeable } from './placeable.ts';

/** Puts a file on the timeline, at the playhead where no time is named, and selects it: its id, or null where it was refused. */
export const addMaterial = (editor: Editor, material: Placeable, place: Partial<Place> = {}): string | null =>
  addMaterials(editor, [material], place)?.[0] ?? null;

/** Puts files on the timeline one after the other, as one step: the ids of their items, or null where they were refused. */
export function addMaterials(
  editor: Editor,
  materials: readonly Placeable[],
  { trackId, atSeconds = editor.transport.seconds.peek() }: Partial<Place> = {},
): readonly string[] | null {
  const { edits, itemIds } = placeClips(editor.document.peek(), materials, { trackId, atSeconds });
  const what = materials.length === 1 ? (materials[0]?.name ?? '') : `${materials.length} files`;
  const assets = Object.fromEntries(materials.map(({ assetId, file }) => [assetId, file]));
  if (!editor.apply(edits, `Add ${what}`, assets)) {
    return null;
  }
  leaveOut(editor.canvasId, itemIds);
  editor.selection.value = itemIds;
  announce(`${what} added.`);
  return itemIds;
}
