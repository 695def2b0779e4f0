import type { Quality } from './formats.ts';
import type { ModelEntry, RunnableModel } from './models.ts';

/** The number of judges. They are of different families, which seldom err on the same picture. */
const judgeCount = 2;

/**
 * Returns the models that say whether there is a subject: of a consensus that one with the greatest weight, and the first of another
 * family. Both qualities ask the same models, so that they agree. Empty where no model has a weight.
 */
export function findJudges<T extends { readonly entry: ModelEntry }>(models: readonly T[]): T[] {
  const weightOf = ({ entry }: T): number => ('consensus' in entry ? (entry.consensus?.weight ?? 0) : 0);
  const weighty = models.filter((one) => weightOf(one) > 0).toSorted((one, other) => weightOf(other) - weightOf(one));
  const families = [...new Set(weighty.map(({ entry }) => entry.family))].slice(0, judgeCount);
  return families.flatMap((family) => weighty.find(({ entry }) => entry.family === family) ?? []);
}

/**
 * Returns the models of a run that make each matte, and those that say whether there is a subject. `fast` makes mattes with the
 * first model alone. A run of one model is its own judge and has no others.
 */
export function splitModels(
  models: readonly RunnableModel[],
  quality: Quality,
): { readonly mattes: readonly RunnableModel[]; readonly judges: readonly RunnableModel[] } {
  const mattes = quality === 'fast' ? models.slice(0, 1) : models;
  return {
    mattes,
    judges: models.length > 1 ? findJudges(models.filter((one) => one !== mattes[0] || quality === 'best')) : [],
  };
}
