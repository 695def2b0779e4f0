import { signal } from '@preact/signals';
import type { MediaKind } from '#core/model/media-kind.ts';
import { call } from '#ui/app/client.ts';
import { takeLatest } from '#ui/kit/take-latest.ts';
import { askForMaterials, isLookedInto } from '#ui/pages/materials/materials.ts';
import type { Material } from './placeable.ts';

/**
 * All files that can be added to a timeline, materials and results of runs, the newest first; null before the first response.
 */
export const fileList = signal<readonly Material[] | null>(null);

const askForFileList = takeLatest<readonly Material[]>((answer) => (fileList.value = answer));

/** Reloads the list; the lists of materials elsewhere update too. Throws OffcutError. */
export async function refreshFileList(): Promise<void> {
  const [take, takeMaterials] = [askForFileList(), askForMaterials()];
  const answer = await call('listMaterials', { query: { include: 'results' } });
  take(answer);
  takeMaterials(answer.filter((each) => !isResult(each)));
}

/** Returns whether a run or an export created the file. */
export const isResult = ({ envelopeId }: Material): boolean => envelopeId !== undefined;

/** Returns whether every file of the list is analyzed; if not, polling continues. */
export const isFileListSettled = (): boolean => fileList.value?.every(isLookedInto) ?? false;

export type FileFilter = MediaKind | 'all' | 'results';

/** Returns the files of a kind whose names contain every word of a search. Fonts are in the properties of texts. */
export function filterFiles(materials: readonly Material[], filter: FileFilter, search: string): Material[] {
  const words = search.toLowerCase().split(/\s+/);
  return materials.filter(
    (each) =>
      each.kind !== 'font' &&
      (filter === 'all' || (filter === 'results' ? isResult(each) : each.kind === filter)) &&
      words.every((word) => each.name.toLowerCase().includes(word)),
  );
}
