import { expect, it } from 'vitest';
import { checkCuts } from './check-cuts.ts';
import type { Cut } from './cut-list.ts';

const makeCut = (seconds: number, kind: Cut['kind'] = 'silence'): Cut => ({
  id: `${seconds}`,
  startSeconds: 0,
  endSeconds: seconds,
  kind,
  confidence: 1,
  isAccepted: true,
});
const check = (cuts: Cut[], most = 0.9) =>
  checkCuts(
    {
      cuts,
      noiseFloorDb: -60,
      thresholdDb: -45,
      beforeSeconds: 10,
      afterSeconds: 10 - cuts.reduce((sum, { endSeconds }) => sum + endSeconds, 0),
    },
    most,
  );

it('refuses a list without cuts, one that removes more than allowed, and one whose gaps are mostly noisy', () => {
  expect(() => check([])).toThrow(expect.objectContaining({ code: 'NOTHING_TO_CUT' }));
  expect(() => check([makeCut(9.5)])).toThrow(expect.objectContaining({ code: 'TOO_MUCH_REMOVED' }));
  expect(() => check([makeCut(3)], 0.2)).toThrow(/30 % of the clip would be removed, and maxRemovedShare allows 20 %/);
  expect(() => check([makeCut(2), makeCut(1, 'noise')])).toThrow(/1 of the 2 gaps/);
});

it('refuses a list that removes everything, for any allowed share', () => {
  expect(() => check([makeCut(10)], 1)).toThrow(expect.objectContaining({ code: 'TOO_MUCH_REMOVED' }));
  check([makeCut(9.5)], 1);
});

it('accepts other lists: a few noisy cuts, and many silent ones', () => {
  check([makeCut(8)]);
  check([makeCut(1), makeCut(1, 'noise')]);
  check([makeCut(2), makeCut(1), makeCut(1, 'noise')]);
});
