import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { minBeatConfidence } from '#core/analysis/beat-confidence.ts';
import { createRandom } from '#core/lib/random.ts';
import type { NoRhythm, Rhythm } from '#core/analysis/rhythm.ts';
import { decodeSound, hasNativeTools, sharedFolder } from '../../../../../test/support/native.ts';
import {
  changingTempo,
  makeRhythm,
  type Rhythm as Made,
  type RhythmKind,
} from '../../../../../test/support/rhythms.ts';
import { StreamResampler } from '../../mix/stream-resampler.ts';
import { findRhythm } from './find-rhythm.ts';
import { OnsetListener } from './onset-curves.ts';

type Sound = Pick<Made, 'samples' | 'sampleRate'>;

function analyse({ samples, sampleRate }: Sound, bpm: number | null = null): Rhythm | NoRhythm {
  const listener = new OnsetListener(sampleRate);
  for (let at = 0; at < samples.length; at += 5000) {
    listener.add(samples.subarray(at, at + 5000));
  }
  return findRhythm(listener.finish(), bpm);
}

/** Returns the rhythm, or null if none was found. */
function listen(sound: Sound, bpm: number | null = null): Rhythm | null {
  const rhythm = analyse(sound, bpm);
  return typeof rhythm === 'string' ? null : rhythm;
}

/** Returns the F-measure of the found beats, with a tolerance of 70 ms. */
function getScore(found: readonly number[], beats: readonly number[]): number {
  const hits = beats.filter((beat) => found.some((one) => Math.abs(one - beat) <= 0.07)).length;
  return (2 * hits) / (found.length + beats.length);
}

function makeNoise(seed: number): Float32Array<ArrayBuffer> {
  const random = createRandom(seed);
  return new Float32Array(12 * 48_000).map(() => 2 * random() - 1);
}

function makeRandomHits(seed: number): Float32Array<ArrayBuffer> {
  const random = createRandom(seed);
  const samples = new Float32Array(12 * 48_000);
  for (let start = 0; start < samples.length; start += Math.round((0.1 + 0.7 * random()) * 48_000)) {
    samples.subarray(start, start + 4000).forEach((_, i, hit) => (hit[i] = Math.exp(-i / 800) * Math.sin(i / 10)));
  }
  return samples;
}

