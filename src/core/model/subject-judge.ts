import type { Quality } from './formats.ts';
import type { ModelEntry, RunnableModel } from './models.ts';

/** The number of judges. They are of different families, because those rarely fail on the same image. */
const judgeCount = 2;

/**
 * Returns the models that decide whether there is a subject: the model of an ensemble with the greatest weight, and the first of
 * another family. Both qualities use the same models, so that they decide alike. Empty if no model has a weight.
 */
export function findJudges<T extends { readonly entry: ModelEntry }>(models: readonly T[]): T[] {
  const getWeight = ({ entry }: T): number => ('consensus' in entry ? (entry.consensus?.weight ?? 0) : 0);
  const weighty = models
    .filter((one) => getWeight(one) > 0)
    .toSorted((one, other) => getWeight(other) - getWeight(one));
  const families = [...new Set(weighty.map(({ entry }) => entry.family))].slice(0, judgeCount);
  return families.flatMap((family) => weighty.find(({ entry }) => entry.family === family) ?? []);
}

/**
 * Returns the models of a run that create each matte, and those that decide whether there is a subject. `fast` creates mattes with
 * only the first model. A run of one model is its own judge and has no others.
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
