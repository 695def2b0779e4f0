import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { formatsPage, readRows, withRows } from '../../bench/formats/formats-table.ts';
import { cells } from '#test/support/matrix/cells.ts';

test('docs/formats.md has the cells of the matrix, each measured (otherwise: npm run bench -- formats)', () => {
  const rows = readRows(readFileSync(formatsPage, 'utf8'));
  expect([...rows.keys()].filter((id) => id !== 'file' && !/^-+$/.test(id))).toEqual(cells.map(({ id }) => id));
  expect([...rows.values()].filter((row) => row.at(-1) === 'not measured')).toEqual([]);
});

test('each cell has a name of its own', () => {
  expect(new Set(cells.map(({ id }) => id)).size).toBe(cells.length);
});

test('writing the rows of a page leaves it as it is', () => {
  const page = readFileSync(formatsPage, 'utf8');
  expect(withRows(page, readRows(page))).toBe(page);
});
