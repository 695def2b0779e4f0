import type { Shot } from '#core/analysis/shots.ts';
import { Failure } from '#core/lib/failure.ts';
import type { TimeRange } from '../input.ts';
import type { Target } from './recipe.ts';
import { getDuration } from '#core/lib/time.ts';

/** The tolerance for a window across a scene cut, for rounding. */
const roundingSeconds = 0.05;

type Wanted = { readonly window?: TimeRange | undefined; readonly target: Target };

/**
 * Returns the time span of a card: the given window, or the shot of its target, or the longest shot. Throws WINDOW_CROSSES_CUT,
 * which names the cut, and VALIDATION_FAILED for times outside of the clip or the window.
 */
export function chooseWindow({ window, target }: Wanted, shots: readonly Shot[], durationSeconds: number): TimeRange {
  const clip = { startSeconds: 0, endSeconds: durationSeconds };
  const atSeconds = typeof target === 'object' ? target.atSeconds : null;
  if (atSeconds !== null && atSeconds >= durationSeconds) {
    throw invalid('target.atSeconds', `must be within the clip, which lasts ${round(durationSeconds)} s`);
  }
  if (!window) {
    const shot = shots.find(({ endSeconds }) => atSeconds !== null && endSeconds > atSeconds) ?? findLongest(shots);
    return shot ? { startSeconds: shot.startSeconds, endSeconds: Math.min(durationSeconds, shot.endSeconds) } : clip;
  }
  if (window.startSeconds >= durationSeconds) {
    throw invalid('window.startSeconds', `must be within the clip, which lasts ${round(durationSeconds)} s`);
  }
  const given = { ...window, endSeconds: Math.min(durationSeconds, window.endSeconds) };
  if (atSeconds !== null && (atSeconds < given.startSeconds || atSeconds >= given.endSeconds)) {
    throw invalid(
      'target.atSeconds',
      `must be within the window, ${given.startSeconds} to ${round(given.endSeconds)} s`,
    );
  }
  refuseCut(given, shots);
  return given;
}

const findLongest = (shots: readonly Shot[]): Shot | undefined =>
  shots.toSorted((one, other) => getDuration(other) - getDuration(one))[0];

function refuseCut({ startSeconds, endSeconds }: TimeRange, shots: readonly Shot[]): void {
  const cut = shots.find(
    (shot) => shot.startSeconds > startSeconds + roundingSeconds && shot.startSeconds < endSeconds - roundingSeconds,
  );
  if (cut) {
    const atSeconds = round(cut.startSeconds);
    throw new Failure('WINDOW_CROSSES_CUT', {
      message: `The video has a scene cut at ${atSeconds} s, within the window: end the window there, or start it there.`,
      details: [{ path: 'window', message: `crosses the cut at ${atSeconds} s` }],
    });
  }
}

const round = (seconds: number): number => Math.round(100 * seconds) / 100;

function invalid(path: string, message: string): Failure {
  return new Failure('VALIDATION_FAILED', { message: `${path} ${message}.`, details: [{ path, message }] });
}
