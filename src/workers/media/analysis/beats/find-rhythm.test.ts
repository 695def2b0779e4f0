import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Rhythm } from '#core/analysis/rhythm.ts';
import { decodeSound, hasNativeTools, sharedFolder } from '../../../../../test/support/native.ts';
import { makeRhythm, type Rhythm as Made, type RhythmKind } from '../../../../../test/support/rhythms.ts';
import { StreamResampler } from '../../mix/stream-resampler.ts';
import { findRhythm } from './find-rhythm.ts';
import { OnsetListener } from './onset-curves.ts';

function listen(
  { samples, sampleRate }: Pick<Made, 'samples' | 'sampleRate'>,
  bpm: number | null = null,
): Rhythm | null {
  const listener = new OnsetListener(sampleRate);
  for (let at = 0; at < samples.length; at += 5000) {
    listener.add(samples.subarray(at, at + 5000));
  }
  return findRhythm(listener.finish(), bpm);
}

/** The share of beats that are found within 70 ms, against what is found and what there is (F-measure). */
function scoreOf(found: readonly number[], beats: readonly number[]): number {
  const hits = beats.filter((beat) => found.some((one) => Math.abs(one - beat) <= 0.07)).length;
  return (2 * hits) / (found.length + beats.length);
}

describe('the rhythm of music', () => {
  it.each<[RhythmKind, number]>([
    ['ballad', 70],
    ['hip-hop', 92],
    ['off-beat hats', 104],
    ['house', 126],
    ['rock', 140],
    ['drum-and-bass', 172],
  ])('of %s at %i a minute is found', (kind, bpm) => {
    const made = makeRhythm(kind, bpm, 20);
    const rhythm = listen(made);
    expect(Math.abs((rhythm?.bpm ?? 0) - bpm)).toBeLessThan(0.5);
    expect(scoreOf(rhythm?.beats ?? [], made.beats)).toBeGreaterThan(0.95);
    expect(rhythm?.confidence).toBeGreaterThan(0.5);
  });

  it('keeps to a tempo that is given', () => {
    const rhythm = listen(makeRhythm('house', 120, 12), 60);
    expect(rhythm?.bpm).toBe(60);
    expect(rhythm?.beats.length).toBeLessThan(14);
    expect(rhythm?.tempoAlternates).toEqual([120]);
  });

  it('drops where drums and bass come in', () => {
    const dropSeconds = 0.3 + 16 * (60 / 124);
    const rhythm = listen(makeRhythm('house', 124, 24, { dropSeconds }));
    expect(Math.abs((rhythm?.drops[0]?.atSeconds ?? 0) - dropSeconds)).toBeLessThan(0.06);
  });

  it('is none in silence', () => {
    expect(listen({ samples: new Float32Array(48_000 * 4), sampleRate: 48_000 })).toBeNull();
    expect(listen({ samples: new Float32Array(0), sampleRate: 48_000 })).toBeNull();
  });
});

/** The same audio at another sample rate. */
function atRate({ samples, sampleRate }: Pick<Made, 'samples' | 'sampleRate'>, rate: number) {
  const resampler = new StreamResampler(sampleRate, rate);
  const parts = [resampler.add(samples), resampler.finish()];
  return { samples: Float32Array.from(parts.flatMap((part) => [...part])), sampleRate: rate };
}

/** Short tones twice a second, from 0.4 s on. */
function makeClicks(sampleRate: number) {
  const samples = new Float32Array(12 * sampleRate);
  for (let second = 0.4; second < 11.9; second += 0.5) {
    const start = Math.round(second * sampleRate);
    for (let i = 0; i < 0.03 * sampleRate; i++) {
      const t = i / sampleRate;
      samples[start + i] = 0.8 * Math.exp(-t * 800) * Math.sin(2 * Math.PI * 1500 * t);
    }
  }
  return { samples, sampleRate };
}

/** The largest distance from a beat to the nearest one of another list, in seconds. */
const farthest = (beats: readonly number[], others: readonly number[]): number =>
  Math.max(...beats.map((beat) => Math.min(...others.map((other) => Math.abs(other - beat)))));

describe('beats at a sample rate', () => {
  const rates = [8000, 11_025, 22_050, 44_100, 48_000, 96_000];

  it.each(rates)('of %i Hz are where clicks are', (rate) => {
    const { beats = [] } = listen(makeClicks(rate)) ?? {};
    const clicks = Array.from({ length: 23 }, (_, at) => 0.4 + at * 0.5);
    expect(farthest(clicks, beats)).toBeLessThan(0.005);
  });

  it.each(rates)('of %i Hz are those of music at 48 kHz', (rate) => {
    const made = makeRhythm('rock', 112, 12);
    const { beats = [], bpm = 0 } = listen(atRate(made, rate)) ?? {};
    expect(bpm).toBeCloseTo(112, 0);
    expect(beats).toHaveLength(made.beats.length);
    expect(farthest(beats, made.beats)).toBeLessThan(0.008);
  });

  const file = join(sharedFolder, 'media/cases/beats-8k.wav');
  it.skipIf(!existsSync(file) || !hasNativeTools())('of 8 kHz are those at 48 kHz in a shared file', async () => {
    const read = async (sampleRate: number): Promise<readonly number[]> => {
      const samples = Float32Array.from(await decodeSound(file, sampleRate, 12), (sample) => sample / 2 ** 15);
      return listen({ samples, sampleRate })?.beats ?? [];
    };
    const [beats, expected] = [await read(8000), await read(48_000)];
    expect(beats).toHaveLength(expected.length);
    expect(farthest(beats, expected)).toBeLessThan(0.003);
    expect(Math.max(...beats.map((beat) => Math.abs(beat - Math.round(2 * beat) / 2)))).toBeLessThan(0.01);
  });
});
