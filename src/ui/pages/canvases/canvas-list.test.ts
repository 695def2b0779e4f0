import { expect, it } from 'vitest';
import { arrange, type CanvasSummary } from './canvas-list.ts';

const canvas = (title: string, day: number, durationSeconds?: number): CanvasSummary => ({
  id: title,
  revision: 1,
  title,
  createdAt: `2026-05-0${day}T10:00:00Z`,
  updatedAt: `2026-06-0${9 - day}T10:00:00Z`,
  ...(durationSeconds !== undefined && { durationSeconds }),
});
const all = [canvas('Take 10', 1, 4), canvas('Take 2', 3), canvas('Beach trip', 2, 90)];
const titles = (search: string, order: Parameters<typeof arrange>[2]): string[] =>
  arrange(all, search, order).map(({ title }) => title);

it('sorts canvases in the selected order', () => {
  expect(titles('', 'changed')).toEqual(['Take 10', 'Beach trip', 'Take 2']);
  expect(titles('', 'created')).toEqual(['Take 2', 'Beach trip', 'Take 10']);
  expect(titles('', 'title')).toEqual(['Beach trip', 'Take 2', 'Take 10']);
  expect(titles('', 'length')).toEqual(['Beach trip', 'Take 10', 'Take 2']);
});

it('finds every word of a search, in any order and case', () => {
  expect(titles(' TRIP bea ', 'title')).toEqual(['Beach trip']);
  expect(titles('take 1', 'title')).toEqual(['Take 10']);
  expect(titles('nothing', 'title')).toEqual([]);
});
