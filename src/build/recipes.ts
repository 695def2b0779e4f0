// Writes the files that are generated from the recipes: the lists that pages and the demo import, and the table of the README.
// Run: npm run recipes. `src/recipes/folders.test.ts` fails if one of them is stale.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { RecipeAbout } from '#core/model/recipe-about.ts';
import { recipeIds, recipes, type ListedRecipeId } from '../recipes/catalog.ts';

const root = join(import.meta.dirname, '../..');
const [start, end] = ['<!-- npm run recipes: start -->', '<!-- npm run recipes: end -->'];

/** Generates the files, by their paths from the root of the project. Throws for a listed recipe without `about.ts`. */
export async function listRecipeFiles(): Promise<ReadonlyMap<string, string>> {
  const known = await Promise.all(recipeIds.map(async (id) => ({ id, about: await readAbout(id) })));
  const readme = await readFile(join(root, 'README.md'), 'utf8');
  const cards = known.map(({ id, about: { pitch, sample } }) => ({
    id,
    name: recipes[id].name,
    pitch,
    hasSample: sample !== null,
  }));
  const demos = Object.fromEntries(known.map(({ id, about }) => [id, about.demo]));
  return new Map([
    ['src/recipes/generated/cards.json', toJson(cards)],
    ['src/recipes/generated/demos.json', toJson(demos)],
    ['README.md', withTable(readme, toTable(known))],
  ]);
}

/** Reads the presentation of a recipe. */
export async function readAbout(id: ListedRecipeId): Promise<RecipeAbout> {
  const { about }: { about: RecipeAbout } = await import(`../recipes/${id}/about.ts`);
  return about;
}

const toJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

function toTable(known: readonly { readonly id: string; readonly about: RecipeAbout }[]): string {
  const rows = [['recipe', 'what it does'], ...known.map(({ id, about }) => [`\`${id}\``, about.description])];
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  const toLine = (cells: readonly string[], filler: string): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0, filler)).join(' | ')} |`;
  const [head = [], ...body] = rows;
  return [toLine(head, ' '), toLine(['', ''], '-'), ...body.map((row) => toLine(row, ' '))].join('\n');
}

function withTable(page: string, table: string): string {
  const [before, rest] = page.split(start);
  const [, after] = rest?.split(end) ?? [];
  if (before === undefined || after === undefined) {
    throw new Error(`README.md needs the lines ${start} and ${end}.`);
  }
  return `${before}${start}\n\n${table}\n\n${end}${after}`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const [path, text] of await listRecipeFiles()) {
    await writeFile(join(root, path), text);
  }
}
