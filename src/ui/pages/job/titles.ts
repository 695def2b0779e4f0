import type { JobView } from '#operations/jobs.ts';
import { canvasTitles } from '#ui/pages/canvases/all-canvases.ts';
import { toRecipeName } from '#ui/pages/home/recipe-cards.ts';
import { findMaterialName } from '#ui/pages/materials/materials.ts';

/**
 * Returns the name of a job: that of the exported canvas or of its first material, or of its recipe if the material is
 * deleted.
 */
export const jobTitle = (job: Pick<JobView, 'recipeId' | 'material' | 'input'>): string =>
  canvasTitle(job) ?? (job.material === undefined ? undefined : findMaterialName(job.material)) ?? recipeTitle(job);

/** Returns the name of the job's recipe. */
export const recipeTitle = ({ recipeId }: Pick<JobView, 'recipeId'>): string => toRecipeName(recipeId);

/** Returns the canvas of an export job; undefined for other jobs. */
export const exportedCanvas = ({ recipeId, input }: Pick<JobView, 'recipeId' | 'input'>): string | undefined =>
  recipeId === 'export' && typeof input['canvasId'] === 'string' ? input['canvasId'] : undefined;

function canvasTitle(job: Pick<JobView, 'recipeId' | 'input'>): string | undefined {
  const title = canvasTitles.value?.get(exportedCanvas(job) ?? '');
  return title === '' ? undefined : title;
}
