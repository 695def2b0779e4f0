import { expect, test } from 'vitest';
import { chooseSurest } from './choose-surest.ts';

const place = (doubtfulShare: number, mean = 0.2, most = 0.3) => ({
  coverage: { doubtfulShare, coveredShare: { least: 0, mean, most } },
});

test('keeps the best place if the subject stays opaque in front of it', () => {
  const best = place(0.24);
  expect(chooseSurest(best, [place(0)])).toBe(best);
});

test('else chooses the best place without a warning, or the most certain one', () => {
  const [best, worse, sure, surer] = [place(0.6), place(0.4), place(0.2), place(0.1)];
  expect(chooseSurest(best, [worse, sure, surer])).toBe(sure);
  expect(chooseSurest(best, [place(0.41), worse, place(0.39)])).toEqual(place(0.39));
});

test('rejects places that are hardly better, hardly crossed or covered too much', () => {
  const best = place(0.5);
  expect(chooseSurest(best, [place(0.36), place(0, 0.09), place(0, 0.2, 0.4)])).toBe(best);
  expect(chooseSurest(best, [])).toBe(best);
});
