import { describe, expect, it } from 'vitest';
import { Edge } from './edge.ts';

const size = { width: 40, height: 20 };

/** Subject from column 20 on. */
function half(): Uint8ClampedArray {
  return Uint8ClampedArray.from({ length: size.width * size.height }, (_, i) => (i % size.width >= 20 ? 255 : 0));
}

const middleRow = (alpha: Uint8ClampedArray): number[] => [...alpha.subarray(10 * size.width, 11 * size.width)];

/** Returns the column where alpha is one half. */
function edgeAt(alpha: Uint8ClampedArray): number {
  return size.width - middleRow(alpha).reduce((sum, value) => sum + value, 0) / 255;
}

describe('Edge', () => {
  it.each([
    [0, 20],
    [3, 17],
    [-3, 23],
    [1.5, 18.5],
    [-0.5, 20.5],
  ])('shifted by %d px is at %d', (shiftPx, expected) => {
    const alpha = half();
    new Edge(size, { shiftPx, featherPx: 0 }).apply(alpha);
    expect(edgeAt(alpha)).toBeCloseTo(expected, 1);
  });

  it('feathers to both sides, by the given radius', () => {
    const alpha = half();
    new Edge(size, { shiftPx: 0, featherPx: 6 }).apply(alpha);
    const row = middleRow(alpha);
    expect(edgeAt(alpha)).toBeCloseTo(20, 0);
    expect(row[12]).toBe(0);
    expect(row[17]).toBeGreaterThan(0);
    expect(row[22]).toBeLessThan(255);
    expect(row[28]).toBe(255);
    row.slice(1).forEach((value, i) => expect(value).toBeGreaterThanOrEqual(row[i] ?? 0));
  });

  it('leaves the matte unchanged without shift and feather', () => {
    const alpha = half();
    new Edge(size, { shiftPx: 0, featherPx: 0 }).apply(alpha);
    expect(alpha).toEqual(half());
  });
});
