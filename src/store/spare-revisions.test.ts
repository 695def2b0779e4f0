import { expect, test } from 'vitest';
import { findSpareRevisions } from './spare-revisions.ts';

/** Returns the revisions that are stored after this number of changes, newest first. */
function keptAfter(changes: number, count: number): number[] {
  let kept: number[] = [];
  for (let revision = 1; revision <= changes; revision += 1) {
    kept.push(revision);
    const spare = findSpareRevisions(kept, count);
    kept = kept.filter((one) => !spare.includes(one));
  }
  return kept.toReversed();
}

test('all revisions are stored while they fit', () => {
  expect(keptAfter(50, 50)).toHaveLength(50);
});

test('of a long session, the newest half and the first revision are stored, and the others are sparser the older they are', () => {
  const kept = keptAfter(3000, 50);
  expect(kept).toHaveLength(50);
  expect(kept.slice(0, 25)).toEqual(Array.from({ length: 25 }, (_, index) => 3000 - index));
  expect(kept.at(-1)).toBe(1);
  const gaps = kept.slice(25).map((revision, index, all) => (all[index - 1] ?? 2976) - revision);
  const mean = (part: readonly number[]): number => part.reduce((sum, gap) => sum + gap, 0) / part.length;
  expect(mean(gaps.slice(0, 8))).toBeLessThan(mean(gaps.slice(8, 16)));
  expect(mean(gaps.slice(8, 16))).toBeLessThan(mean(gaps.slice(16)));
  // For every age there is a revision of about that age, give or take a half.
  kept.slice(26).forEach((revision, index) => {
    expect((kept[25 + index] ?? 0) - revision).toBeLessThanOrEqual((3000 - revision) / 2);
  });
});

test('if fewer revisions fit, as for a document that grew, the oldest except the first are deleted first', () => {
  const all = Array.from({ length: 50 }, (_, index) => index + 1);
  const spare = findSpareRevisions(all, 5);
  expect(all.filter((one) => !spare.includes(one))).toHaveLength(5);
  expect(all.filter((one) => !spare.includes(one))).toEqual(expect.arrayContaining([1, 48, 49, 50]));
});
