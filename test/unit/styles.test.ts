import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../src');
/** `:has()` with what stands in it, which may have brackets itself. */
const has = /:has\((?<wanted>(?:[^()]|\([^()]*\))*)\)/g;
/** A bare element, all elements, or what is not something: Chromium looks at each element then that comes anywhere in the page. */
const looksAtAll = /(?:^|[\s>+~,])(?:[a-z]|\*)|:not\(/;

const wantedIn = (css: string): string[] => [...css.matchAll(has)].map(({ groups }) => groups?.['wanted'] ?? '');

async function readSheets(): Promise<string[]> {
  const files = (await readdir(root, { recursive: true })).filter((name) => name.endsWith('.css'));
  return Promise.all(files.map((name) => readFile(join(root, name), 'utf8')));
}

test('no selector of the page has every insertion cost', async () => {
  const wanted = (await readSheets()).flatMap(wantedIn);
  expect(wanted).toContain(':focus-visible');
  expect(wanted.filter((one) => looksAtAll.test(one))).toEqual([]);
});

test.each(["[aria-busy='true']:not(.viewer)", 'li', '> *', '.a > b'])('%s costs', (wanted) => {
  expect(wantedIn(`.a:has(${wanted}) { color: red }`).map((one) => looksAtAll.test(one))).toEqual([true]);
});

test('repeating gradients name their colour space: without it Firefox 153 does not repeat those of mixed colours', async () => {
  const gradients = (await readSheets()).flatMap((css) => css.match(/repeating-linear-gradient\(\s*[^,]+/g) ?? []);
  expect(gradients.length).toBeGreaterThan(0);
  expect(gradients.filter((one) => !one.endsWith('in srgb'))).toEqual([]);
});
