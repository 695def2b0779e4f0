import { describe, expect, it } from 'vitest';
import { ShotFinder } from './shot-finder.ts';

const size = { width: 64, height: 36 };
const rate = 25;
type Picture = Float32Array;

/** A number of `[0, 1)` that looks random and is always the same. */
function hash(...parts: number[]): number {
  const mixed = parts.reduce((sum, part, at) => sum + part * (12.9898 + 65.2432 * at), 0);
  const value = Math.sin(mixed) * 43_758.5453;
  return value - Math.floor(value);
}

/** A room of things, with a person at a place; rooms of other seeds have nothing in common. */
function room(seed: number, { person = 20, shift = 0 }: { person?: number; shift?: number } = {}): Picture {
  const picture = new Float32Array(size.width * size.height).fill(60 + 100 * hash(seed, 0));
  for (let thing = 1; thing < 30; thing++) {
    const light = 30 + 190 * hash(seed, thing, 1);
    const left = 90 * hash(seed, thing, 2) - 10 + shift;
    fill(picture, light, left, 36 * hash(seed, thing, 3), 3 + 12 * hash(seed, thing, 4), 2 + 9 * hash(seed, thing, 5));
  }
  fill(picture, 200, person, 12, 7, 9);
  fill(picture, 40, person - 3, 21, 13, 15);
  return picture;
}

function fill(picture: Picture, light: number, left: number, top: number, width: number, height: number): void {
  for (let y = Math.max(0, Math.round(top)); y < Math.min(size.height, top + height); y++) {
    for (let x = Math.max(0, Math.round(left)); x < Math.min(size.width, left + width); x++) {
      picture[y * size.width + x] = light;
    }
  }
}

const black = new Float32Array(size.width * size.height).fill(16);
const frames = (count: number, picture: (at: number) => Picture): Picture[] =>
  Array.from({ length: count }, (_, at) => picture(at));
const still = (seed: number, count = 40): Picture[] => frames(count, () => room(seed));
const mix = (one: Picture, other: Picture, share: number): Picture =>
  one.map((level, at) => level * (1 - share) + (other[at] ?? 0) * share);
const dissolve = (one: Picture, other: Picture, count: number): Picture[] =>
  frames(count, (at) => mix(one, other, (at + 1) / (count + 1)));

/** The frames with which shots begin. */
function startsOf(pictures: readonly Picture[]): number[] {
  const finder = new ShotFinder(size);
  pictures.forEach((picture, at) => finder.add(picture, at / rate));
  const shots = finder.finish(pictures.length / rate);
  expect(shots[0]?.startSeconds).toBe(0);
  expect(shots.at(-1)?.endSeconds).toBe(pictures.length / rate);
  shots.slice(1).forEach((one, at) => expect(one.startSeconds).toBe(shots[at]?.endSeconds));
  return shots.slice(1).map(({ startSeconds }) => Math.round(startSeconds * rate));
}

describe('ShotFinder', () => {
  it('finds hard cuts on their frame', () => {
    expect(startsOf([...still(1), ...still(2, 25), ...still(3)])).toEqual([40, 65]);
  });

  it.each([8, 12, 16, 25])('finds a dissolve of %i frames, once, at its middle', (count) => {
    const starts = startsOf([...still(1), ...dissolve(room(1), room(2), count), ...still(2)]);
    expect(starts).toHaveLength(1);
    expect(Math.abs((starts[0] ?? 0) - 40 - count / 2)).toBeLessThanOrEqual(2);
  });

  it.each([10, 20])('finds a fade of %i frames through black, at the middle of the black', (count) => {
    const out = dissolve(room(1), black, count);
    const starts = startsOf([
      ...still(1),
      ...out,
      ...frames(6, () => black),
      ...dissolve(black, room(2), count),
      ...still(2),
    ]);
    expect(starts).toHaveLength(1);
    expect(Math.abs((starts[0] ?? 0) - 40 - count - 3)).toBeLessThanOrEqual(3);
  });

  it.each([
    ['a still picture', still(1, 80)],
    ['nothing but black', frames(60, () => black)],
    ['black at the start', [...frames(10, () => black), ...dissolve(black, room(1), 12), ...still(1)]],
    ['a fade to black at the end', [...still(1), ...dissolve(room(1), black, 12), ...frames(10, () => black)]],
    [
      'a dip of the light',
      [
        ...still(1),
        ...dissolve(room(1), black, 10),
        ...frames(5, () => black),
        ...dissolve(black, room(1), 10),
        ...still(1),
      ],
    ],
    ['somebody who crosses the picture', frames(80, (at) => room(1, { person: at }))],
    ['a slow pan', frames(120, (at) => room(1, { shift: -0.25 * at }))],
    ['a fast pan', frames(60, (at) => room(1, { shift: -0.9 * at }))],
    ['a light that brightens', frames(60, (at) => room(1).map((level) => level * (0.5 + at / 120)))],
    [
      'a flash',
      [...still(1), ...frames(2, () => room(1).map((level) => Math.min(235, level * 1.3 + 15))), ...still(1)],
    ],
  ])('takes %s for one shot', (_, pictures) => {
    expect(startsOf(pictures)).toEqual([]);
  });
});
