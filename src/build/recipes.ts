// Writes the files that are generated from the recipes: the lists that pages and the demo import, and the tables of README.md and
// docs/api.md.
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
    ['README.md', await withTable('README.md', toTable(listRows(known, (id) => `\`${id}\``)))],
    [
      'docs/api.md',
      await withTable('docs/api.md', toTable(listRows(known, (id) => `[\`${id}\`](../src/recipes/${id}/README.md)`))),
    ],
  ]);
}

/** Reads the presentation of a recipe. */
export async function readAbout(id: ListedRecipeId): Promise<RecipeAbout> {
  const { about }: { about: RecipeAbout } = await import(`../recipes/${id}/about.ts`);
  return about;
}

const toJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

type Known = { readonly id: string; readonly about: RecipeAbout };

const listRows = (known: readonly Known[], toName: (id: string) => string): readonly (readonly string[])[] => [
  ['recipe', 'what it does'],
  ...known.map(({ id, about }) => [toName(id), about.description]),
];

function toTable(rows: readonly (readonly string[])[]): string {
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  const toLine = (cells: readonly string[], filler: string): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0, filler)).join(' | ')} |`;
  const [head = [], ...body] = rows;
  return [toLine(head, ' '), toLine(['', ''], '-'), ...body.map((row) => toLine(row, ' '))].join('\n');
}

/** Returns the page at `path` with the table between its marks. Throws for a page without them. */
async function withTable(path: string, table: string): Promise<string> {
  const [before, rest] = (await readFile(join(root, path), 'utf8')).split(start);
  const [, after] = rest?.split(end) ?? [];
  if (before === undefined || after === undefined) {
    throw new Error(`${path} needs the lines ${start} and ${end}.`);
  }
  return `${before}${start}\n\n${table}\n\n${end}${after}`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const [path, text] of await listRecipeFiles()) {
    await writeFile(join(root, path), text);
  }
}
