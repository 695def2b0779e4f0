import { expect, test } from 'vitest';
import type { CropKind } from '#workers/matting/crops.ts';
import { listTurns, type Situation } from '#workers/matting/schedule.ts';

const all = new Set<CropKind>(['whole', 'near', 'wide', 'mirrored']);
const usual: Situation = { frame: 1, kinds: all, isSearching: false, isBusy: false, isCalm: false };

/** Returns the kinds of crops of the first `count` frames. */
const listKinds = (situation: Situation, interval: number, count: number): CropKind[][] =>
  Array.from({ length: count }, (_, at) =>
    listTurns({ ...situation, frame: at + 1 }, interval).map(({ kind }) => kind),
  );

test('a network has one crop in each of its turns, of every kind, and crops of figures most often', () => {
  const kinds = listKinds(usual, 1, 70).flat();
  const count = (kind: CropKind): number => kinds.filter((one) => one === kind).length;
  expect(kinds).toHaveLength(70);
  expect(count('near')).toBeGreaterThan(count('wide'));
  expect(count('wide')).toBeGreaterThan(count('whole'));
  expect(count('mirrored')).toBeGreaterThan(0);
});

test('the stated period is the mean number of frames between two crops of a kind', () => {
  const turns = Array.from({ length: 210 }, (_, at) => listTurns({ ...usual, frame: at + 1 }, 3)).flat();
  expect(turns).toHaveLength(70);
  for (const { kind, period } of turns) {
    expect(period).toBeCloseTo(210 / turns.filter((one) => one.kind === kind).length, 5);
  }
});

test('the whole image is processed more often while a figure may be missing, and alternates with its mirror image without one', () => {
  const countWhole = (kinds: CropKind[][]): number => kinds.flat().filter((kind) => kind === 'whole').length;
  expect(countWhole(listKinds({ ...usual, isSearching: true }, 1, 70))).toBeGreaterThan(
    countWhole(listKinds(usual, 1, 70)),
  );
  const kinds = new Set<CropKind>(['whole', 'mirrored']);
  expect(listKinds({ ...usual, kinds }, 1, 4)).toEqual([['mirrored'], ['whole'], ['mirrored'], ['whole']]);
});

test('a kind without crops is left out', () => {
  const kinds = new Set<CropKind>(['whole', 'near']);
  expect(new Set(listKinds({ ...usual, kinds }, 1, 30).flat())).toEqual(kinds);
  expect(listKinds({ ...usual, kinds }, 1, 30).every((one) => one.length === 1)).toBe(true);
});

test('fast motion brings a second kind', () => {
  const sizes = listKinds({ ...usual, isBusy: true }, 1, 70).map((one) => new Set(one).size);
  expect(sizes.reduce((sum, one) => sum + one, 0)).toBeGreaterThan(100);
});

test('in a calm scene, networks have half of their turns', () => {
  const countTurns = (interval: number): number => listKinds({ ...usual, isCalm: true }, interval, 60).flat().length;
  expect([countTurns(1), countTurns(3)]).toEqual([30, 10]);
});
