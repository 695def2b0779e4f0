import { describe, expect, it } from 'vitest';
import { measureLevel } from '../../../../test/support/sounds.ts';
import { Resampler } from './resampler.ts';

const seconds = 0.5;
const wave = (hertz: number, rate: number): Float32Array =>
  Float32Array.from({ length: seconds * rate }, (_, i) => Math.sin(2 * Math.PI * hertz * (i / rate)));

/** Resamples a sine from one rate to another, without the ends, which have too few neighbours. */
function resample(hertz: number, from: number, to: number): Float32Array {
  const resampler = new Resampler(from / to);
  const [first, count] = [Math.round(0.05 * to), Math.round(0.4 * to)];
  const needed = resampler.needs(first, count);
  return resampler.run(wave(hertz, from).subarray(needed.from, needed.from + needed.count), first, count);
}

/** Returns the distortion of a sine of `hertz`, in dB below it. */
function distortion(samples: Float32Array, hertz: number, rate: number): number {
  let [re, im] = [0, 0];
  samples.forEach((sample, i) => {
    re += sample * Math.cos((2 * Math.PI * hertz * i) / rate);
    im += sample * Math.sin((2 * Math.PI * hertz * i) / rate);
  });
  const scale = 2 / samples.length;
  const rest = samples.map(
    (sample, i) =>
      sample -
      scale * (re * Math.cos((2 * Math.PI * hertz * i) / rate) + im * Math.sin((2 * Math.PI * hertz * i) / rate)),
  );
  return measureLevel(rest) - measureLevel(samples);
}

describe('a resampler', () => {
  it.each([
    [44_100, 48_000, 20_000],
    [22_050, 48_000, 10_000],
    [8000, 48_000, 3600],
    [96_000, 48_000, 20_000],
    [48_000, 16_000, 6600],
    [1.2345 * 44_100, 48_000, 17_000],
  ])('from %d to %d keeps the level up to %d Hz', (from, to, highest) => {
    for (const hertz of [100, 1000, highest / 2, highest]) {
      const samples = resample(hertz, from, to);
      expect(Math.abs(measureLevel(samples) - measureLevel(wave(hertz, from)))).toBeLessThan(0.02);
    }
    expect(distortion(resample(1000, from, to), 1000, to)).toBeLessThan(-90);
  });

  it.each([
    [96_000, 48_000, 27_500],
    [48_000, 16_000, 9500],
    [2 * 48_000, 48_000, 40_000],
  ])('from %d to %d removes %d Hz, which would alias', (from, to, hertz) => {
    expect(measureLevel(resample(hertz, from, to))).toBeLessThan(-85);
  });

  it('returns the same samples for any start, even after hours', () => {
    const resampler = new Resampler(44_100 / 48_000);
    const source = wave(997, 44_100);
    const far = 160 * 1_000_000;
    const at = (first: number, count: number): Float32Array => {
      const { from, count: needed } = resampler.needs(first, count);
      return resampler.run(source.subarray(from, from + needed), first, count);
    };
    const whole = at(100, 10_000);
    expect(at(4321, 1000)).toEqual(whole.subarray(4221, 5221));
    const { from } = resampler.needs(far + 100, 1);
    expect(resampler.run(source.subarray(from - 147 * 1_000_000), far + 100, 1000)).toEqual(whole.subarray(0, 1000));
  });
});
