import { expect, it } from 'vitest';
import { getShape } from './shape.ts';

const kept = [{ material: 'm', width: 1080, height: 1920 }];

it('is that of the input, else of the material, else 16:9', () => {
  expect(getShape({ input: { aspect: '4:5' }, material: 'm' }, kept)).toBe(0.8);
  expect(getShape({ input: { aspect: '4:5', materials: ['m'] }, material: 'm' }, kept)).toBe(0.8);
  // The chat over a clip: its aspect ratio is that of a chat without one.
  expect(getShape({ input: { aspect: '16:9', material: 'm' }, material: 'm' }, kept)).toBe(1080 / 1920);
  expect(getShape({ input: { width: 300, height: 200 } }, kept)).toBe(1.5);
  expect(getShape({ input: { height: 240 }, material: 'm' }, kept)).toBe(1080 / 1920);
  expect(getShape({ input: {}, material: 'm' }, kept)).toBe(1080 / 1920);
  expect(getShape({ input: { aspect: '0:0' }, material: 'gone' }, kept)).toBe(16 / 9);
  expect(getShape({ input: {} }, kept)).toBe(16 / 9);
});
