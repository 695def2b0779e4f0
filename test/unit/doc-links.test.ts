import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const read = (file: string): Promise<string> => readFile(join(root, file), 'utf8');

const listPages = async (folder: string): Promise<string[]> =>
  (await readdir(join(root, folder))).filter((name) => name.endsWith('.md')).map((name) => join(folder, name));

const pages = [
  ...(await listPages('.')),
  ...(await listPages('docs')),
  ...(await listPages('docs/decisions')),
  ...(await listPages('packages/ort-kernels')),
  ...(await listPages('examples/agent')),
];

test.each(pages)('links from %s only to existing files', async (page) => {
  const links = [...(await read(page)).matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)].map(([, link = '']) => link);
  const files = links.filter((link) => !/^[a-z]+:/.test(link));
  expect(files.filter((file) => !existsSync(join(root, dirname(page), file)))).toEqual([]);
});

/** The pages that describe the location of code. */
const maps = [
  'docs/architecture.md',
  'CONTRIBUTING.md',
  'AGENTS.md',
  'SECURITY.md',
  'src/ui/editor/timeline/lanes/README.md',
];

test.each(maps)('names only existing paths of the project in %s', async (page) => {
  const paths = [...(await read(page)).matchAll(/`((?:src|test|docs|models|bench|tools|packages)\/[\w./-]+)`/g)];
  expect(paths.map(([, path = '']) => path).filter((path) => !existsSync(join(root, path)))).toEqual([]);
});
