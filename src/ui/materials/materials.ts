import { signal } from '@preact/signals';
import { call, type DataOf } from '../client.ts';
import { takeLatest } from '../take-latest.ts';

/** The stored materials, newest first; null before the first answer. */
export const keptMaterials = signal<DataOf<'listMaterials'> | null>(null);

/** Before the materials are asked for: gives what takes the answer. */
export const askForMaterials = takeLatest<DataOf<'listMaterials'>>((answer) => (keptMaterials.value = answer));

/** Reads the materials again. Throws ApiError. */
export async function refreshMaterials(signal?: AbortSignal): Promise<DataOf<'listMaterials'>> {
  const take = askForMaterials();
  const answer = await call('listMaterials', signal ? { signal } : {});
  take(answer);
  return answer;
}

/** The name of a material: that of its file, or the end of its address. Undefined for a deleted material without address. */
export function findMaterialName(material: string): string | undefined {
  const kept = keptMaterials.value?.find((each) => each.material === material || each.sourceUrl === material);
  return kept?.name ?? (URL.canParse(material) ? new URL(material).pathname.split('/').at(-1) : undefined);
}
