import type { ComponentType } from 'preact';
import type { JobView } from '#operations/jobs.ts';
import { later } from '#ui/kit/parts/later.tsx';
import { VideoResult } from './any/result.tsx';
import type { ReviewProps } from './any/review-frame.tsx';

/** The parts of a job's page that a recipe can replace, each in a module of its `ui` folder. */
type RecipeParts = {
  /** `review.tsx`: the proposal of a job that waits for review. */
  readonly Review: ComponentType<ReviewProps>;
  /** `result.tsx`: the result of a completed job. */
  readonly Result: ComponentType<{ job: JobView }>;
  /** `retry.tsx`: a changed run that may succeed after this job failed. */
  readonly Retry: ComponentType<{ job: JobView }>;
};

const ProposalReview = later(async () => (await import('./any/review.tsx')).ProposalReview);
const NoRetry = () => null;

const reviews = byRecipe(
  import.meta.glob<RecipeParts['Review']>('../../recipes/*/ui/review.tsx', { import: 'Review' }),
);
const results = byRecipe(
  import.meta.glob<RecipeParts['Result']>('../../recipes/*/ui/result.tsx', { import: 'Result' }),
);
const retries = byRecipe(import.meta.glob<RecipeParts['Retry']>('../../recipes/*/ui/retry.tsx', { import: 'Retry' }));

/** Returns components by recipe id. The code of each is fetched when it is first shown. */
function byRecipe<Props extends object>(
  modules: Readonly<Record<string, () => Promise<ComponentType<Props>>>>,
): ReadonlyMap<string, ComponentType<Props>> {
  return new Map(Object.entries(modules).map(([path, load]) => [path.split('/').at(-3) ?? '', later(load)]));
}

/**
 * Returns the parts for the jobs of a recipe: its own parts, otherwise those for any recipe, including recipes that this
 * version does not know.
 */
export const getRecipeParts = (recipeId: string): RecipeParts => ({
  Review: reviews.get(recipeId) ?? ProposalReview,
  Result: results.get(recipeId) ?? VideoResult,
  Retry: retries.get(recipeId) ?? NoRetry,
});
