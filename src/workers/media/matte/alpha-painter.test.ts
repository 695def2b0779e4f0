import { expect, it } from 'vitest';
import { AlphaPainter } from './alpha-painter.ts';

const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));

/** Bilinear interpolation of a small plane at the centre of a pixel of the large one. */
function interpolate(plane: Float32Array, width: number, height: number, x: number, y: number): number {
  const column = clamp(x, 0, width - 1);
  const row = clamp(y, 0, height - 1);
  const left = Math.min(width - 2, Math.floor(column));
  const top = Math.min(height - 2, Math.floor(row));
  const at = (dx: number, dy: number): number => plane[(top + dy) * width + left + dx] ?? 0;
  const upper = at(0, 0) + (column - left) * (at(1, 0) - at(0, 0));
  const lower = at(0, 1) + (column - left) * (at(1, 1) - at(0, 1));
  return upper + (row - top) * (lower - upper);
}

it.each([
  [64, 40, 16, 16],
  [67, 41, 16, 12],
  [20, 20, 32, 32],
])('draws %i x %i from lines on a grid of %i x %i', (width, height, gridWidth, gridHeight) => {
  const size = gridWidth * gridHeight;
  const isFlat = (i: number): boolean => i % gridWidth < gridWidth / 3;
  const slopes = Float32Array.from({ length: size }, (_, i) => (isFlat(i) ? 0 : (((i * 37) % 11) - 5) / 4));
  const offsets = Float32Array.from({ length: size }, (_, i) => (isFlat(i) ? (i % 2) * 255 : ((i * 53) % 200) + 20));
  const luma = Uint8Array.from({ length: width * height }, (_, i) => (i * 7919) % 256);
  const levels = { low: 10, high: 240 };
  const alpha = new Uint8ClampedArray(width * height).fill(99);
  new AlphaPainter({ width, height }, { width: gridWidth, height: gridHeight }, levels).paint(
    slopes,
    offsets,
    luma,
    alpha,
  );
  for (let i = 0; i < alpha.length; i++) {
    const x = (((i % width) + 0.5) * gridWidth) / width - 0.5;
    const y = ((Math.floor(i / width) + 0.5) * gridHeight) / height - 0.5;
    const slope = interpolate(slopes, gridWidth, gridHeight, x, y);
    const offset = interpolate(offsets, gridWidth, gridHeight, x, y);
    const expected = clamp(((slope * (luma[i] ?? 0) + offset - 10) * 255) / 230, 0, 255);
    expect(Math.abs((alpha[i] ?? 0) - expected)).toBeLessThan(0.6);
  }
});
