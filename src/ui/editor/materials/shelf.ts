import { signal } from '@preact/signals';
import type { MediaKind } from '#core/media-kind.ts';
import { call } from '../../client.ts';
import { takeLatest } from '../../take-latest.ts';
import { askForMaterials, isLookedInto } from '../../materials/materials.ts';
import type { Material } from './placeable.ts';

/** All that can be put on a timeline: kept materials and results of runs, the newest first; null before the first answer. */
export const shelf = signal<readonly Material[] | null>(null);

const askForShelf = takeLatest<readonly Material[]>((answer) => (shelf.value = answer));

/** Reads the shelf again; the lists of materials elsewhere follow. Throws ApiError. */
export async function refreshShelf(): Promise<void> {
  const [take, takeMaterials] = [askForShelf(), askForMaterials()];
  const answer = await call('listMaterials', { query: { include: 'results' } });
  take(answer);
  takeMaterials(answer.filter((each) => !isResult(each)));
}

/** Whether a run or an export made the file. */
export const isResult = ({ envelopeId }: Material): boolean => envelopeId !== undefined;

/** Whether a file of the shelf is yet to be looked into, so that it is worth asking again. */
export const isShelfSettled = (): boolean => shelf.value?.every(isLookedInto) ?? false;

export type ShelfFilter = MediaKind | 'all' | 'results';

/** The files of a kind whose names hold every word of a search. */
export function findOnShelf(materials: readonly Material[], filter: ShelfFilter, search: string): Material[] {
  const words = search.toLowerCase().split(/\s+/);
  return materials.filter(
    (each) =>
      (filter === 'all' || (filter === 'results' ? isResult(each) : each.kind === filter)) &&
      words.every((word) => each.name.toLowerCase().includes(word)),
  );
}
