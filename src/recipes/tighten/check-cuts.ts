import { Failure } from '#core/failure.ts';
import { leastSeconds, type CutList } from './cut-list.ts';

/** A cut list is refused where so many of its gaps hold something to be heard, and so much of the clip would go. */
const noisyShare = 0.5;
const noisyRemovedShare = 0.25;

/** Throws NOTHING_TO_CUT and TOO_MUCH_REMOVED for a cut list that no one should be asked about. */
export function checkCuts({ cuts, beforeSeconds, afterSeconds, thresholdDb }: CutList, maxRemovedShare: number): void {
  if (cuts.length === 0) {
    throw new Failure('NOTHING_TO_CUT', {
      message: `No pause that is long enough was found: nothing stays below ${thresholdDb.toFixed(0)} dB for so long. Lower minSilenceSeconds, or raise thresholdDb.`,
    });
  }
  if (afterSeconds < leastSeconds) {
    throw new Failure('TOO_MUCH_REMOVED', {
      message:
        'Nothing of the clip would be left: no speech stands out from the noise. Lower thresholdDb, or name in protect what is to stay.',
    });
  }
  const removedShare = (beforeSeconds - afterSeconds) / beforeSeconds;
  if (removedShare > maxRemovedShare) {
    throw new Failure('TOO_MUCH_REMOVED', {
      message: `${toPercent(removedShare)} of the clip would be removed, and maxRemovedShare allows ${toPercent(maxRemovedShare)}: hardly any speech stands out from the noise. Lower thresholdDb, or raise maxRemovedShare.`,
    });
  }
  const noisy = cuts.filter(({ kind }) => kind === 'noise').length;
  if (noisy >= noisyShare * cuts.length && removedShare >= noisyRemovedShare) {
    throw new Failure('TOO_MUCH_REMOVED', {
      message: `${noisy} of the ${cuts.length} gaps hold something to be heard, and ${toPercent(removedShare)} of the clip would be removed. Lower thresholdDb, or name in protect what is to stay.`,
    });
  }
}

const toPercent = (share: number): string => `${Math.round(100 * share)} %`;
