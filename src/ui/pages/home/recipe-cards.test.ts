import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { recipeIds, recipes } from '#recipes/catalog.ts';
import { recipeCards, withOthers } from './recipe-cards.ts';

const folder = join(import.meta.dirname, '../../../../public/sample/cards');

it('has a card for every recipe, under its name, with a small animated preview', () => {
  expect(recipeCards.map(({ id, name }) => [id, name])).toEqual(recipeIds.map((id) => [id, recipes[id].name]));
  for (const { id } of recipeCards.filter(({ hasSample }) => hasSample)) {
    expect(statSync(join(folder, `${id}.mp4`)).size, id).toBeLessThan(60_000);
    expect(statSync(join(folder, `${id}.webp`)).size, id).toBeLessThan(10_000);
  }
});

it('adds other recipes of the catalog', () => {
  const other = { id: 'cut-beginning', name: 'Cut the beginning', summary: 'Shorter.' };
  const cards = withOthers([{ id: 'tighten', name: 'Tighten', summary: '' }, other]);
  expect(cards).toHaveLength(recipeCards.length + 1);
  expect(cards.at(-1)).toEqual({ id: other.id, name: other.name, pitch: 'Shorter.', hasSample: false });
});
