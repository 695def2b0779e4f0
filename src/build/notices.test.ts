import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { bundledPackages, createNotices } from './notices.ts';

const root = resolve(import.meta.dirname, '../..');

/**
 * Packages that no build contains: npm installs them for a user, they run only in a clone, they are types alone, or a shown or
 * generated file imports them.
 */
const notBundled = new Set(['har-format', 'msw', 'offcut', 'playwright-core', 'vite', 'vitest']);

/** Lists the packages that the modules of the product import. */
function listImports(): string[] {
  const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !/\.test\.ts$|^build\/|\/assembly\//.test(file.replaceAll('\\', '/')),
  );
  const names = files.flatMap((file) => {
    const code = readFileSync(join(root, 'src', file), 'utf8');
    return [...code.matchAll(/(?:from |import |import\()'((?:@[\w-]+\/)?[\w][\w.-]*)(?:\/[^']*)?'/g)].map(
      ([, name = '']) => name,
    );
  });
  return [...new Set(names)].filter((name) => name !== 'virtual' && !notBundled.has(name)).toSorted();
}

test('the notices name every package that the product imports', () => {
  const known = new Set(bundledPackages);
  expect(listImports().filter((name) => !known.has(name))).toEqual([]);
});

test('each bundled package and each font has its licence on the page', () => {
  const page = createNotices(root);
  for (const name of [...bundledPackages, '@fontsource/anton', '@fontsource-variable/inter']) {
    expect(page).toContain(`<h3>${name} `);
  }
});
