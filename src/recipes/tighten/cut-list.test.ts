import { describe, expect, it } from 'vitest';
import { Failure } from '#core/lib/failure.ts';
import { settleCuts, toCutCsv, type Cut, type CutList } from './cut-list.ts';
import { numberCuts } from './number-cuts.ts';

const makeCut = (id: string, startSeconds: number, endSeconds: number): Cut => ({
  id,
  startSeconds,
  endSeconds,
  kind: 'silence',
  confidence: 0.5,
  isAccepted: true,
});
const proposed: CutList = {
  cuts: [makeCut('a', 0, 1), makeCut('b', 4, 6), makeCut('c', 9, 10)],
  noiseFloorDb: -60,
  thresholdDb: -45,
  beforeSeconds: 10,
  afterSeconds: 6,
};

const protect = [{ startSeconds: 7, endSeconds: 8 }];

const settle = (cuts: readonly Cut[], protectNow = protect): CutList =>
  settleCuts({ ...proposed, cuts: [...cuts], afterSeconds: 0 }, proposed, { protect: protectNow });

/** Returns the paths of the faults. */
function findFaults(cuts: readonly Cut[], protectNow = protect): string[] {
  try {
    settle(cuts, protectNow);
  } catch (thrown) {
    expect(thrown).toMatchObject({ code: 'VALIDATION_FAILED' });
    return thrown instanceof Failure ? (thrown.details as { path: string }[]).map(({ path }) => path) : [];
  }
  return [];
}

describe('settleCuts', () => {
  it('recomputes the values that follow from the cuts, and restores the analysis', () => {
    const [a, b, c] = proposed.cuts;
    const sent = [{ ...b, endSeconds: 7, kind: 'noise', confidence: 1 }, { ...a, isAccepted: false }, c] as Cut[];
    expect(settle(sent)).toEqual({
      ...proposed,
      cuts: [{ ...a, isAccepted: false }, { ...b, endSeconds: 7, isMoved: true }, c],
      afterSeconds: 6,
    });
    expect(
      settleCuts({ ...proposed, beforeSeconds: 99, noiseFloorDb: 0, thresholdDb: 0 }, proposed, { protect }),
    ).toEqual(proposed);
  });

  it('refuses cuts that were not proposed, are outside or overlap, and cuts of everything', () => {
    expect(findFaults([makeCut('d', 1, 2)])).toEqual(['proposal.cuts.0.id']);
    expect(findFaults([makeCut('a', 1, 2), makeCut('a', 3, 4)])).toEqual(['proposal.cuts.1.id']);
    expect(findFaults([makeCut('a', 2, 2)])).toEqual(['proposal.cuts.0.endSeconds']);
    expect(findFaults([makeCut('b', 9, 10.5)])).toEqual(['proposal.cuts.0.endSeconds']);
    expect(findFaults([makeCut('b', 4, 6), makeCut('a', 3, 5)])).toEqual(['proposal.cuts.0.startSeconds']);
    expect(findFaults([makeCut('a', 0, 10)], [])).toEqual(['proposal.cuts']);
    expect(findFaults([])).toEqual([]);
  });

  it('refuses a cut that is moved into a protected part, and accepts one that was found there', () => {
    expect(findFaults([makeCut('b', 4, 7.2)])).toEqual(['proposal.cuts.0.endSeconds']);
    expect(findFaults([makeCut('c', 7.5, 10)])).toEqual(['proposal.cuts.0.startSeconds']);
    expect(findFaults([makeCut('c', 8, 10), makeCut('b', 4, 7)])).toEqual([]);
    const within = [{ startSeconds: 5, endSeconds: 5.1 }];
    expect(settleCuts(proposed, proposed, { protect: within })).toEqual(proposed);
  });

  it('keeps omitted cuts in the list as refused, even if another cut covers them', () => {
    const [a, b, c] = proposed.cuts;
    expect(settle(c ? [c] : []).cuts).toEqual([{ ...a, isAccepted: false }, { ...b, isAccepted: false }, c]);
    const wide = makeCut('a', 0, 5);
    const over = settle(c ? [wide, c] : []);
    expect(over).toMatchObject({ cuts: [{ ...wide, isMoved: true }, { ...b, isAccepted: false }, c], afterSeconds: 4 });
    // The original cut can be accepted again alone; together with the other one it is refused.
    expect(settleCuts(over, over, { protect: [] })).toEqual(over);
    expect(findFaults(over.cuts.map((one) => ({ ...one, isAccepted: true })))).toEqual([
      'proposal.cuts.1.startSeconds',
    ]);
  });

  it('marks manual cuts, but not those that the caller marks as not manual', () => {
    const moved = settle([makeCut('b', 4.5, 6)]);
    expect(moved.cuts.find(({ id }) => id === 'b')).toMatchObject({ startSeconds: 4.5, isMoved: true });
    expect(settleCuts(moved, moved, { protect }).cuts).toEqual(moved.cuts);
    expect(settle([{ ...makeCut('b', 4.5, 6), isMoved: false }]).cuts[1]).toEqual(makeCut('b', 4.5, 6));
  });
});

it('is written as CSV', () => {
  expect(toCutCsv({ ...proposed, cuts: [makeCut('a', 0, 1.25)] })).toBe(
    'id,start,end,duration,kind,confidence,accepted\r\na,0.000,1.250,1.250,silence,0.50,yes\r\n',
  );
});

describe('another proposal', () => {
  const found = [makeCut('', 0, 0.9), makeCut('', 4.2, 6.4), makeCut('', 8.9, 10)];

  it('refuses cuts that mostly equal those that the user refused before', () => {
    const before = proposed.cuts.map((cut) => ({ ...cut, isAccepted: cut.id !== 'b' }));
    expect(numberCuts(found, before, []).map(({ id, isAccepted }) => [id, isAccepted])).toEqual([
      ['cut-1', true],
      ['cut-2', false],
      ['cut-3', true],
    ]);
  });

  it('keeps manual cuts instead of the found ones there, except in spans that are protected now', () => {
    const byHand = { ...makeCut('b', 3, 5), isMoved: true };
    const getRanges = (protectNow: typeof protect) =>
      numberCuts(found, [byHand], protectNow).map(({ id, startSeconds, endSeconds, isMoved }) => [
        id,
        startSeconds,
        endSeconds,
        isMoved,
      ]);
    expect(getRanges([])).toEqual([
      ['cut-1', 0, 0.9, undefined],
      ['cut-2', 3, 5, true],
      ['cut-3', 8.9, 10, undefined],
    ]);
    expect(getRanges([{ startSeconds: 3.5, endSeconds: 4.95 }])[1]).toEqual(['cut-2', 3, 3.5, true]);
    expect(getRanges([{ startSeconds: 0, endSeconds: 9 }])[1]).toEqual(['cut-2', 4.2, 6.4, undefined]);
  });

  it('omits cuts that were deleted from the list before', () => {
    const { cuts } = settle([makeCut('a', 0, 1)]);
    expect(numberCuts(found, cuts, []).map(({ isAccepted }) => isAccepted)).toEqual([true, false, false]);
  });
});
