import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { browsersPage, readColumns, withTables } from '../../bench/browsers/features-table.ts';
import { allFeatures } from '#test/support/features/list.ts';

test('gives each feature a unique id', () => {
  expect(new Set(allFeatures.map(({ id }) => id)).size).toBe(allFeatures.length);
});

test.each(readColumns())(
  'lists each feature in $browser in docs/browsers.json (otherwise: npm run bench -- browsers features)',
  (one) => {
    expect(Object.keys(one.features)).toEqual(allFeatures.map(({ id }) => id));
  },
);

test('contains the tables of docs/browsers.json in docs/browsers.md', () => {
  const page = readFileSync(browsersPage, 'utf8');
  expect(withTables(page, readColumns())).toBe(page);
});
