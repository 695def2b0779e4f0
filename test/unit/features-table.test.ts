import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { browsersPage, readColumns, withTables } from '../../bench/browsers/features-table.ts';
import { allFeatures } from '#test/support/features/list.ts';

test('each feature has an id of its own', () => {
  expect(new Set(allFeatures.map(({ id }) => id)).size).toBe(allFeatures.length);
});

test.each(readColumns())(
  'docs/browsers.json has each feature in $browser (otherwise: npm run bench -- browsers features)',
  (one) => {
    expect(Object.keys(one.features)).toEqual(allFeatures.map(({ id }) => id));
  },
);

test('docs/browsers.md has the tables of docs/browsers.json', () => {
  const page = readFileSync(browsersPage, 'utf8');
  expect(withTables(page, readColumns())).toBe(page);
});
