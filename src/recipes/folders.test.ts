import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Recipe } from '#core/protocol/operation.ts';
import { listRecipeFiles } from '../build/recipes.ts';
import { jobRecipeIds, recipeIds, recipes } from './catalog.ts';
import { runs } from './runs.ts';

const root = join(import.meta.dirname, '../..');

const folders = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  .filter((path) => /^[\w-]+\/recipe\.ts$/.test(path))
  .map((path) => path.split('/')[0]);

it('lists each folder with a recipe, by the id that the recipe has', () => {
  expect(new Set(folders)).toEqual(new Set(jobRecipeIds));
  expect(jobRecipeIds.map((id) => recipes[id].id)).toEqual(jobRecipeIds);
});

it('finds the run of each recipe, which proposes if the recipe has a review gate', () => {
  expect(new Set(Object.keys(runs))).toEqual(new Set(jobRecipeIds));
  for (const id of jobRecipeIds) {
    const recipe: Recipe = recipes[id];
    expect(typeof runs[id]?.make, id).toBe('function');
    expect(runs[id]?.propose !== undefined, id).toBe(recipe.proposal !== null);
  }
});

it('has up-to-date generated files (otherwise: npm run recipes)', async () => {
  for (const [path, text] of await listRecipeFiles()) {
    expect(readFileSync(join(root, path), 'utf8'), path).toBe(text);
  }
});

it.each(recipeIds)('describes the run call of %s and its errors in its README', (id) => {
  const page = readFileSync(join(import.meta.dirname, id, 'README.md'), 'utf8');
  const recipe: Recipe = recipes[id];
  const missing = [`POST /v1/run/${id}`, ...recipe.failures].filter((text) => !page.includes(text));
  expect(missing).toEqual([]);
});

it.each(['Review', 'Result', 'Retry'])('finds %s in each module of a ui folder with that name', (name) => {
  const modules = import.meta.glob<string>('./*/ui/*.tsx', { eager: true, query: '?raw', import: 'default' });
  const named = Object.entries(modules).filter(([path]) => path.endsWith(`/${name.toLowerCase()}.tsx`));
  expect(named.length).toBeGreaterThan(0);
  for (const [path, code] of named) {
    expect(code, path).toMatch(new RegExp(`^export (function|const) ${name}\\b`, 'm'));
  }
});
