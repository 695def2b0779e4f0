import { readFile } from 'node:fs/promises';
import { knownMattes } from '#core/model/manifest.ts';
import { isShipped, type MatteEntry, type ModelVariant } from '#core/model/models.ts';

/** The models that lie beside the site. */
export const shippedModels: readonly MatteEntry[] = knownMattes.filter(isShipped).toSorted((a, b) => b.rank - a.rank);

/** The ids of the models that ship and agree at `best`, the best first. */
export const shippedPanel: readonly string[] = shippedModels.filter((one) => one.consensus).map(({ id }) => id);

/** What the product cuts with at `fast` when nothing is installed: tests take its name and sizes from here alone. */
export const shippedModel: MatteEntry = findShipped();

/** The variant for pictures of 256 by `height`. */
export function shippedVariant(height: 144 | 256): ModelVariant {
  const variant = shippedModel.variants.find((one) => one.width === 256 && one.height === height);
  if (!variant) {
    throw new Error(`${shippedModel.name} has no variant of 256x${height}`);
  }
  return variant;
}

/** The weights that ship, of the family matte-nano for pictures of 256 by `height`. */
export const shippedWeights = async (height: 144 | 256): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await readFile(new URL(`../../models/${shippedVariant(height).file}`, import.meta.url)));

function findShipped(): MatteEntry {
  const [model] = shippedModels;
  if (!model) {
    throw new Error('no model ships');
  }
  return model;
}
