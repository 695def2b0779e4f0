import type { JobView } from '#operations/jobs.ts';
import { toRecipeName } from '../home/recipe-cards.ts';
import { findMaterialName } from '../materials/materials.ts';

/** The name of a job: that of its first material, or of its recipe when it has none that is kept. */
export const jobTitle = (job: Pick<JobView, 'recipeId' | 'material'>): string =>
  (job.material === undefined ? undefined : findMaterialName(job.material)) ?? recipeTitle(job);

/** The name of the recipe of a job. */
export const recipeTitle = ({ recipeId }: Pick<JobView, 'recipeId'>): string => toRecipeName(recipeId);
