import { readFile } from 'node:fs/promises';
import { knownMattes } from '#core/model/manifest.ts';
import { isShipped, type MatteEntry, type ModelVariant } from '#core/model/models.ts';

/** The models in the site's folder. */
export const shippedModels: readonly MatteEntry[] = knownMattes.filter(isShipped).toSorted((a, b) => b.rank - a.rank);

/** The ids of the shipped models that form the ensemble at `best`, the best first. */
export const shippedPanel: readonly string[] = shippedModels.filter((one) => one.consensus).map(({ id }) => id);

/** The model that the product uses at `fast` if none is installed: tests take its name and sizes only from here. */
export const shippedModel: MatteEntry = findShipped();

/** Returns the variant for images of 256 by `height`. */
export function shippedVariant(height: 144 | 256): ModelVariant {
  const variant = shippedModel.variants.find((one) => one.width === 256 && one.height === height);
  if (!variant) {
    throw new Error(`${shippedModel.name} has no variant of 256x${height}`);
  }
  return variant;
}

/** Returns the shipped weights, of the family matte-nano for images of 256 by `height`. */
export const shippedWeights = async (height: 144 | 256): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await readFile(new URL(`../../models/${shippedVariant(height).file}`, import.meta.url)));

function findShipped(): MatteEntry {
  const [model] = shippedModels;
  if (!model) {
    throw new Error('no model ships');
  }
  return model;
}
