import { describe, expect, it } from 'vitest';
import { planArc } from './arc.ts';
import { planBed } from './film-music.ts';

const words = { title: 'Title', points: ['One', 'Two', 'Three'], end: 'The end' };

describe.each([15, 30, 60])('the arc of %i s', (seconds) => {
  it.each([68, 84, 106.67, 128, 174])('is on the beats at %f bpm', (bpm) => {
    const film = planBed(bpm, seconds, 1);
    const places = planArc(film, seconds, words);
    let end = 0;
    for (const place of places) {
      expect(place.startSeconds).toBeCloseTo(end, 6);
      expect(Math.min(...film.beats.map((beat) => Math.abs(beat - place.startSeconds)))).toBeLessThan(1e-6);
      expect(place.durationSeconds).toBeGreaterThan(0.3);
      end = place.startSeconds + place.durationSeconds;
    }
    expect(end).toBeCloseTo(seconds, 6);
    const getStart = (role: string): number => places.find((place) => place.role === role)?.startSeconds ?? -1;
    expect(getStart('hook')).toBe(0);
    expect(getStart('reveal')).toBeCloseTo(film.dropSeconds, 6);
    expect(Math.abs(getStart('tease') / seconds - 0.1)).toBeLessThan(0.07);
    expect(Math.abs(getStart('end') / seconds - 0.83)).toBeLessThan(0.06);
    expect(places.at(-1)?.role).toBe('end');
    expect(places.flatMap(({ text }) => text ?? [])).toEqual(['Title', 'One', 'Two', 'Three', 'The end']);
  });
});

it('has no words if none are given', () => {
  const places = planArc(planBed(null, 30, 3), 30, { title: '', points: [], end: '' });
  expect(places.every(({ text }) => text === undefined)).toBe(true);
});

it('has room for six points in the shortest film', () => {
  const points = ['1', '2', '3', '4', '5', '6'];
  const places = planArc(planBed(96, 15, 1), 15, { ...words, points });
  expect(places.flatMap(({ text }) => text ?? [])).toEqual(['Title', ...points, 'The end']);
});
