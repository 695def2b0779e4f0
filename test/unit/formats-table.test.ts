import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { formatsPage, readRows, withRows } from '../../bench/formats/formats-table.ts';
import { cells } from '#test/support/matrix/cells.ts';

test('lists each measured cell of the matrix in docs/formats.md (otherwise: npm run bench -- formats)', () => {
  const rows = readRows(readFileSync(formatsPage, 'utf8'));
  expect([...rows.keys()].filter((id) => id !== 'file' && !/^-+$/.test(id))).toEqual(cells.map(({ id }) => id));
  expect([...rows.values()].filter((row) => row.at(-1) === 'not measured')).toEqual([]);
});

test('gives each cell a unique name', () => {
  expect(new Set(cells.map(({ id }) => id)).size).toBe(cells.length);
});

test('leaves a page unchanged when its rows are written again', () => {
  const page = readFileSync(formatsPage, 'utf8');
  expect(withRows(page, readRows(page))).toBe(page);
});
