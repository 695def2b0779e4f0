import { announce } from '#ui/app/announce.ts';
import type { Editor } from '../editor.ts';
import { mainTrackFor } from '../timeline/magnet.ts';
import { placeClips, type Place } from './place.ts';
import type { Placeable } from './placeable.ts';

/** Adds a file to the timeline, by default at the playhead, and selects it. Returns its id, or null after a refusal. */
export const addMaterial = (editor: Editor, material: Placeable, place: Partial<Place> = {}): string | null =>
  addMaterials(editor, [material], place)?.[0] ?? null;

/** Adds files to the timeline one after the other, as one step. Returns the ids of their items, or null after a refusal. */
export function addMaterials(
  editor: Editor,
  materials: readonly Placeable[],
  { atSeconds = editor.transport.seconds.peek(), ...place }: Partial<Place> = {},
): readonly string[] | null {
  const { edits, itemIds } = placeClips(
    editor.document.peek(),
    materials,
    { ...place, atSeconds },
    mainTrackFor(editor),
  );
  const what = materials.length === 1 ? (materials[0]?.name ?? '') : `${materials.length} files`;
  const assets = Object.fromEntries(materials.map(({ assetId, file }) => [assetId, file]));
  if (!editor.apply(edits, `Add ${what}`, assets)) {
    return null;
  }
  editor.selection.value = itemIds;
  announce(`${what} added.`);
  return itemIds;
}
