import { call } from '#ui/app/client.ts';
import { refreshMaterials, type Material } from './materials.ts';

/** The folder whose files are shown: a name, all files, or those without a folder. */
export type Shown = { readonly kind: 'all' | 'none' } | { readonly kind: 'folder'; readonly name: string };

/** Returns the names of the folders, sorted, each with its number of files. */
export function countFolders(
  materials: readonly Material[],
): readonly { readonly name: string; readonly count: number }[] {
  const counts = new Map<string, number>();
  for (const { folder } of materials) {
    if (folder !== undefined) {
      counts.set(folder, (counts.get(folder) ?? 0) + 1);
    }
  }
  return [...counts]
    .map(([name, count]) => ({ name, count }))
    .toSorted((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }));
}

/** Returns the materials of a folder whose names contain every word of a search. */
export function findMaterials(materials: readonly Material[], shown: Shown, search: string): Material[] {
  const words = search.toLowerCase().split(/\s+/);
  return materials.filter(
    ({ name, folder }) =>
      (shown.kind === 'all' || folder === (shown.kind === 'folder' ? shown.name : undefined)) &&
      words.every((word) => name.toLowerCase().includes(word)),
  );
}

/** Puts materials into a folder; null takes them out. Throws OffcutError. */
export async function moveMaterials(materials: readonly string[], folder: string | null): Promise<void> {
  for (const material of materials) {
    await call('setFolder', { params: { material }, body: { folder } });
  }
  await refreshMaterials();
}
