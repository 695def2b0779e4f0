import { describe, expect, it } from 'vitest';
import { findDifference, sine, makeSound } from '../../../../test/support/sounds.ts';
import { StreamResampler } from './stream-resampler.ts';

function resample(samples: Float32Array, from: number, to: number, blockLength: number): Float32Array {
  const resampler = new StreamResampler(from, to);
  const parts: Float32Array[] = [];
  for (let at = 0; at < samples.length; at += blockLength) {
    parts.push(resampler.add(samples.subarray(at, at + blockLength)));
  }
  parts.push(resampler.finish());
  return Float32Array.from(parts.flatMap((part) => [...part]));
}

describe('a stream at another sample rate', () => {
  it.each([
    [8000, 48_000],
    [11_025, 48_000],
    [44_100, 48_000],
    [96_000, 48_000],
    [48_000, 8000],
  ])('from %i to %i Hz has the same duration and times, whatever the block boundaries', (from, to) => {
    const { left } = makeSound(1, from, sine(440));
    const resampled = resample(left, from, to, 1000);
    expect(resampled).toHaveLength(to);
    expect(findDifference(resample(left, from, to, 77), resampled)).toBeNull();
    const expected = makeSound(1, to, sine(440)).left;
    const errors = resampled
      .slice(0.1 * to, 0.9 * to)
      .map((sample, i) => Math.abs(sample - (expected[0.1 * to + i] ?? 0)));
    expect(Math.max(...errors)).toBeLessThan(0.002);
  });

  it('is empty without input', () => {
    expect(resample(new Float32Array(), 8000, 48_000, 10)).toHaveLength(0);
  });
});
