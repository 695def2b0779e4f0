import type { Size } from '#core/lib/size.ts';
import { describe, expect, it } from 'vitest';
import { SceneCuts } from './scene-cuts.ts';

/** Returns the luma at a point of a scene that is 16 wide and 9 high. */
type Shade = (x: number, y: number) => number;

const sizes: readonly Size[] = [
  { width: 256, height: 144 },
  { width: 512, height: 288 },
];

const black: Shade = () => 16;
const white: Shade = () => 235;

/** The extent of a room with objects, and its resolution in dots per unit. */
const room = { left: -2, top: -1, right: 21, bottom: 13, dots: 40 };

/** A person in a room with objects, all different for another `seed`. The scene is drawn once and then only read. */
function scene({ seed = 1, person = 8, light = 110 }: { seed?: number; person?: number; light?: number }): Shade {
  const columns = (room.right - room.left) * room.dots;
  const rows = (room.bottom - room.top) * room.dots;
  const drawn = new Uint8Array(columns * rows).fill(light);
  for (let at = 0; at < 24; at++) {
    const [left, top] = [hash(seed, at, 1) * 20 - 2, hash(seed, at, 2) * 11 - 1];
    const [width, height] = [0.5 + 2.5 * hash(seed, at, 3), 0.5 + 2 * hash(seed, at, 4)];
    const luma = light - 70 + 140 * hash(seed, at, 5);
    const [from, to] = [left, left + width].map((x) => Math.round((x - room.left) * room.dots));
    for (let row = Math.round((top - room.top) * room.dots); row < (top + height - room.top) * room.dots; row++) {
      drawn.fill(luma, row * columns + Math.max(0, from ?? 0), row * columns + Math.min(columns, to ?? 0));
    }
  }
  return (x, y) => {
    const [column, row] = [Math.floor((x - room.left) * room.dots), Math.floor((y - room.top) * room.dots)];
    const isOutside = column < 0 || row < 0 || column >= columns || row >= rows;
    return personAt(x - person, y) ?? (isOutside ? light : (drawn[row * columns + column] ?? light));
  };
}

/** Returns the luma of a person at an offset `x` from their centre; undefined outside the person. */
function personAt(x: number, y: number): number | undefined {
  if (x ** 2 + (1.2 * (y - 3)) ** 2 < 1.3 ** 2) {
    return x < -0.6 || y < 2.3 ? 50 : 170;
  }
  if ((x / 2.2) ** 2 + ((y - 9) / 4.5) ** 2 < 1) {
    return Math.abs(x) < 0.4 ? 190 : 80;
  }
  return undefined;
}

/** Returns a pseudo-random, reproducible number of `[0, 1)`. */
function hash(...parts: number[]): number {
  const mixed = parts.reduce((sum, part, at) => sum + part * (12.9898 + 65.2432 * at), 0);
  const value = Math.sin(mixed) * 43_758.5453;
  return value - Math.floor(value);
}

const mirrored =
  (look: Shade): Shade =>
  (x, y) =>
    look(16 - x, y);
const closer =
  (look: Shade, factor: number): Shade =>
  (x, y) =>
    look(8 + (x - 8) / factor, 3 + (y - 3) / factor);
const moved =
  (look: Shade, right: number, down: number): Shade =>
  (x, y) =>
    look(x - right, y - down);
const lit =
  (look: Shade, gain: number, more = 0): Shade =>
  (x, y) =>
    Math.min(235, 16 + (look(x, y) - 16) * gain + more);
const mixed =
  (a: Shade, b: Shade, share: number): Shade =>
  (x, y) =>
    a(x, y) * (1 - share) + b(x, y) * share;
/** Covers 22 % of the width of a scene with a bar. */
const behindBar =
  (look: Shade): Shade =>
  (x, y) =>
    x > 2 && x < 5.5 ? 128 : look(x, y);
const noisy =
  (look: Shade, at: number): Shade =>
  (x, y) =>
    look(x, y) + 24 * hash(x, y, at + 0.5) - 12;

const steps = (count: number, look: (at: number) => Shade): Shade[] =>
  Array.from({ length: count }, (_, at) => look(at));
const still = (look: Shade, count = 6): Shade[] => steps(count, () => look);

/** Draws squares of 2 by 2 pixels at the smaller size, and of 4 by 4 at the larger one. */
function draw(look: Shade, { width, height }: Size): Float32Array {
  const side = Math.max(1, width >> 7);
  const picture = new Float32Array(width * height);
  for (let y = 0; y < height; y += side) {
    for (let x = 0; x < width; x += side) {
      const light = look(((x + side / 2) / width) * 16, ((y + side / 2) / height) * 9);
      for (let row = y; row < Math.min(height, y + side); row++) {
        picture.fill(light, row * width + x, row * width + Math.min(width, x + side));
      }
    }
  }
  return picture;
}

