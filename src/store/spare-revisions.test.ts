import { expect, test } from 'vitest';
import { findSpareRevisions } from './spare-revisions.ts';

/** What is kept after so many changes, the newest first. */
function keptAfter(changes: number, count: number): number[] {
  let kept: number[] = [];
  for (let revision = 1; revision <= changes; revision += 1) {
    kept.push(revision);
    const spare = findSpareRevisions(kept, count);
    kept = kept.filter((one) => !spare.includes(one));
  }
  return kept.toReversed();
}

test('as many as there is room for are all kept', () => {
  expect(keptAfter(50, 50)).toHaveLength(50);
});

test('of a long session the newest half is whole, the first one stays, and what is between is sparser the older it is', () => {
  const kept = keptAfter(3000, 50);
  expect(kept).toHaveLength(50);
  expect(kept.slice(0, 25)).toEqual(Array.from({ length: 25 }, (_, index) => 3000 - index));
  expect(kept.at(-1)).toBe(1);
  const gaps = kept.slice(25).map((revision, index, all) => (all[index - 1] ?? 2976) - revision);
  const mean = (part: readonly number[]): number => part.reduce((sum, gap) => sum + gap, 0) / part.length;
  expect(mean(gaps.slice(0, 8))).toBeLessThan(mean(gaps.slice(8, 16)));
  expect(mean(gaps.slice(8, 16))).toBeLessThan(mean(gaps.slice(16)));
  // However long ago, there is a state that is about as old, give or take a half.
  kept.slice(26).forEach((revision, index) => {
    expect((kept[25 + index] ?? 0) - revision).toBeLessThanOrEqual((3000 - revision) / 2);
  });
});

test('where fewer fit at once, as of a document that grew, the oldest but the first go first', () => {
  const all = Array.from({ length: 50 }, (_, index) => index + 1);
  const spare = findSpareRevisions(all, 5);
  expect(all.filter((one) => !spare.includes(one))).toHaveLength(5);
  expect(all.filter((one) => !spare.includes(one))).toEqual(expect.arrayContaining([1, 48, 49, 50]));
});