describe('findRhythm', () => {
  it.each<[RhythmKind, number]>([
    ['ballad', 70],
    ['hip-hop', 92],
    ['off-beat hats', 104],
    ['house', 126],
    ['rock', 140],
    ['drum-and-bass', 172],
  ])('finds %s at %i beats per minute', (kind, bpm) => {
    const made = makeRhythm(kind, bpm, 20);
    const rhythm = listen(made);
    expect(Math.abs((rhythm?.bpm ?? 0) - bpm)).toBeLessThan(0.5);
    expect(getScore(rhythm?.beats ?? [], made.beats)).toBeGreaterThan(0.95);
    expect(rhythm?.confidence).toBeGreaterThan(0.9);
    expect(rhythm?.tempoRange).toBeNull();
  });

  it('uses a given tempo', () => {
    const rhythm = listen(makeRhythm('house', 120, 12), 60);
    expect(rhythm?.bpm).toBe(60);
    expect(rhythm?.beats.length).toBeLessThan(14);
    expect(rhythm?.tempoAlternates).toEqual([120]);
  });

  it('finds drops where drums and bass start', () => {
    const dropSeconds = 0.3 + 16 * (60 / 124);
    const rhythm = listen(makeRhythm('house', 124, 24, { dropSeconds }));
    expect(Math.abs((rhythm?.drops[0]?.atSeconds ?? 0) - dropSeconds)).toBeLessThan(0.06);
  });

  it('finds no rhythm in silence, nor in less than a second without a given tempo', () => {
    expect(analyse({ samples: new Float32Array(48_000 * 4), sampleRate: 48_000 })).toBe('silent');
    expect(analyse({ samples: new Float32Array(0), sampleRate: 48_000 })).toBe('silent');
    const music = makeRhythm('rock', 120, 4, { startSeconds: 0 });
    const short = { samples: music.samples.slice(0, 0.3 * 48_000), sampleRate: 48_000 };
    expect(analyse(short)).toBe('short');
    expect(analyse(short, 120)).toMatchObject({ bpm: 120 });
  });

  it.each([
    ['house', 90, 135],
    ['hip-hop', 120, 80],
    ['drum-and-bass', 140, 110],
    ['ballad', 90, 135],
    ['rock', 140, 110],
    ['off-beat hats', 90, 135],
  ] as const)('follows %s whose tempo changes from %i to %i', (kind, from, to) => {
    const made = makeRhythm(kind, from, 30, { getTime: changingTempo(from, to, 30) });
    const { beats = [], tempoRange = null, confidence = 1 } = listen(made) ?? {};
    expect(getScore(beats, made.beats)).toBeGreaterThan(0.95);
    expect(Math.abs((tempoRange?.minBpm ?? 0) - Math.min(from, to))).toBeLessThan(6);
    expect(Math.abs((tempoRange?.maxBpm ?? 0) - Math.max(from, to))).toBeLessThan(6);
    expect(confidence).toBeLessThan(0.8);
    expect(confidence).toBeGreaterThan(minBeatConfidence);
  });

  it('has low confidence when the music leaves a given tempo', () => {
    const drifting = makeRhythm('rock', 120, 30, { getTime: changingTempo(120, 80, 30) });
    expect(listen(drifting, 100)?.confidence).toBeLessThan(minBeatConfidence);
  });

  it.each([
    ['noise', makeNoise],
    ['hits at random', makeRandomHits],
  ])('has low confidence in %s', (_, make) => {
    for (let seed = 1; seed <= 4; seed++) {
      const rhythm = listen({ samples: make(seed), sampleRate: 48_000 });
      expect(rhythm?.confidence).toBeLessThan(minBeatConfidence);
      expect(rhythm?.tempoRange).toBeNull();
    }
  });

  it('has low confidence in a sustained tone, which has no onsets', () => {
    const samples = Float32Array.from(
      { length: 48_000 * 6 },
      (_, i) => 0.3 * Math.sin((2 * Math.PI * 220 * i) / 48_000),
    );
    const { confidence, beats = [] } = listen({ samples, sampleRate: 48_000 }) ?? {};
    expect(confidence).toBeLessThan(minBeatConfidence);
    expect(beats.every((beat) => beat >= 0 && beat <= 6)).toBe(true);
  });
});

/** The same audio at another sample rate. */
function atRate({ samples, sampleRate }: Sound, rate: number) {
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

/** The maximum distance from a beat to the nearest beat of another list, in seconds. */
const farthest = (beats: readonly number[], others: readonly number[]): number =>
  Math.max(...beats.map((beat) => Math.min(...others.map((other) => Math.abs(other - beat)))));

describe('findRhythm at other sample rates', () => {
  const rates = [8000, 11_025, 22_050, 44_100, 48_000, 96_000];

  it.each(rates)('finds the beats of clicks at %i Hz', (rate) => {
    const { beats = [] } = listen(makeClicks(rate)) ?? {};
    const clicks = Array.from({ length: 23 }, (_, at) => 0.4 + at * 0.5);
    expect(farthest(clicks, beats)).toBeLessThan(0.005);
  });

  it.each(rates)('finds the same beats at %i Hz as at 48 kHz', (rate) => {
    const made = makeRhythm('rock', 112, 12);
    const { beats = [], bpm = 0 } = listen(atRate(made, rate)) ?? {};
    expect(bpm).toBeCloseTo(112, 0);
    expect(beats).toHaveLength(made.beats.length);
    expect(farthest(beats, made.beats)).toBeLessThan(0.008);
  });

  const file = join(sharedFolder, 'media/cases/beats-8k.wav');
  it.skipIf(!existsSync(file) || !hasNativeTools())(
    'finds the same beats at 8 kHz as at 48 kHz in a shared file',
    async () => {
      const read = async (sampleRate: number): Promise<readonly number[]> => {
        const samples = Float32Array.from(await decodeSound(file, sampleRate, 12), (sample) => sample / 2 ** 15);
        return listen({ samples, sampleRate })?.beats ?? [];
      };
      const [beats, expected] = [await read(8000), await read(48_000)];
      expect(beats).toHaveLength(expected.length);
      expect(farthest(beats, expected)).toBeLessThan(0.003);
      expect(Math.max(...beats.map((beat) => Math.abs(beat - Math.round(2 * beat) / 2)))).toBeLessThan(0.01);
    },
  );
});
