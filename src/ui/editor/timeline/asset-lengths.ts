import { signal } from '@preact/signals';
import { call } from '../../client.ts';

const lengths = signal<ReadonlyMap<string, number>>(new Map());

/** How long the file of an asset is, in seconds; undefined while that is not known. */
export const lengthOf = (assetId: string): number | undefined => lengths.peek().get(assetId);

/** Reads how long materials are, so that clips are not trimmed beyond their ends. Without an answer they can be. */
export async function readLengths(signal: AbortSignal): Promise<void> {
  const materials = await call('listMaterials', { signal }).catch(() => []);
  lengths.value = new Map([
    ...lengths.peek(),
    ...materials.flatMap(({ material, durationSeconds }) =>
      typeof durationSeconds === 'number' ? [[material, durationSeconds] as const] : [],
    ),
  ]);
}
