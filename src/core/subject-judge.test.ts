import { expect, it } from 'vitest';
import { knownMattes } from './manifest.ts';
import { toDeployed } from './models.ts';
import { findJudge, splitModels } from './subject-judge.ts';

const get = (...ids: string[]) =>
  ids.flatMap((id) => knownMattes.filter((entry) => entry.id === id)).map((entry) => toDeployed(entry));
const members = ['matte-close-v1', 'matte-wide-v1', 'matte-deep-v1', 'matte-finder-v1'];

it('finds the member of a consensus with the greatest weight', () => {
  expect(findJudge(get(...members))?.entry.id).toBe('matte-finder-v1');
  expect(findJudge(get('matte-close-v1', 'matte-wide-v1'))?.entry.id).toBe('matte-close-v1');
  expect(findJudge(get('matte-nano-v2', 'u2netp'))).toBeNull();
});

it('gives both qualities the same judge', () => {
  const fast = splitModels(get('matte-nano-v2', 'matte-finder-v1'), 'fast');
  const best = splitModels(get(...members), 'best');
  expect(fast.mattes.map(({ entry }) => entry.id)).toEqual(['matte-nano-v2']);
  expect(best.mattes.map(({ entry }) => entry.id)).toEqual(members);
  expect([fast.judge?.entry.id, best.judge?.entry.id]).toEqual(['matte-finder-v1', 'matte-finder-v1']);
});

it('has no judge for a run of one model', () => {
  expect(splitModels(get('matte-finder-v1'), 'fast').judge).toBeNull();
  expect(splitModels(get('u2netp'), 'best').judge).toBeNull();
});
