import type { Shot } from '#core/analysis/shots.ts';
import { Failure } from '#core/lib/failure.ts';
import type { TimeRange } from '../input.ts';
import { getDuration } from '#core/lib/time.ts';

/** The tolerance for a window near a scene cut or the end of the clip: files and users round times. */
const toleranceSeconds = 0.05;

/**
 * Returns the requested window, else the longest shot of a clip, the first of equal ones. Throws VALIDATION_FAILED for a window
 * outside of the clip, and WINDOW_CROSSES_CUT, which names the cut.
 */
export function chooseWindow(shots: readonly Shot[], asked: TimeRange | undefined): TimeRange {
  const end = shots.at(-1)?.endSeconds ?? 0;
  if (!asked) {
    const [first = { startSeconds: 0, endSeconds: 0 }] = shots;
    return shots.reduce(
      (best, shot) => (getDuration(shot) > getDuration(best) + toleranceSeconds ? shot : best),
      first,
    );
  }
  if (asked.endSeconds > end + toleranceSeconds) {
    const message = `window.endSeconds must not be after the end of the clip, which lasts ${end.toFixed(2)} s.`;
    throw new Failure('VALIDATION_FAILED', { message, details: [{ path: 'window.endSeconds', message }] });
  }
  if (asked.startSeconds >= end) {
    const message = `window.startSeconds must be before the end of the clip, which lasts ${end.toFixed(2)} s.`;
    throw new Failure('VALIDATION_FAILED', { message, details: [{ path: 'window.startSeconds', message }] });
  }
  requireOneShot(shots, asked);
  return { startSeconds: asked.startSeconds, endSeconds: Math.min(asked.endSeconds, end) };
}

function requireOneShot(shots: readonly Shot[], { startSeconds, endSeconds }: TimeRange): void {
  const cuts = shots.slice(1).map((shot) => shot.startSeconds);
  const cut = cuts.find((at) => at > startSeconds + toleranceSeconds && at < endSeconds - toleranceSeconds);
  if (cut !== undefined) {
    throw new Failure('WINDOW_CROSSES_CUT', {
      message: `The window contains a scene cut at ${cut.toFixed(2)} s; end it before that, or start it there.`,
      details: { cutSeconds: cut },
    });
  }
}
