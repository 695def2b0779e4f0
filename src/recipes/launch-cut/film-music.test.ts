import { describe, expect, it } from 'vitest';
import type { Rhythm } from '#core/analysis/rhythm.ts';
import { planArc } from './arc.ts';
import { layMusic, planBed } from './film-music.ts';

const makeRhythm = (seconds: number, drops: Rhythm['drops'] = [], bpm = 120): Rhythm => ({
  durationSeconds: seconds,
  bpm,
  tempoAlternates: [],
  tempoRange: null,
  confidence: 1,
  beats: Array.from({ length: Math.floor((seconds * bpm) / 60) }, (_, at) => (at * 60) / bpm + 0.1),
  firstBar: 0,
  drops,
});

const isBeat = (beats: readonly number[], seconds: number): boolean =>
  beats.some((beat) => Math.abs(beat - seconds) < 1e-6);

describe('music under a film', () => {
  it('starts so that its drop is at the reveal', () => {
    const film = layMusic(
      makeRhythm(120, [
        { atSeconds: 40.1, score: 12 },
        { atSeconds: 80.1, score: 5 },
      ]),
      30,
    );
    expect(film.musicStartSeconds).toBeCloseTo(31.1, 6);
    expect(film.dropSeconds).toBeCloseTo(9, 6);
    expect(film.beats[0]).toBe(0);
    expect(isBeat(film.beats, film.dropSeconds)).toBe(true);
    expect(film.beats).toHaveLength(60);
    expect(film.passages).toEqual([{ startSeconds: 0, sourceStartSeconds: 31.1, durationSeconds: 30 }]);
  });

  it('uses another drop if too little music remains after the best one', () => {
    const film = layMusic(
      makeRhythm(70, [
        { atSeconds: 62.1, score: 12 },
        { atSeconds: 30.1, score: 10 },
      ]),
      30,
    );
    expect(film.musicStartSeconds + film.dropSeconds).toBeCloseTo(30.1, 6);
  });

  it('starts a bar at the reveal if there is no drop', () => {
    const film = layMusic(makeRhythm(60), 30);
    expect(Math.abs(film.dropSeconds / 30 - 0.3)).toBeLessThan(0.04);
    expect(film.dropSeconds % 2).toBeCloseTo(0, 6);
  });

  it('loops if it is too short, without a wrong beat', () => {
    const film = layMusic(makeRhythm(13, [{ atSeconds: 8.1, score: 9 }]), 30);
    expect(film.passages.length).toBeGreaterThan(1);
    const total = film.passages.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0);
    expect(total).toBeCloseTo(30, 6);
    const gaps = film.beats.slice(1).map((beat, at) => beat - (film.beats[at] ?? 0));
    expect(Math.max(...gaps)).toBeLessThan(0.52);
    expect(Math.min(...gaps)).toBeGreaterThan(0.48);
  });
});

describe('music of a bar or two', () => {
  it.each([0.8, 1.6, 3, 4.2])('of %s s loops, with beats until the film ends', (seconds) => {
    const film = layMusic(makeRhythm(seconds), 15);
    for (const { sourceStartSeconds, durationSeconds } of film.passages) {
      expect(sourceStartSeconds + durationSeconds).toBeLessThanOrEqual(seconds + 1e-6);
    }
    const gaps = [...film.beats, 15].slice(1).map((beat, at) => beat - (film.beats[at] ?? 0));
    expect(Math.max(...gaps)).toBeLessThan(1.2);
    const places = planArc(film, 15, { title: 'T', points: [], end: 'E' });
    expect(places.at(-1)?.startSeconds).toBeGreaterThan(10);
    expect(places.every(({ durationSeconds }) => durationSeconds > 0)).toBe(true);
  });
});

describe('a bed', () => {
  it.each([15, 30, 60])('of %i s drops on a bar near its place, with any seed', (seconds) => {
    for (let seed = 0; seed < 12; seed++) {
      const { bpm, beats, dropSeconds, endSeconds } = planBed(null, seconds, seed);
      expect(Math.abs(dropSeconds / seconds - 0.3)).toBeLessThan(0.04);
      expect((dropSeconds * bpm) / 240).toBeCloseTo(Math.round((dropSeconds * bpm) / 240), 4);
      expect(isBeat(beats, dropSeconds) && isBeat(beats, endSeconds)).toBe(true);
    }
  });

  it('has the requested tempo, and another one for another seed', () => {
    expect(planBed(90, 30, 1).bpm).toBe(90);
    expect(new Set(Array.from({ length: 12 }, (_, seed) => planBed(null, 30, seed).bpm)).size).toBeGreaterThan(2);
  });
});
