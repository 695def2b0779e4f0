import { getMediaKind } from '#core/model/media-kind.ts';
import type { Recipe } from '#core/protocol/operation.ts';
import type { Asset, Job } from '#core/model/records.ts';
import { invalid } from './parse-request.ts';

type Input = Job['input'];

/**
 * Returns the input of a run after its recipe has adapted it to the materials. Throws VALIDATION_FAILED, with paths that begin with
 * `within`, for an input that does not suit them.
 */
export function settleInput(
  recipe: Recipe,
  input: Input,
  materials: readonly (Pick<Asset, 'facts' | 'mimeType'> | undefined)[],
  within: readonly string[] = [],
): Input {
  // The kind of a material that was deleted in the meantime is unknown.
  const kinds = materials.flatMap((one) => (one ? [one.facts?.kind ?? getMediaKind(one.mimeType)] : []));
  const settled = kinds.length === materials.length && recipe.settleInput?.(input, kinds);
  if (!settled) {
    return input;
  }
  if (settled.faults.length > 0) {
    throw invalid(settled.faults.map(({ path, message }) => ({ path: [...within, path].join('.'), message })));
  }
  return { ...input, ...settled.changes };
}
