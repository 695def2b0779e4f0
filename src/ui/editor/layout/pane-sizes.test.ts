import { expect, test } from 'vitest';
import { clampSize, parseSizes, sizeByKey } from './pane-sizes.ts';

test('stored sizes are limited, and missing ones have their defaults', () => {
  expect(parseSizes('{"left":300,"right":9000,"timeline":"high"}')).toEqual({ left: 300, right: 520, timeline: 300 });
  expect(parseSizes(null)).toEqual({ left: 264, right: 300, timeline: 300 });
  expect(parseSizes('[]')).toEqual({ left: 264, right: 300, timeline: 300 });
});

test('a key moves the separator in its own direction, further with Shift', () => {
  expect(sizeByKey('left', 300, 'ArrowRight', false)).toBe(316);
  expect(sizeByKey('right', 300, 'ArrowRight', false)).toBe(284);
  expect(sizeByKey('timeline', 300, 'ArrowUp', true)).toBe(364);
  expect(sizeByKey('timeline', 300, 'Home', false)).toBe(140);
  expect(sizeByKey('right', 300, 'End', false)).toBe(520);
  expect(sizeByKey('left', 300, 'ArrowUp', false)).toBeNull();
});

test('a size is an integer number of pixels within its limits', () => {
  expect(clampSize('left', 250.4)).toBe(250);
  expect(clampSize('left', 10)).toBe(200);
});
