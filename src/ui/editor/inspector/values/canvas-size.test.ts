import { expect, it } from 'vitest';
import { canvasShapes, getShape, sizeOfShape } from './canvas-size.ts';

it('recognizes the offered aspect ratios at any size', () => {
  for (const { value } of canvasShapes) {
    expect(value === 'custom' || getShape(sizeOfShape(value))).toBe(value === 'custom' || value);
  }
  expect(getShape({ width: 854, height: 480 })).toBe('16:9');
  expect(getShape({ width: 1000, height: 400 })).toBe('custom');
});
