import { toMicroseconds } from '#core/lib/time.ts';
import type { TimeRange } from '../input.ts';
import type { Snap } from './snap.ts';
import { getDuration } from '#core/lib/time.ts';

/** A cut for computations: its span, and whether it was set manually. Times are in seconds of the clip. */
type Cuttable = TimeRange & { readonly isMoved?: boolean | undefined };

/** The minimum duration of a cut that is worth a join. */
export const minCutSeconds = 0.1;
/** The distance to a protected part below which an edge counts as touching it. */
const touchSeconds = 0.05;

/** Returns the kept part of a pause, in seconds: by default twice the padding. Older runs may have a lower value. */
export const getKeptSeconds = ({
  paddingSeconds,
  keepGapSeconds,
}: {
  readonly paddingSeconds: number;
  readonly keepGapSeconds?: number | undefined;
}): number => Math.max(2 * paddingSeconds, keepGapSeconds ?? 0);

/** Returns the removed part of a pause: half of the kept part is at each end; at the ends of the clip, only at the word. */
export const shortenPause = (
  { startSeconds, endSeconds }: TimeRange,
  stays: number,
  clipSeconds: number,
): TimeRange => ({
  startSeconds: startSeconds > 0 ? startSeconds + stays / 2 : 0,
  endSeconds: endSeconds < clipSeconds ? endSeconds - stays / 2 : clipSeconds,
});

/** Returns the duration of the clip without the removed spans, in seconds. */
export const lengthWithout = (removed: readonly TimeRange[], clipSeconds: number): number =>
  toMicroseconds(
    clipSeconds - removed.reduce((sum, { startSeconds, endSeconds }) => sum + endSeconds - startSeconds, 0),
  );

/** Returns the parts of a range outside of the protected ones. */
export function without(range: TimeRange, protect: readonly TimeRange[]): TimeRange[] {
  return protect.reduce<TimeRange[]>(
    (parts, { startSeconds, endSeconds }) =>
      parts.flatMap((part) =>
        [
          { startSeconds: part.startSeconds, endSeconds: Math.min(part.endSeconds, startSeconds) },
          { startSeconds: Math.max(part.startSeconds, endSeconds), endSeconds: part.endSeconds },
        ].filter((one) => one.endSeconds > one.startSeconds),
      ),
    [range],
  );
}

/** Whether two ranges overlap. */
export const overlaps = (one: TimeRange, other: TimeRange): boolean =>
  one.startSeconds < other.endSeconds && other.startSeconds < one.endSeconds;

/**
 * Returns the cuts, in order, for another kept part of each pause: null for a cut that is not worth a join any more. Manual cuts
 * are unchanged, and so are edges at protected parts.
 */
export function keepOtherwise(
  cuts: readonly Cuttable[],
  stays: { readonly before: number; readonly after: number },
  clip: { readonly clipSeconds: number; readonly protect: readonly TimeRange[]; readonly snap: Snap },
): (TimeRange | null)[] {
  const fixed = [...clip.protect, ...cuts.filter(({ isMoved }) => isMoved === true)];
  return cuts.map((cut) => {
    if (cut.isMoved === true || stays.before === stays.after) {
      return cut;
    }
    const wanted = widen(cut, (stays.before - stays.after) / 2, clip);
    const [part] = without(wanted, fixed).filter((one) => overlaps(one, cut));
    const [range] = part && getDuration(part) >= minCutSeconds ? clip.snap.ranges([part], fixed) : [];
    return range && getDuration(range) > 0 ? range : null;
  });
}

/** Extends a range at both ends, or shrinks it, except at the clip's ends and at protected parts. */
function widen(
  { startSeconds, endSeconds }: TimeRange,
  bySeconds: number,
  { clipSeconds, protect }: { readonly clipSeconds: number; readonly protect: readonly TimeRange[] },
): TimeRange {
  const touches = (one: number, other: number): boolean => Math.abs(one - other) < touchSeconds;
  const startsAtRest = startSeconds <= 0 || protect.some((one) => touches(one.endSeconds, startSeconds));
  const endsAtRest = endSeconds >= clipSeconds || protect.some((one) => touches(one.startSeconds, endSeconds));
  return {
    startSeconds: startsAtRest ? startSeconds : Math.max(0, startSeconds - bySeconds),
    endSeconds: endsAtRest ? endSeconds : Math.min(clipSeconds, endSeconds + bySeconds),
  };
}
