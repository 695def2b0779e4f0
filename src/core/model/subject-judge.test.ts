import { expect, it } from 'vitest';
import { knownMattes } from './manifest.ts';
import { toDeployed } from './models.ts';
import { findJudges, splitModels } from './subject-judge.ts';

const get = (...ids: string[]) =>
  ids.flatMap((id) => knownMattes.filter((entry) => entry.id === id)).map((entry) => toDeployed(entry));
const members = ['matte-close-v1', 'matte-wide-v1', 'matte-deep-v1', 'matte-finder-v1'];

const getIds = (models: readonly { entry: { id: string } }[]) => models.map(({ entry }) => entry.id);
const judges = ['matte-finder-v1', 'matte-deep-v1'];

it('finds the member of an ensemble with the greatest weight, and one of another family', () => {
  expect(getIds(findJudges(get(...members)))).toEqual(judges);
  expect(getIds(findJudges(get('matte-close-v1', 'matte-wide-v1')))).toEqual(['matte-close-v1']);
  expect(findJudges(get('matte-nano-v2', 'u2netp'))).toEqual([]);
});

it('returns the same judges for both qualities', () => {
  const fast = splitModels(get('matte-nano-v2', ...judges), 'fast');
  const best = splitModels(get(...members), 'best');
  expect([getIds(fast.mattes), getIds(fast.judges)]).toEqual([['matte-nano-v2'], judges]);
  expect([getIds(best.mattes), getIds(best.judges)]).toEqual([members, judges]);
});

it('returns no judges for a run of one model', () => {
  expect(splitModels(get('matte-finder-v1'), 'fast').judges).toEqual([]);
  expect(splitModels(get('u2netp'), 'best').judges).toEqual([]);
});
