import { describe, expect, it } from 'vitest';
import { Kernels } from '../kernels/kernels.ts';
import { createPlanes } from './planes.ts';
import { PlanesScaler } from './planes-scaler.ts';
import { Resampler } from './resampler.ts';

/** Returns the share of `[from, to)` that overlaps the unit cell `at`. */
const overlap = (from: number, to: number, at: number): number =>
  Math.max(0, Math.min(to, at + 1) - Math.max(from, at));

function areaAverage(source: Uint8Array, width: number, height: number, toWidth: number, toHeight: number): number[] {
  const result: number[] = [];
  for (let y = 0; y < toHeight; y++) {
    for (let x = 0; x < toWidth; x++) {
      let sum = 0;
      let area = 0;
      for (let fromY = 0; fromY < height; fromY++) {
        for (let fromX = 0; fromX < width; fromX++) {
          const share =
            overlap((x * width) / toWidth, ((x + 1) * width) / toWidth, fromX) *
            overlap((y * height) / toHeight, ((y + 1) * height) / toHeight, fromY);
          sum += share * (source[fromY * width + fromX] ?? 0);
          area += share;
        }
      }
      result.push(sum / area);
    }
  }
  return result;
}

const noise = (size: number): Uint8Array =>
  Uint8Array.from({ length: size }, (_, i) => (i * 7919 + (i >> 3) * 31) % 256);

function resample(source: Uint8Array, width: number, height: number, toWidth: number, toHeight: number): Float32Array {
  const [from, to] = [
    { width, height },
    { width: toWidth, height: toHeight },
  ];
  const kernels = new Kernels(source.length + 4 * toWidth * toHeight + Resampler.bytesFor(from, to));
  const own = kernels.bytes(source.length);
  const target = kernels.floats(toWidth * toHeight);
  own.set(source);
  new Resampler(from, to, kernels).resample(own, target);
  return target;
}

describe('Resampler', () => {
  it.each([
    [16, 8, 4, 4],
    [31, 17, 7, 5],
    [40, 9, 16, 9],
    [37, 53, 36, 52],
    [900, 4, 1, 1],
  ])('averages %i x %i over the exact areas of %i x %i', (width, height, toWidth, toHeight) => {
    const source = noise(width * height);
    const target = resample(source, width, height, toWidth, toHeight);
    areaAverage(source, width, height, toWidth, toHeight).forEach((value, i) =>
      // Rows are weighted in steps of 1/16,384.
      expect(Math.abs((target[i] ?? 0) - value)).toBeLessThan(0.02),
    );
  });

  it('rounds to the nearest byte when scaling whole frames', () => {
    const [source, target] = [createPlanes(4, 2), createPlanes(2, 1)];
    source.bytes.set([10, 11, 0, 1, 10, 11, 1, 1, 20, 21, 30, 32]);
    new PlanesScaler(source, target).scale(source, target);
    expect([...target.bytes]).toEqual([11, 1, 21, 31]);
  });

  it('interpolates linearly when it enlarges', () => {
    const target = resample(Uint8Array.of(0, 40, 80, 120), 4, 1, 8, 1);
    expect([...target]).toEqual([0, 10, 30, 50, 70, 90, 110, 120]);
  });

  it('handles one pixel', () => {
    const target = resample(Uint8Array.of(77), 1, 1, 3, 2);
    expect([...target]).toEqual([77, 77, 77, 77, 77, 77]);
  });
});
