import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { Recipe } from '#core/operation.ts';
import { jobRecipeIds, recipes } from './catalog.ts';
import { runs } from './runs.ts';

const folders = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  .filter((path) => /^[\w-]+\/recipe\.ts$/.test(path))
  .map((path) => path.split('/')[0]);

it('lists each folder with a recipe, by the id that the recipe has', () => {
  expect(folders.toSorted()).toEqual(jobRecipeIds.toSorted());
  expect(jobRecipeIds.map((id) => recipes[id].id)).toEqual(jobRecipeIds);
});

it('finds the run of each recipe, which proposes if the recipe has a review gate', () => {
  expect(Object.keys(runs).toSorted()).toEqual(jobRecipeIds.toSorted());
  for (const id of jobRecipeIds) {
    const recipe: Recipe = recipes[id];
    expect(typeof runs[id]?.make, id).toBe('function');
    expect(runs[id]?.propose !== undefined, id).toBe(recipe.proposal !== null);
  }
});
