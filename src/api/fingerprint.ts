import type { ModelEntry } from '#core/models.ts';
import type { MaterialWish } from '#core/operation.ts';
import type { Asset } from '#core/records.ts';
import { recipes, type RecipeId } from '#recipes/catalog.ts';
import { hashText, toCanonicalJson } from './hash.ts';

/** All that a result depends on; `assets` are the materials of `wishes`, in their order. */
type Identity = {
  readonly recipeId: RecipeId;
  readonly input: Readonly<Record<string, unknown>>;
  readonly wishes: readonly MaterialWish[];
  readonly assets: readonly Pick<Asset, 'sha256'>[];
  readonly models: readonly ModelEntry[];
  readonly isWatermarked: boolean;
};

/** The hash of a run's identity: equal for two runs exactly if they must give the same result. */
export function toFingerprint({ recipeId, input, wishes, assets, models, isWatermarked }: Identity): Promise<string> {
  // Naming the model that would be used anyway is the same run, and so is another name for the same bytes.
  const { model: _, ...parameters } = input;
  const hashes = new Map(wishes.map(({ material }, index) => [material, `sha256:${assets[index]?.sha256}`]));
  return hashText(
    toCanonicalJson({
      recipeId,
      version: recipes[recipeId].version,
      parameters: replaceStrings(parameters, hashes),
      models: models.map(({ id, variants }) => ({ id, files: variants.map((one) => one.sha256) })),
      isWatermarked,
    }),
  );
}

/** A copy of a JSON value in which strings that the map knows are replaced. */
function replaceStrings(value: unknown, replacements: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') {
    return replacements.get(value) ?? value;
  }
  if (Array.isArray(value)) {
    return value.map((one) => replaceStrings(one, replacements));
  }
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, replaceStrings(one, replacements)]));
  }
  return value;
}
