import type { ComponentType } from 'preact';
import type { JobView } from '#operations/jobs.ts';
import type { RecipeId } from '#recipes/catalog.ts';
import { later } from '../parts/later.tsx';
import { VideoResult } from './any/result.tsx';
import { ExportResult } from './export/result.tsx';
import { CutOutResult } from './remove-background/result.tsx';
import { CutOutRetry } from './remove-background/retry.tsx';

/** The parts of a job's page that depend on its recipe. */
type RecipePages = {
  /** The proposal of a job that waits for review; `onReviewed` takes the job after the decision. */
  readonly Review: ComponentType<{ job: JobView; onReviewed: (job: JobView) => void }>;
  /** The result of a completed job. */
  readonly Result: ComponentType<{ job: JobView }>;
  /** A changed run that may succeed where this job has failed. */
  readonly Retry: ComponentType<{ job: JobView }>;
};

const ProposalReview = later(async () => (await import('./any/review.tsx')).ProposalReview);
const TightenReview = later(async () => (await import('./tighten/review.tsx')).TightenReview);
const BubblesReview = later(async () => (await import('./message-bubbles/review.tsx')).BubblesReview);
const TextReview = later(async () => (await import('./text-behind/review.tsx')).TextReview);
const TrackReview = later(async () => (await import('./tracked-title-card/review.tsx')).TrackReview);
const LaunchCutReview = later(async () => (await import('./launch-cut/review.tsx')).LaunchCutReview);

/** The parts for a recipe that has none of its own. */
const anyRecipe: RecipePages = { Review: ProposalReview, Result: VideoResult, Retry: () => null };

const pages: Readonly<Record<RecipeId, RecipePages>> = {
  'remove-background': { ...anyRecipe, Result: CutOutResult, Retry: CutOutRetry },
  tighten: { ...anyRecipe, Review: TightenReview },
  'message-bubbles': { ...anyRecipe, Review: BubblesReview },
  'text-behind': { ...anyRecipe, Review: TextReview },
  'tracked-title-card': { ...anyRecipe, Review: TrackReview },
  'launch-cut': { ...anyRecipe, Review: LaunchCutReview },
  export: { ...anyRecipe, Result: ExportResult },
};

/** The parts for the jobs of a recipe, which may be one that this version does not know. */
export const pagesOf = (recipeId: string): RecipePages => (isKnown(recipeId) ? pages[recipeId] : anyRecipe);

const isKnown = (recipeId: string): recipeId is RecipeId => Object.hasOwn(pages, recipeId);
