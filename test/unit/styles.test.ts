import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../src');
/** Matches `:has()` with its argument, which may contain parentheses. */
const has = /:has\((?<wanted>(?:[^()]|\([^()]*\))*)\)/g;
/**
 * Matches a bare element, all elements, or a negation: for these, Chromium checks every element that is added anywhere
 * in the page.
 */
const looksAtAll = /(?:^|[\s>+~,])(?:[a-z]|\*)|:not\(/;

const wantedIn = (css: string): string[] => [...css.matchAll(has)].map(({ groups }) => groups?.['wanted'] ?? '');

async function readSheets(): Promise<string[]> {
  const files = (await readdir(root, { recursive: true })).filter((name) => name.endsWith('.css'));
  return Promise.all(files.map((name) => readFile(join(root, name), 'utf8')));
}

test('has no selector of the page that makes every insertion slow', async () => {
  const wanted = (await readSheets()).flatMap(wantedIn);
  expect(wanted).toContain(':focus-visible');
  expect(wanted.filter((one) => looksAtAll.test(one))).toEqual([]);
});

test.each(["[aria-busy='true']:not(.viewer)", 'li', '> *', '.a > b'])('finds that %s is slow', (wanted) => {
  expect(wantedIn(`.a:has(${wanted}) { color: red }`).map((one) => looksAtAll.test(one))).toEqual([true]);
});

test('names the colour space of repeating gradients, because Firefox 153 does not repeat those of mixed colours without it', async () => {
  const gradients = (await readSheets()).flatMap((css) => css.match(/repeating-linear-gradient\(\s*[^,]+/g) ?? []);
  expect(gradients.length).toBeGreaterThan(0);
  expect(gradients.filter((one) => !one.endsWith('in srgb'))).toEqual([]);
});
