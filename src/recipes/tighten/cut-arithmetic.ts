import { toMicroseconds } from '#core/time.ts';
import type { TimeRange } from '../input.ts';
import type { Snap } from './snap.ts';

/** A cut as far as its arithmetic goes: what it removes, and whether it was set by hand. Times in seconds of the clip. */
type Cuttable = TimeRange & { readonly isMoved?: boolean | undefined };

/** A join for less than this is not worth it. */
export const leastCutSeconds = 0.1;
/** Edges that are nearer than this to a protected part end there. */
const touchSeconds = 0.05;

/** What stays of a pause, in seconds. */
export const staysOf = ({
  paddingSeconds,
  keepGapSeconds,
}: {
  readonly paddingSeconds: number;
  readonly keepGapSeconds: number;
}): number => Math.max(2 * paddingSeconds, keepGapSeconds);

/** What is removed of a pause: half of what stays is left at each end; at the ends of the clip, where no word is, nothing is. */
export const shortenPause = (
  { startSeconds, endSeconds }: TimeRange,
  stays: number,
  clipSeconds: number,
): TimeRange => ({
  startSeconds: startSeconds > 0 ? startSeconds + stays / 2 : 0,
  endSeconds: endSeconds < clipSeconds ? endSeconds - stays / 2 : clipSeconds,
});

/** How long the clip is once these are taken out, in seconds. */
export const lengthWithout = (removed: readonly TimeRange[], clipSeconds: number): number =>
  toMicroseconds(
    clipSeconds - removed.reduce((sum, { startSeconds, endSeconds }) => sum + endSeconds - startSeconds, 0),
  );

/** What is left of a range outside of those that are protected. */
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

/** Whether two ranges share any time. */
export const overlaps = (one: TimeRange, other: TimeRange): boolean =>
  one.startSeconds < other.endSeconds && other.startSeconds < one.endSeconds;

/**
 * Cuts in order, as they would be if another part of each pause stayed: null for one that is not worth a join any more. Those
 * that were set by hand stay as they are, and so do edges at protected parts.
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
    const [range] = part && lengthOf(part) >= leastCutSeconds ? clip.snap.ranges([part], fixed) : [];
    return range && lengthOf(range) > 0 ? range : null;
  });
}

/** A range whose edges lie further out by so much, or further in, but for edges at the clip's ends and at protected parts. */
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

const lengthOf = ({ startSeconds, endSeconds }: TimeRange): number => endSeconds - startSeconds;
