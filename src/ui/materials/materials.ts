import { signal } from '@preact/signals';
import { call, type DataOf } from '../client.ts';

/** The stored materials, newest first; null before the first answer. */
export const keptMaterials = signal<DataOf<'listMaterials'> | null>(null);

/** Reads the materials again. Throws ApiError. */
export async function refreshMaterials(signal?: AbortSignal): Promise<DataOf<'listMaterials'>> {
  keptMaterials.value = await call('listMaterials', signal ? { signal } : {});
  return keptMaterials.value;
}

/** The name of a material: that of its file, or the end of its address. Undefined for a deleted material without address. */
export function findMaterialName(material: string): string | undefined {
  const kept = keptMaterials.value?.find((each) => each.material === material || each.sourceUrl === material);
  return kept?.name ?? (URL.canParse(material) ? new URL(material).pathname.split('/').at(-1) : undefined);
}
