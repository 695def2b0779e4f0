import { expect, it } from 'vitest';
import { recipes } from '#recipes/catalog.ts';
import { wouldFailAgain } from './would-fail-again.ts';

it('does not offer the same run again where a recipe has failed at what it was given', () => {
  const declared = Object.values(recipes).flatMap(({ failures }): readonly string[] => failures);
  expect(declared).toContain('NO_AUDIO');
  expect(declared.filter((code) => !wouldFailAgain(code))).toEqual([]);
});

it('offers it where the same run may succeed', () => {
  expect(['INTERNAL', 'ENGINE_LOST', 'STORAGE_FULL', 'MATERIAL_UNREACHABLE'].filter(wouldFailAgain)).toEqual([]);
});
