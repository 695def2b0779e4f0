import { expect, it } from 'vitest';
import { toWorkSeconds } from './work-seconds.ts';

const kept = [
  { material: 'one', durationSeconds: 10 },
  { material: 'two', durationSeconds: 5 },
  { material: 'picture' },
];

it('uses the duration of the only material, or of all takes', () => {
  expect(toWorkSeconds({ material: 'one' }, kept)).toBe(10);
  expect(toWorkSeconds({ materials: ['one', 'two', 'picture'] }, kept)).toBe(15);
});

it('uses the selected span, up to the end of the material', () => {
  expect(toWorkSeconds({ material: 'one', trim: { startSeconds: 2, endSeconds: 5 } }, kept)).toBe(3);
  expect(toWorkSeconds({ material: 'one', window: { endSeconds: 40 } }, kept)).toBe(10);
  expect(toWorkSeconds({ material: 'https://a.test/b.mp4', window: { startSeconds: 1, endSeconds: 4 } }, kept)).toBe(3);
});

it('is null for a deleted material and for invalid spans', () => {
  expect(toWorkSeconds({ material: 'https://a.test/b.mp4' }, kept)).toBeNull();
  expect(toWorkSeconds({ material: 'one', trim: { startSeconds: 5, endSeconds: 2 } }, kept)).toBe(10);
  expect(toWorkSeconds({}, kept)).toBeNull();
});
