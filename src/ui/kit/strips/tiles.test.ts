import { expect, test } from 'vitest';
import { countFor, getSlots, type TileFacts } from './tiles.ts';

/** A minute as 8 tiles, drawn 80 pixels wide in a box 45 pixels high. */
const facts: TileFacts = { count: 8, width: 160, height: 90, stepSeconds: 7.5 };
const box = { width: 800, height: 45 };

test('positions fill the box, and each shows the tile of its middle', () => {
  const slots = getSlots(facts, { fromSeconds: 0, toSeconds: 60 }, box);
  expect(slots.map(({ left }) => Math.round(left))).toEqual([0, 80, 160, 240, 320, 400, 480, 560, 640, 720]);
  expect(slots.map(({ tile }) => tile)).toEqual([0, 1, 2, 2, 3, 4, 5, 6, 6, 7]);
});

test('positions do not move when the start of the file is trimmed', () => {
  const slots = getSlots(facts, { fromSeconds: 3, toSeconds: 63 }, box);
  expect(slots[0]?.left).toBeCloseTo(-40);
  expect(slots[1]).toMatchObject({ tile: 1 });
  expect(slots.at(-1)).toMatchObject({ tile: 7 });
});

test('the count is a power of two that grows with the zoom, and has a limit', () => {
  const getCount = (seconds: number): number => countFor(facts, { fromSeconds: 0, toSeconds: seconds }, box);
  expect([600, 60, 30, 15, 1].map(getCount)).toEqual([8, 16, 32, 64, 64]);
});

test('a still image has the same tile everywhere', () => {
  const still = { ...facts, stepSeconds: 0 };
  const span = { fromSeconds: 0, toSeconds: 5 };
  expect(getSlots(still, span, box).every(({ tile }) => tile === 0)).toBe(true);
  expect(countFor(still, span, box)).toBe(8);
});

test('a box without width has no positions', () => {
  expect(getSlots(facts, { fromSeconds: 0, toSeconds: 5 }, { width: 0, height: 45 })).toEqual([]);
});
