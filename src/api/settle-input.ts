import { getMediaKind } from '#core/model/media-kind.ts';
import type { Recipe } from '#core/protocol/operation.ts';
import type { Asset, Job } from '#core/model/records.ts';
import { invalid } from './parse-request.ts';

type Input = Job['input'];

/**
 * The input of a run as its recipe settles it for its materials. Throws VALIDATION_FAILED, with paths that begin with `within`, for
 * what does not suit them.
 */
export function settleInput(
  recipe: Recipe,
  input: Input,
  materials: readonly (Pick<Asset, 'facts' | 'mimeType'> | undefined)[],
  within: readonly string[] = [],
): Input {
  // Of a material that was deleted meanwhile nothing is known.
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
