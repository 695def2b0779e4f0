import { describe, expect, it } from 'vitest';
import { Failure } from '#core/failure.ts';
import { settleCuts, toCutCsv, type Cut, type CutList } from './cut-list.ts';
import { numberCuts } from './number-cuts.ts';

const cutOf = (id: string, startSeconds: number, endSeconds: number): Cut => ({
  id,
  startSeconds,
  endSeconds,
  kind: 'silence',
  confidence: 0.5,
  isAccepted: true,
});
const proposed: CutList = {
  cuts: [cutOf('a', 0, 1), cutOf('b', 4, 6), cutOf('c', 9, 10)],
  noiseFloorDb: -60,
  thresholdDb: -45,
  beforeSeconds: 10,
  afterSeconds: 6,
};

const settle = (cuts: readonly Cut[]): CutList =>
  settleCuts({ ...proposed, cuts: [...cuts], afterSeconds: 0 }, proposed);

/** The paths of what is wrong. */
function faultsOf(cuts: readonly Cut[]): string[] {
  try {
    settle(cuts);
  } catch (thrown) {
    expect(thrown).toMatchObject({ code: 'VALIDATION_FAILED' });
    return thrown instanceof Failure ? (thrown.details as { path: string }[]).map(({ path }) => path) : [];
  }
  return [];
}

describe('settleCuts', () => {
  it('computes what follows from the cuts anew, and nobody changes what was found', () => {
    const [a, b, c] = proposed.cuts;
    const sent = [{ ...b, endSeconds: 7, kind: 'noise', confidence: 1 }, { ...a, isAccepted: false }, c] as Cut[];
    expect(settle(sent)).toEqual({
      ...proposed,
      cuts: [{ ...a, isAccepted: false }, { ...b, endSeconds: 7 }, c],
      afterSeconds: 6,
    });
    expect(settleCuts({ ...proposed, beforeSeconds: 99, noiseFloorDb: 0, thresholdDb: 0 }, proposed)).toEqual(proposed);
  });

  it('refuses what was not proposed, what lies outside or overlaps, and what would leave nothing', () => {
    expect(faultsOf([cutOf('d', 1, 2)])).toEqual(['proposal.cuts.0.id']);
    expect(faultsOf([cutOf('a', 1, 2), cutOf('a', 3, 4)])).toEqual(['proposal.cuts.1.id']);
    expect(faultsOf([cutOf('a', 2, 2)])).toEqual(['proposal.cuts.0.endSeconds']);
    expect(faultsOf([cutOf('b', 9, 10.5)])).toEqual(['proposal.cuts.0.endSeconds']);
    expect(faultsOf([cutOf('b', 4, 6), cutOf('a', 3, 5)])).toEqual(['proposal.cuts.0.startSeconds']);
    expect(faultsOf([cutOf('a', 0, 10)])).toEqual(['proposal.cuts']);
    expect(faultsOf([])).toEqual([]);
  });
});

it('is written as CSV', () => {
  expect(toCutCsv({ ...proposed, cuts: [cutOf('a', 0, 1.25)] })).toBe(
    'id,start,end,duration,kind,confidence,accepted\r\na,0.000,1.250,1.250,silence,0.50,yes\r\n',
  );
});

it('stays refused where it mostly is what somebody has refused before', () => {
  const before = proposed.cuts.map((cut) => ({ ...cut, isAccepted: cut.id !== 'b' }));
  const found = [cutOf('', 0, 0.9), cutOf('', 4.2, 6.4), cutOf('', 8.9, 10)];
  expect(numberCuts(found, before).map(({ id, isAccepted }) => [id, isAccepted])).toEqual([
    ['cut-1', true],
    ['cut-2', false],
    ['cut-3', true],
  ]);
});
