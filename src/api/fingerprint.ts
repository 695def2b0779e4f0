import { isMatteEntry, type ModelEntry } from '#core/model/models.ts';
import type { MaterialWish } from '#core/protocol/operation.ts';
import type { Asset } from '#core/model/records.ts';
import { recipes, type RecipeId } from '#recipes/catalog.ts';
import { hashText, toCanonicalJson } from './hash.ts';

/** All data that a result depends on. `assets` are the materials of `wishes`, in their order. */
type Identity = {
  readonly recipeId: RecipeId;
  readonly input: Readonly<Record<string, unknown>>;
  readonly wishes: readonly MaterialWish[];
  readonly assets: readonly Pick<Asset, 'sha256'>[];
  readonly models: readonly ModelEntry[];
  readonly isWatermarked: boolean;
};

/** Returns the hash of a run's identity, which is equal for two runs exactly if they must give the same result. */
export function toFingerprint({ recipeId, input, wishes, assets, models, isWatermarked }: Identity): Promise<string> {
  // A run that names its default model is the same run, and so is a run with another handle for the same bytes.
  const { model: _, ...parameters } = input;
  const hashes = assets.map(({ sha256 }) => `sha256:${sha256}`);
  const places = new Map(wishes.map(({ path }, index) => [path, hashes[index]]));
  return hashText(
    toCanonicalJson({
      recipeId,
      version: recipes[recipeId].version,
      parameters: replaceIn(parameters, places),
      materials: hashes,
      models: models.map(toModelIdentity),
      isWatermarked,
    }),
  );
}

/** The properties of a model that affect its output. A user may add the same files again under the same id with other settings. */
function toModelIdentity(entry: ModelEntry): object {
  const { id, family } = entry;
  if (!isMatteEntry(entry)) {
    return { id, family, files: entry.variants.map(({ sha256 }) => ({ sha256 })) };
  }
  const { normalisation, state, consensus, variants } = entry;
  const files = variants.map(({ sha256, width, height }) => ({ sha256, width, height }));
  return { id, family, normalisation, state, ...(consensus && { consensus }), files };
}

/** Does the same as `replaceAt` for the fields of an object. */
export const replaceIn = (
  fields: Readonly<Record<string, unknown>>,
  places: ReadonlyMap<string, string | undefined>,
): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, replaceAt(value, places, name)]));

/** Copies a JSON value with the strings at some paths replaced. Equal strings at other paths stay. */
function replaceAt(value: unknown, places: ReadonlyMap<string, string | undefined>, path: string): unknown {
  const replace = (one: unknown, key: string | number): unknown => replaceAt(one, places, `${path}.${key}`);
  if (typeof value === 'string') {
    return places.get(path) ?? value;
  }
  if (Array.isArray(value)) {
    return value.map(replace);
  }
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, replace(one, key)]));
  }
  return value;
}
