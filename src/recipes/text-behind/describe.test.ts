import { expect, test } from 'vitest';
import { describeEdited, describeFound, describeKept } from './describe.ts';

const covered = (least: number, mean: number, most: number, shownShare = 1) => ({
  coveredShare: { least, mean, most },
  shownShare,
  doubtfulShare: 0,
});

test('a place where hardly anything is behind the subject is said to be one', () => {
  expect(describeFound(covered(0.01, 0.03, 0.034))).toEqual([expect.stringMatching(/^At most 3 % of the letters/)]);
  expect(describeFound(covered(0, 0.1, 0.2))).toEqual([]);
});

test('a place that somebody has chosen is told of where it covers much, or leaves the picture', () => {
  expect(describeKept(covered(0, 0.2, 0.39))).toEqual([]);
  expect(describeKept(covered(0, 0.3, 0.52, 0.9))).toEqual([
    'The subject covers up to 52 % of the letters where they are.',
    '10 % of the letters lie outside the picture.',
  ]);
});

test('of an edit it is told what it has come to', () => {
  expect(describeEdited(covered(0.1, 0.2, 0.3))).toEqual([
    'As it was edited, 10 % to 30 % of the letters are behind the subject, 20 % on average.',
  ]);
});

test('a subject that dissolves before the letters is warned of, where the place was found, where it is kept and where it was edited', () => {
  const swan = { ...covered(0, 0.1, 0.2), doubtfulShare: 0.5 };
  const warning = expect.stringMatching(/^The subject is not told well from the background: 50 % of it/) as string;
  expect(describeFound(swan)).toEqual([warning]);
  expect(describeKept(swan)).toEqual([warning]);
  expect(describeEdited(swan)).toEqual([expect.stringMatching(/^As it was edited/), warning]);
  expect(describeFound({ ...swan, doubtfulShare: 0.14 })).toEqual([]);
});
