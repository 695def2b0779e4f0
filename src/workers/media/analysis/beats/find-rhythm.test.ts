import { describe, expect, it } from 'vitest';
import type { Rhythm } from '#core/analysis/rhythm.ts';
import { makeRhythm, type Rhythm as Made, type RhythmKind } from '../../../../../test/support/rhythms.ts';
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
