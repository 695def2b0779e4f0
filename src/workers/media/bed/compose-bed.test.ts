import { describe, expect, it } from 'vitest';
import { findRhythm } from '../analysis/beats/find-rhythm.ts';
import { OnsetListener } from '../analysis/beats/onset-curves.ts';
import { composeBed } from './compose-bed.ts';

const options = { bpm: 120, durationSeconds: 15, dropSeconds: 4, endSeconds: 12.5, seed: 3 };
const pause = (): Promise<void> => Promise.resolve();
const bed = await composeBed(options, pause);

const measurePower = (samples: Float32Array, fromSeconds: number, toSeconds: number): number =>
  samples.subarray(fromSeconds * 48_000, toSeconds * 48_000).reduce((sum, sample) => sum + sample * sample, 0) /
  ((toSeconds - fromSeconds) * 48_000);

describe('composeBed', () => {
  it('has the requested duration, is stereo, within full scale, and fades out', () => {
    expect(bed.left).toHaveLength(15 * 48_000);
    expect(bed.left.some((sample, at) => sample !== bed.right[at])).toBe(true);
    expect(
      Math.max(...[bed.left, bed.right].map((side) => side.reduce((most, one) => Math.max(most, Math.abs(one)), 0))),
    ).toBeLessThanOrEqual(1);
    expect(measurePower(bed.left, 14.98, 15)).toBeLessThan(1e-5);
    expect(bed.left.every(Number.isFinite)).toBe(true);
  });

  it('rises at the drop and rings out at the end', () => {
    expect(measurePower(bed.left, 4, 8)).toBeGreaterThan(4 * measurePower(bed.left, 0, 3));
    expect(measurePower(bed.left, 13.5, 14.5)).toBeLessThan(measurePower(bed.left, 8, 12) / 2);
  });

  it('has the stated tempo', () => {
    const listener = new OnsetListener(48_000);
    listener.add(bed.left);
    const found = findRhythm(listener.finish(), null);
    const rhythm = typeof found === 'string' ? null : found;
    expect(rhythm?.bpm).toBeCloseTo(120, 0);
    const near = (rhythm?.beats ?? [])
      .filter((beat) => beat > 4 && beat < 12)
      .map((beat) => Math.abs(beat * 2 - Math.round(beat * 2)) / 2);
    expect(Math.max(...near)).toBeLessThan(0.04);
    expect(Math.abs((rhythm?.drops[0]?.atSeconds ?? 0) - 4)).toBeLessThan(0.06);
  });

  it('is the same for the same seed, and different for another one', async () => {
    const short = { ...options, durationSeconds: 3, dropSeconds: 1, endSeconds: 2.5 };
    const compose = async (seed: number) => (await composeBed({ ...short, seed }, pause)).left;
    const [one, again, other] = await Promise.all([3, 3, 4].map(compose));
    expect(one?.every((sample, at) => sample === again?.[at])).toBe(true);
    expect(one?.every((sample, at) => sample === other?.[at])).toBe(false);
  });
});
