import { expect, it } from 'vitest';
import { listTicks } from './ticks.ts';

it('places labels as densely as they fit', () => {
  expect(listTicks(4, 480)).toEqual([0, 1, 2, 3]);
  expect(listTicks(60, 480)).toEqual([0, 10, 20, 30, 40, 50]);
  expect(listTicks(0, 480)).toEqual([]);
});
