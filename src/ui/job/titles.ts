import type { JobView } from '#operations/jobs.ts';
import { findMaterialName } from '../materials/materials.ts';

/** The name of a job: that of its first material, or of its recipe when it has none that is kept. */
export const jobTitle = (job: Pick<JobView, 'recipeId' | 'material'>): string =>
  (job.material === undefined ? undefined : findMaterialName(job.material)) ?? recipeTitle(job);

/** The name of a recipe, from its id: `remove-background` is `Remove background`. */
export function recipeTitle({ recipeId }: Pick<JobView, 'recipeId'>): string {
  const words = recipeId.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
