import { doubtfulFrom, type TextPlacement } from '#core/analysis/text-placement.ts';
import { maxCovered } from './search-places.ts';

/** The maximum share of the uncertainty that remains at a clearly better place. */
const leftDoubt = 0.7;
/**
 * The minimum crossing, relative to the best place. Where the subject hardly crosses the text, there is no uncertainty, but no
 * effect either.
 */
const minCrossing = 0.5;

type Measured = { readonly coverage: Pick<TextPlacement, 'coveredShare' | 'doubtfulShare'> };

/**
 * Chooses the best of the measured places, which are sorted by quality. If the subject would be half transparent over its letters,
 * and clearly less over another place's, chooses the first of those without a warning, or else the most certain one.
 */
export function chooseSurest<T extends Measured>(best: T, others: readonly T[]): T {
  const { doubtfulShare, coveredShare } = best.coverage;
  if (doubtfulShare < doubtfulFrom) {
    return best;
  }
  const surer = others
    .filter(({ coverage }) => coverage.doubtfulShare <= leftDoubt * doubtfulShare)
    .filter(({ coverage }) => coverage.coveredShare.most < maxCovered)
    .filter(({ coverage }) => coverage.coveredShare.mean >= minCrossing * coveredShare.mean);
  const [surest] = surer.toSorted((one, other) => one.coverage.doubtfulShare - other.coverage.doubtfulShare);
  return surer.find(({ coverage }) => coverage.doubtfulShare < doubtfulFrom) ?? surest ?? best;
}
