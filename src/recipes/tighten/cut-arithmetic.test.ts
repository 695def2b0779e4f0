import { describe, expect, it } from 'vitest';
import type { TimeRange } from '../input.ts';
import { keepOtherwise, lengthWithout, shortenPause, getKeptSeconds, without } from './cut-arithmetic.ts';
import { Snap } from './snap.ts';

const clipSeconds = 20;
const frame = 1 / 30;
const clip = { clipSeconds, protect: [] as TimeRange[], snap: new Snap(null, 30, clipSeconds) };
const makeRange = (startSeconds: number, endSeconds: number): TimeRange => ({ startSeconds, endSeconds });

/** Returns the cuts of these pauses in the form of a proposal. */
const getCuts = (pauses: readonly TimeRange[], stays: number, protect: readonly TimeRange[] = []): TimeRange[] =>
  clip.snap.ranges(
    pauses.map((pause) => shortenPause(pause, stays, clipSeconds)).flatMap((range) => without(range, protect)),
    protect,
  );

const pauses = [makeRange(0, 1.5), makeRange(4, 6.2), makeRange(9, 9.7), makeRange(18, 20)];

it('leaves the larger of the kept pause and twice the padding', () => {
  expect(getKeptSeconds({ paddingSeconds: 0.12, keepGapSeconds: 0.2 })).toBe(0.24);
  expect(getKeptSeconds({ paddingSeconds: 0.12, keepGapSeconds: 0.5 })).toBe(0.5);
  expect(lengthWithout(getCuts(pauses, 0.3), clipSeconds)).toBeCloseTo(20 - 6.4 + 0.9, 1);
});

it('rounds durations to remove the errors of sums of frames', () => {
  const frames = Array.from({ length: 400 }, (_, index) => makeRange((index * 20) / 30, (index * 20 + 7) / 30));
  expect(lengthWithout(frames, 1231.07)).toBe(1137.736667);
});

describe('another kept pause', () => {
  it.each([0.1, 0.24, 0.4, 0.55])('of %f s equals the proposal of the recipe, to a frame', (after) => {
    const again = keepOtherwise(getCuts(pauses, 0.24), { before: 0.24, after }, clip);
    getCuts(pauses, after).forEach(({ startSeconds, endSeconds }, index) => {
      expect(Math.abs((again[index]?.startSeconds ?? 99) - startSeconds)).toBeLessThan(frame + 1e-9);
      expect(Math.abs((again[index]?.endSeconds ?? 99) - endSeconds)).toBeLessThan(2 * frame);
    });
  });

  it('drops the cut of a pause of which almost nothing would be removed, and cuts it again', () => {
    const cuts = getCuts(pauses, 0.24);
    expect(keepOtherwise(cuts, { before: 0.24, after: 0.65 }, clip)[2]).toBeNull();
    expect(keepOtherwise(cuts, { before: 0.24, after: 0.24 }, clip)).toEqual(cuts);
  });

  it('moves neither manual cuts nor edges at protected parts, and extends into neither', () => {
    const protect = [makeRange(5, 5.5)];
    const cuts = getCuts(pauses, 0.6, protect).map((cut, index) => ({ ...cut, isMoved: index === 0 }));
    const again = keepOtherwise(cuts, { before: 0.6, after: 0.1 }, { ...clip, protect });
    expect(again[0]).toMatchObject({ startSeconds: 0, endSeconds: cuts[0]?.endSeconds });
    expect(again[1]?.endSeconds).toBe(5);
    expect(again[2]?.startSeconds).toBe(5.5);
    const near = [{ ...makeRange(3, 3.8), isMoved: true }, makeRange(4, 5)];
    expect(keepOtherwise(near, { before: 2, after: 0 }, clip)[1]?.startSeconds).toBeCloseTo(3.8, 2);
  });
});
