import { expect, it } from 'vitest';
import { canvasShapes, shapeOf, sizeOfShape } from './canvas-size.ts';

it('recognizes the offered aspect ratios at any size', () => {
  for (const { value } of canvasShapes) {
    expect(value === 'custom' || shapeOf(sizeOfShape(value))).toBe(value === 'custom' || value);
  }
  expect(shapeOf({ width: 854, height: 480 })).toBe('16:9');
  expect(shapeOf({ width: 1000, height: 400 })).toBe('custom');
});
