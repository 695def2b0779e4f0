import { expect, test } from 'vitest';
import { textBehind } from './recipe.ts';

test('a position outside of any canvas is refused, as a parameter and as an edit', () => {
  const input = { material: 'clip', text: 'OFFCUT' };
  expect(textBehind.input.safeParse({ ...input, position: { x: 100, y: -40 } }).success).toBe(true);
  expect(textBehind.input.safeParse({ ...input, position: { x: 1e6, y: 0 } }).success).toBe(false);
  const proposal = {
    text: 'OFFCUT',
    x: 100,
    y: -40,
    sizePx: 80,
    rotation: 0,
    fill: '#FFFFFF',
    window: { startSeconds: 0, endSeconds: 2 },
    coveredShare: { least: 0, mean: 0, most: 0 },
  };
  expect(textBehind.proposal?.safeParse(proposal).success).toBe(true);
  expect(textBehind.proposal?.safeParse({ ...proposal, x: 1e6 }).success).toBe(false);
});
