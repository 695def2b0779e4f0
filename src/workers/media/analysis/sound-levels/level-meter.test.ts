import { describe, expect, it } from 'vitest';
import { levelSeconds, toDb } from '#core/analysis/sound-levels.ts';
import { sine, makeSound } from '../../../../../test/support/sounds.ts';
import { LevelMeter } from './level-meter.ts';

function measure(samples: Float32Array<ArrayBuffer>, sampleRate: number, blockFrames = 1024) {
  const meter = new LevelMeter(sampleRate);
  for (let at = 0; at < samples.length; at += blockFrames) {
    meter.add(at, [samples.subarray(at, at + blockFrames)]);
  }
  return meter.finish();
}

describe('LevelMeter', () => {
  it.each([8000, 11_025, 22_050, 44_100, 48_000, 96_000])('computes a level per 10 ms at %i Hz', (sampleRate) => {
    const { left } = makeSound(2, sampleRate, sine(1000, 0.1));
    const { wide } = measure(left, sampleRate, 777);
    expect(wide).toHaveLength(2 / levelSeconds);
    // A sine of amplitude 0.1 has -23 dB.
    expect(toDb(wide[100] ?? 0)).toBeCloseTo(-23, 0);
  });

  it('ignores mains hum, and measures an "s" in the high band only', () => {
    const measureLevels = (hertz: number) => measure(makeSound(1, 48_000, sine(hertz, 0.1)).left, 48_000);
    expect(toDb(measureLevels(30).wide[50] ?? 0)).toBeLessThan(-38);
    expect(toDb(measureLevels(6000).high[50] ?? 0)).toBeGreaterThan(-26);
    expect(toDb(measureLevels(500).high[50] ?? 0)).toBeLessThan(-55);
  });

  it('fills gaps with silence, skips repeated samples, and does not depend on the block size', () => {
    const { left } = makeSound(1, 48_000, sine(1000, 0.1));
    const meter = new LevelMeter(48_000);
    meter.add(0, [left]);
    meter.add(24_000, [left.subarray(24_000)]);
    meter.add(96_000, [left]);
    const { wide } = meter.finish();
    expect(wide).toHaveLength(300);
    expect([...wide.subarray(102, 199)].every((level) => level === 0)).toBe(true);
    expect(measure(left, 48_000, 480).wide).toEqual(measure(left, 48_000, 10_001).wide);
  });

  it('averages the channels', () => {
    const { left } = makeSound(1, 48_000, sine(1000, 0.1));
    const meter = new LevelMeter(48_000);
    meter.add(0, [left, new Float32Array(left.length)]);
    expect(toDb(meter.finish().wide[50] ?? 0)).toBeCloseTo(-26, 0);
  });
});
