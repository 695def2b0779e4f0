import { doubtfulFrom, type TextPlacement } from '#core/analysis/text-placement.ts';
import { mostCovered } from './search-places.ts';

/** A place is clearly surer where so much of the doubt is left at most. */
const leftDoubt = 0.7;
/** A place where the subject hardly crosses the text has no doubt, and nothing to show: it takes so much of what is covered at the best place. */
const leastCrossing = 0.5;

type Measured = { readonly coverage: Pick<TextPlacement, 'coveredShare' | 'doubtfulShare'> };

/**
 * Of places that were measured, the best first, the best one; another where the subject would dissolve before the letters of that, and
 * clearly less before those of the other: the first of which nobody is warned, else the one with the least doubt.
 */
export function chooseSurest<T extends Measured>(best: T, others: readonly T[]): T {
  const { doubtfulShare, coveredShare } = best.coverage;
  if (doubtfulShare < doubtfulFrom) {
    return best;
  }
  const surer = others
    .filter(({ coverage }) => coverage.doubtfulShare <= leftDoubt * doubtfulShare)
    .filter(({ coverage }) => coverage.coveredShare.most < mostCovered)
    .filter(({ coverage }) => coverage.coveredShare.mean >= leastCrossing * coveredShare.mean);
  const [surest] = surer.toSorted((one, other) => one.coverage.doubtfulShare - other.coverage.doubtfulShare);
  return surer.find(({ coverage }) => coverage.doubtfulShare < doubtfulFrom) ?? surest ?? best;
}
