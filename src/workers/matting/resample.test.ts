import { describe, expect, test } from 'vitest';
import { resample, type Box, type Raster } from '#workers/matting/resample.ts';

function scaled(source: Raster, target: { width: number; height: number }, channels: number, box?: Box): Uint8Array {
  const data = new Uint8Array(target.width * target.height * channels);
  const whole = { left: 0, top: 0, width: source.width, height: source.height };
  resample(source, box ?? whole, { ...target, data }, channels);
  return data;
}

function noise(width: number, height: number, channels: number): Raster {
  const data = Uint8Array.from({ length: width * height * channels }, (_, index) => (index * 7919) % 256);
  return { width, height, data };
}

describe('resampling', () => {
  test('to the same size changes nothing', () => {
    const source = noise(7, 5, 3);
    expect(scaled(source, { width: 7, height: 5 }, 3)).toEqual(source.data);
  });

  test('of a part returns that part', () => {
    const source = noise(10, 8, 3);
    const part = scaled(source, { width: 3, height: 2 }, 3, { left: 4, top: 5, width: 3, height: 2 });
    const row = (y: number): number[] => Array.from(source.data.subarray((y * 10 + 4) * 3, (y * 10 + 7) * 3));
    expect(Array.from(part)).toEqual([...row(5), ...row(6)]);
  });

  test('keeps a plain picture plain at any factor', () => {
    const source = { width: 31, height: 17, data: new Uint8Array(31 * 17).fill(200) };
    for (const size of [
      { width: 5, height: 5 },
      { width: 64, height: 9 },
      { width: 100, height: 100 },
      { width: 1, height: 1 },
    ]) {
      expect(scaled(source, size, 1).every((value) => value === 200)).toBe(true);
    }
  });

  test('upwards is bilinear between the centres of pixels', () => {
    const source = { width: 2, height: 1, data: Uint8Array.of(0, 200) };
    expect(Array.from(scaled(source, { width: 4, height: 1 }, 1))).toEqual([0, 50, 150, 200]);
  });

  test('downwards averages instead of skipping', () => {
    const stripes = { width: 64, height: 1, data: Uint8Array.from({ length: 64 }, (_, x) => (x % 2) * 200) };
    const inner = Array.from(scaled(stripes, { width: 8, height: 1 }, 1)).slice(1, -1);
    inner.forEach((value) => expect(value).toBe(100));
  });

  test('keeps the mean of a picture', () => {
    const source = noise(120, 90, 1);
    const mean = (values: Uint8Array): number => values.reduce((a, b) => a + b, 0) / values.length;
    expect(mean(scaled(source, { width: 32, height: 24 }, 1))).toBeCloseTo(mean(source.data), -0.5);
  });
});
