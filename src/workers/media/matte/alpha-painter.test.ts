import { expect, it } from 'vitest';
import { cell } from './guided-filter.ts';
import { Workspace } from '../picture/workspace.ts';
import { AlphaPainter } from './alpha-painter.ts';

const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));

/** Interpolates a small plane bilinearly at the centre of a pixel of the large one. */
function interpolate(
  plane: Float32Array,
  { width, height }: { width: number; height: number },
  x: number,
  y: number,
): number {
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
  [64, 40, 16, 16, 1],
  [67, 41, 16, 12, 1],
  [20, 20, 32, 32, 1],
  [67, 41, 16, 12, 3],
  [64, 40, 3, 2, 1],
  [63, 37, 40, 36, 3],
])('draws %i x %i from lines on a grid of %i x %i with %i slopes', (width, height, gridWidth, gridHeight, channels) => {
  const size = gridWidth * gridHeight;
  const isFlat = (i: number): boolean => i % gridWidth < gridWidth / 3;
  const slopes = Array.from({ length: channels }, (_, channel) =>
    Float32Array.from({ length: size }, (_, i) => (isFlat(i) ? 0 : (((i * 37 + channel * 5) % 11) - 5) / 6)),
  );
  const offsets = Float32Array.from({ length: size }, (_, i) => (isFlat(i) ? 255 : ((i * 53) % 200) + 20));
  const grid = { width: gridWidth, height: gridHeight };
  const { kernels, free: picture, alpha: drawn, alphaPixels: alpha } = new Workspace({ width, height }, grid, 1);
  const lines = { planes: kernels.floats(4 * size), isColour: channels > 1, kinds: kernels.bytes(size) };
  [offsets, ...slopes].forEach((plane, at) => lines.planes.set(plane, at * size));
  lines.kinds.forEach((_, i) => (lines.kinds[i] = isFlat(i) ? cell.subject : cell.edge));
  picture.bytes.forEach((_, i) => (picture.bytes[i] = (i * 7919) % 256));
  alpha.fill(99);
  const before = picture.bytes.slice();
  new AlphaPainter(picture, grid, { low: 10, high: 240 }, kernels).paint(lines, picture, alpha);
  // Only alpha is written.
  expect(picture.bytes).toEqual(before);
  expect([...drawn.u, ...drawn.v].every((chroma) => chroma === 128)).toBe(true);
  for (let i = 0; i < alpha.length; i++) {
    const column = i % width;
    const row = Math.floor(i / width);
    const at = (plane: Float32Array): number =>
      interpolate(plane, grid, ((column + 0.5) * gridWidth) / width - 0.5, ((row + 0.5) * gridHeight) / height - 0.5);
    const chroma = (row >> 1) * picture.chromaWidth + (column >> 1);
    const colours = [picture.y[i], picture.u[chroma], picture.v[chroma]];
    const value = slopes.reduce((sum, plane, channel) => sum + at(plane) * (colours[channel] ?? 0), at(offsets));
    expect(Math.abs((alpha[i] ?? 0) - clamp(((value - 10) * 255) / 230, 0, 255))).toBeLessThan(0.7);
  }
});
