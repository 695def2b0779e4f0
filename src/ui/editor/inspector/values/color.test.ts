import { expect, it } from 'vitest';
import { joinColor, parseColor, splitColor } from './color.ts';

it('splits a color and joins it again', () => {
  expect(splitColor('#10203040')).toEqual({ opaque: '#102030', alpha: 64 / 255 });
  expect(splitColor('#102030')).toEqual({ opaque: '#102030', alpha: 1 });
  expect(joinColor('#102030', 64 / 255)).toBe('#10203040');
  expect(joinColor('#102030', 1)).toBe('#102030');
  expect(joinColor('#102030', 0)).toBe('#10203000');
});

it.each([
  ['#1A2b3C', { opaque: '#1a2b3c', alpha: null }],
  ['fff', { opaque: '#ffffff', alpha: null }],
  ['#000f', { opaque: '#000000', alpha: 1 }],
  ['00000000', { opaque: '#000000', alpha: 0 }],
  ['red', null],
  ['#12345', null],
])('parses %s', (text, expected) => {
  expect(parseColor(text)).toEqual(expected);
});
