import { expect, test } from 'vitest';
import { chooseFill, toLevels } from './choose-fill.ts';
import type { Letters } from './coverage.ts';

const letters: Letters = { left: 0, top: 0, width: 8, height: 4, shares: new Float32Array(32).fill(1), area: 32 };

/** Creates a frame whose left part has one grey and the rest another, with a subject in its last column. */
function backdrop(grey: number, other = grey, split = 0) {
  const rgba = Uint8Array.from({ length: 4 * 32 }, (_, at) => ((at >> 2) % 8 < split ? other : grey));
  const alpha = Uint8Array.from({ length: 32 }, (_, at) => (at % 8 === 7 ? 255 : 0));
  return { width: 8, levels: toLevels(rgba), alpha };
}

test.each([
  ['night', backdrop(30), '#ffffff'],
  ['a dark room', backdrop(70), '#ffffff'],
  ['a bright wall', backdrop(225), '#111111'],
  ['a bright wall with a dark door', backdrop(225, 20, 1), '#111111'],
])('%s', (_, picture, fill) => {
  expect(chooseFill(letters, [picture]).fill).toBe(fill);
});

test('prefers a fill that contrasts with the subject where both fills have enough contrast', () => {
  const subject = (level: number) => {
    const picture = backdrop(120);
    const rgba = Uint8Array.from({ length: 4 * 32 }, (_, at) => ((at >> 2) % 8 === 7 ? level : 120));
    return { ...picture, levels: toLevels(rgba) };
  };
  expect(chooseFill(letters, [subject(20)]).fill).toBe('#ffffff');
  expect(chooseFill(letters, [subject(230)]).fill).toBe('#111111');
});

test('ignores the subject where only one fill has enough contrast', () => {
  const picture = backdrop(240);
  const subject = { ...picture, alpha: new Uint8Array(32).fill(255) };
  expect(chooseFill(letters, [subject, picture])).toEqual(chooseFill(letters, [picture]));
});

test('returns the contrast of WCAG 2 over all frames', () => {
  expect(chooseFill(letters, [backdrop(0)]).contrast).toBeCloseTo(21);
  expect(chooseFill(letters, [backdrop(0)], ['#808080']).contrast).toBeCloseTo(5.3, 1);
  expect(chooseFill(letters, [backdrop(0), backdrop(255), backdrop(255)]).fill).toBe('#111111');
  expect(chooseFill(letters, [])).toEqual({ fill: '#ffffff', contrast: 1 });
});
