import type { JobView } from '#operations/jobs.ts';
import { findMaterialName } from '../materials.ts';

/** What a job is called: as its video, or as its recipe when that is not kept any more. */
export const jobTitle = (job: Pick<JobView, 'recipeId' | 'material'>): string =>
  (job.material !== undefined && findMaterialName(job.material)) || recipeTitle(job);

/** A recipe's id in words: `remove-background` is `Remove background`. */
export function recipeTitle({ recipeId }: Pick<JobView, 'recipeId'>): string {
  const words = recipeId.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
