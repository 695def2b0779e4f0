import { describe, expect, it } from 'vitest';
import { ShotFinder } from './shot-finder.ts';

const size = { width: 64, height: 36 };
const rate = 25;
type Picture = Float32Array;

/** Returns a pseudo-random, reproducible number of `[0, 1)`. */
function hash(...parts: number[]): number {
  const mixed = parts.reduce((sum, part, at) => sum + part * (12.9898 + 65.2432 * at), 0);
  const value = Math.sin(mixed) * 43_758.5453;
  return value - Math.floor(value);
}

/** Draws a room with objects, and a person at a position; rooms with other seeds have nothing in common. */
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

const white = black.map(() => 235);
const lit = (picture: Picture, more: number): Picture => picture.map((level) => Math.min(235, level + more));
const looks = { grey: () => 128, black: () => 16, white: () => 235, striped: (at: number) => (at % 7 < 3 ? 40 : 200) };

/** Creates a still scene behind a bar, whose left edge is given for each frame since it appeared. */
function withBar(look: keyof typeof looks, width: number, leftAt: (at: number) => number | null): Picture[] {
  return frames(100, (at) => {
    const left = at < 30 ? null : leftAt(at - 30);
    return left === null
      ? room(1)
      : room(1).map((level, place) => {
          const x = place % size.width;
          return x >= left && x < left + width ? looks[look](place) : level;
        });
  });
}

/** Pans across a room that is two frames wide, from its left end to its right end, blurred like a shutter of 180 degrees. */
function whipPan(length: number): Picture[] {
  const [left, right] = [room(1), room(2)];
  const at = (x: number, y: number): number =>
    (x < size.width ? left[y * size.width + x] : right[y * size.width + x - size.width]) ?? 0;
  const shiftAt = (time: number): number => Math.round(size.width * Math.min(1, Math.max(0, (time - 30) / length)));
  return frames(70, (time) => {
    const [from, to] = [shiftAt(time), Math.max(shiftAt(time) + 1, shiftAt(time + 0.5))];
    return black.map((_, place) => {
      const [x, y] = [place % size.width, Math.floor(place / size.width)];
      let sum = 0;
      for (let shift = from; shift < to; shift++) {
        sum += at(Math.min(2 * size.width - 1, x + shift), y);
      }
      return sum / (to - from);
    });
  });
}

/** Returns the first frames of the shots. */
function getStarts(pictures: readonly Picture[]): number[] {
  const finder = new ShotFinder(size);
  pictures.forEach((picture, at) => finder.add(picture, at / rate));
  const shots = finder.finish(pictures.length / rate);
  expect(shots[0]?.startSeconds).toBe(0);
  expect(shots.at(-1)?.endSeconds).toBe(pictures.length / rate);
  shots.slice(1).forEach((one, at) => expect(one.startSeconds).toBe(shots[at]?.endSeconds));
  return shots.slice(1).map(({ startSeconds }) => Math.round(startSeconds * rate));
}

describe('ShotFinder', () => {
  it('finds hard cuts at their frame', () => {
    expect(getStarts([...still(1), ...still(2, 25), ...still(3)])).toEqual([40, 65]);
  });

  it('finds a shot of half a second within another', () => {
    expect(getStarts([...still(1), ...still(2, 13), ...still(1)])).toEqual([40, 53]);
  });

  it('finds a cut under a permanent banner', () => {
    const under = (pictures: readonly Picture[]): Picture[] =>
      pictures.map((picture) => picture.map((level, at) => (at >= 27 * size.width ? looks.striped(at) : level)));
    expect(getStarts(under([...still(1), ...still(2)]))).toEqual([40]);
  });

  it('finds a cut behind an occluder that has entered', () => {
    const behind = (pictures: readonly Picture[], isHidden: (at: number) => boolean): Picture[] =>
      pictures.map((picture, time) =>
        picture.map((level, at) => (isHidden(time) && at % size.width < 14 ? looks.grey() : level)),
      );
    expect(getStarts(behind([...still(1), ...still(2)], (time) => time >= 20))).toEqual([40]);
  });

  it.each([8, 12, 16, 25])('finds a dissolve of %i frames once, at its middle', (count) => {
    const starts = getStarts([...still(1), ...dissolve(room(1), room(2), count), ...still(2)]);
    expect(starts).toHaveLength(1);
    expect(Math.abs((starts[0] ?? 0) - 40 - count / 2)).toBeLessThanOrEqual(2);
  });

  it.each([10, 20])('finds a fade of %i frames through black, at the middle of the black', (count) => {
    const out = dissolve(room(1), black, count);
    const starts = getStarts([
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
    ...(['grey', 'black', 'white', 'striped'] as const).flatMap((look): [string, Picture[]][] => [
      [
        `a ${look} bar over 22 % of the frame that appears and leaves`,
        withBar(look, 14, (at) => (at < 40 ? 10 : null)),
      ],
      [
        `a ${look} bar over 35 % of the frame that appears and leaves`,
        withBar(look, 22, (at) => (at < 40 ? 35 : null)),
      ],
      [`a ${look} body of 80 % of the width that passes`, withBar(look, 51, (at) => (at < 8 ? 64 - 14 * at : null))],
    ]),
    ['a white flash', [...still(1), ...frames(3, () => white), ...still(1)]],
    ['a flash that fades away', [...still(1), ...frames(40, (at) => lit(room(1), 160 * 0.6 ** at))]],
    ['a whip pan of 4 frames', whipPan(4)],
    ['a whip pan of 8 frames', whipPan(8)],
    [
      'a flash',
      [...still(1), ...frames(2, () => room(1).map((level) => Math.min(235, level * 1.3 + 15))), ...still(1)],
    ],
  ])('finds one shot in %s', (_, pictures) => {
    expect(getStarts(pictures)).toEqual([]);
  });
});
