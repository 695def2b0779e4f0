import { Failure } from '#core/lib/failure.ts';
import { minSeconds, type CutList } from './cut-list.ts';

/** A cut list is refused above these shares of noisy gaps and of the removed duration. */
const noisyShare = 0.5;
const noisyRemovedShare = 0.25;

/** Checks a cut list before the review. Throws NOTHING_TO_CUT and TOO_MUCH_REMOVED. */
export function checkCuts({ cuts, beforeSeconds, afterSeconds, thresholdDb }: CutList, maxRemovedShare: number): void {
  if (cuts.length === 0) {
    throw new Failure('NOTHING_TO_CUT', {
      message: `No pause that is long enough was found: the audio is never below ${thresholdDb.toFixed(0)} dB for that long. Lower minSilenceSeconds, or raise thresholdDb.`,
    });
  }
  if (afterSeconds < minSeconds) {
    throw new Failure('TOO_MUCH_REMOVED', {
      message:
        'The whole clip would be removed: no speech is louder than the noise. Lower thresholdDb, or list the spans to keep in protect.',
    });
  }
  const removedShare = (beforeSeconds - afterSeconds) / beforeSeconds;
  if (removedShare > maxRemovedShare) {
    throw new Failure('TOO_MUCH_REMOVED', {
      message: `${toPercent(removedShare)} of the clip would be removed, and maxRemovedShare allows ${toPercent(maxRemovedShare)}: hardly any speech is louder than the noise. Lower thresholdDb, or raise maxRemovedShare.`,
    });
  }
  const noisy = cuts.filter(({ kind }) => kind === 'noise').length;
  if (noisy >= noisyShare * cuts.length && removedShare >= noisyRemovedShare) {
    throw new Failure('TOO_MUCH_REMOVED', {
      message: `${noisy} of the ${cuts.length} gaps are not silent, and ${toPercent(removedShare)} of the clip would be removed. Lower thresholdDb, or list the spans to keep in protect.`,
    });
  }
}

const toPercent = (share: number): string => `${Math.round(100 * share)} %`;