/** Returns the frames at which cuts are found. */
function findCuts(looks: readonly Shade[], size: Size): number[] {
  const cuts = new SceneCuts(size);
  const pictures = new Map([...new Set(looks)].map((look) => [look, draw(look, size)]));
  return looks.flatMap((look, at) => (cuts.isCut(pictures.get(look) ?? []) ? [at] : []));
}

const ramp = (at: number, length: number): number => Math.min(1, Math.max(0, at / length));

const home = scene({});
const other = scene({ seed: 2, person: 5 });

describe.each(sizes)('SceneCuts at $width by $height', (size) => {
  it.each<[string, Shade]>([
    ['another scene', other],
    ['the same person at the same place of another room', scene({ seed: 3 })],
    ['the same picture mirrored', mirrored(scene({ person: 6 }))],
    ['a closer shot', closer(home, 2)],
    ['black', black],
  ])('finds the cut to %s', (_, next) => {
    expect(findCuts([...still(home), ...still(next)], size)).toEqual([6]);
  });

  it('finds cuts close together, and cuts to black and back', () => {
    const third = scene({ seed: 4, person: 11 });
    expect(findCuts([...still(home, 3), ...still(other, 2), ...still(third, 3)], size)).toEqual([3, 5]);
    expect(findCuts([...still(home), ...still(black, 12), ...still(home)], size)).toEqual([6, 18]);
  });

  it.each<[string, Shade[]]>([
    ['a still picture', still(home, 12)],
    ['nothing but black', still(black, 12)],
    ['noise', steps(12, (at) => noisy(home, at))],
    ['noise in the dark', steps(12, (at) => noisy(lit(black, 1, 12), at))],
    ['a person who crosses the picture', steps(12, (at) => scene({ person: 1 + 1.3 * at }))],
    ['a pan', steps(16, (at) => moved(home, at < 4 ? 0 : -0.45 * (at - 4), 0))],
    ['a shaking camera', steps(16, (at) => moved(home, hash(at, 7) - 0.5, hash(at, 8) - 0.5))],
    ['a zoom', steps(16, (at) => closer(home, 1 + 0.04 * at))],
    ['a grey bar that enters and leaves', [...still(home), ...still(behindBar(home)), ...still(home)]],
    ['a fast pan', steps(12, (at) => moved(home, at < 4 ? 0 : Math.max(-5, -2.5 * (at - 3)), 0))],
    ['light that is turned on', [...still(lit(home, 0.6)), ...still(home)]],
    ...[10, 25].flatMap((length): [string, Shade[]][] => [
      [`a dissolve of ${length} frames`, steps(length + 12, (at) => mixed(home, other, ramp(at - 6, length)))],
      [`a fade of ${length} frames to black`, steps(length + 12, (at) => mixed(home, black, ramp(at - 6, length)))],
      [`a fade of ${length} frames from black`, steps(length + 12, (at) => mixed(black, home, ramp(at - 6, length)))],
    ]),
  ])('finds no cut in %s', (_, looks) => {
    expect(findCuts(looks, size)).toEqual([]);
  });

  it.each([1, 2, 3])('begins at most one scene at a flash of %i frames, and none after the flash', (length) => {
    const around = (flash: Shade): Shade[] => [...still(home), ...still(flash, length), ...still(home)];
    expect(findCuts(around(lit(home, 1.3, 15)), size)).toEqual([]);
    expect(findCuts(around(lit(home, 2, 60)), size).length).toBeLessThanOrEqual(1);
    expect(findCuts(around(white), size)).toEqual([6]);
  });

  it('resumes from its saved state, before and within a flash', () => {
    const pictures = [...still(home, 3), white, home, ...still(other, 3)].map((look) => draw(look, size));
    const unbroken = new SceneCuts(size);
    const whole = pictures.map((picture) => unbroken.isCut(picture));
    expect(whole.indexOf(true)).toBe(3);
    for (let stop = 0; stop < pictures.length; stop++) {
      const first = new SceneCuts(size);
      const second = new SceneCuts(size);
      const found = pictures.map((picture, at) => {
        if (at === stop) {
          second.restore(first.save());
        }
        return (at < stop ? first : second).isCut(picture);
      });
      expect(found).toEqual(whole);
    }
  });
});

it('accepts images of one pixel and of one line', () => {
  expect(findCuts([black, white, black], { width: 1, height: 1 })).toEqual([]);
  expect(findCuts([home, home, home], { width: 200, height: 1 })).toEqual([]);
});
