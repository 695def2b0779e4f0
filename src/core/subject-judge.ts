import type { Quality } from './formats.ts';
import type { ModelEntry, RunnableModel } from './models.ts';

/**
 * Returns the model that says whether there is a subject: the one with the greatest weight in a consensus, the first of equals. Both
 * qualities ask the same model, so that they agree. Null where no model has a weight.
 */
export function findJudge<T extends { readonly entry: ModelEntry }>(models: readonly T[]): T | null {
  const weightOf = ({ entry }: T): number => ('consensus' in entry ? (entry.consensus?.weight ?? 0) : 0);
  const heaviest = models.reduce((most, one) => Math.max(most, weightOf(one)), 0);
  return models.find((one) => heaviest > 0 && weightOf(one) === heaviest) ?? null;
}

/**
 * Returns the models of a run that make each matte, and the one that says whether there is a subject. `fast` makes mattes with the
 * first model alone. A run of one model is its own judge, which is null.
 */
export function splitModels(
  models: readonly RunnableModel[],
  quality: Quality,
): { readonly mattes: readonly RunnableModel[]; readonly judge: RunnableModel | null } {
  const mattes = quality === 'fast' ? models.slice(0, 1) : models;
  return { mattes, judge: models.length > 1 ? findJudge(models) : null };
}
