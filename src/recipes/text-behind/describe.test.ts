import { expect, test } from 'vitest';
import { describeEdited, describeFound, describeKept } from './describe.ts';

const covered = (least: number, mean: number, most: number, shownShare = 1) => ({
  coveredShare: { least, mean, most },
  shownShare,
  doubtfulShare: 0,
});

test('warns of a position at which the subject covers almost nothing', () => {
  expect(describeFound(covered(0.01, 0.03, 0.034))).toEqual([expect.stringMatching(/^At most 3 % of the letters/)]);
  expect(describeFound(covered(0, 0.1, 0.2))).toEqual([]);
});

test('warns of a given position if much is covered, or if it is partly outside of the frame', () => {
  expect(describeKept(covered(0, 0.2, 0.39))).toEqual([]);
  expect(describeKept(covered(0, 0.3, 0.52, 0.9))).toEqual([
    'The subject covers up to 52 % of the letters.',
    '10 % of the letters are outside of the frame.',
  ]);
});

test('describes the effect of an edit', () => {
  expect(describeEdited(covered(0.1, 0.2, 0.3))).toEqual([
    'After your edit, 10 % to 30 % of the letters are behind the subject, 20 % on average.',
  ]);
});

test('warns of a half-transparent subject, for a found, a given and an edited position', () => {
  const swan = { ...covered(0, 0.1, 0.2), doubtfulShare: 0.5 };
  const warning = expect.stringMatching(/^The subject is hard to separate from the background: 50 % of it/) as string;
  expect(describeFound(swan)).toEqual([warning]);
  expect(describeKept(swan)).toEqual([warning]);
  expect(describeEdited(swan)).toEqual([expect.stringMatching(/^After your edit/), warning]);
  expect(describeFound({ ...swan, doubtfulShare: 0.14 })).toEqual([]);
});
