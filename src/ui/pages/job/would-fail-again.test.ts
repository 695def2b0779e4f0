import { expect, it } from 'vitest';
import { recipes } from '#recipes/catalog.ts';
import { wouldFailAgain } from './would-fail-again.ts';

it('does not offer the same run again if the recipe failed because of its input', () => {
  const declared = Object.values(recipes).flatMap(({ failures }): readonly string[] => failures);
  expect(declared).toContain('NO_AUDIO');
  expect(declared.filter((code) => !wouldFailAgain(code))).toEqual([]);
});

it('offers it if the same run may succeed', () => {
  expect(['INTERNAL', 'ENGINE_LOST', 'STORAGE_FULL', 'MATERIAL_UNREACHABLE'].filter(wouldFailAgain)).toEqual([]);
});
