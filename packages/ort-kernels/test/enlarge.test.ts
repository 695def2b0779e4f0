import { describe, expect, test } from 'vitest';
import { readKernel, variants } from '../src/kernels.ts';

describe.each(variants)('%s enlarging', (variant) => {
  test.each([
    { from: [8, 8], to: [16, 16] },
    { from: [5, 7], to: [15, 13] },
    { from: [9, 3], to: [18, 12] },
    { from: [12, 40], to: [7, 11] },
    { from: [20, 6], to: [45, 24] },
  ])('resizes $from to $to, with and without points outside', async ({ from, to }) => {
    const memory = new WebAssembly.Memory({ initial: 4, maximum: 65536, shared: true });
    const { instance } = await WebAssembly.instantiate(readKernel('enlarge', variant), { env: { memory } });
    const enlarge = instance.exports['enlarge'] as (closure: number, channel: number) => void;
    for (const hasOutside of [false, true]) {
      const { closure, channel, found, expected } = layOutResize(memory.buffer, from, to, hasOutside);
      enlarge(closure, channel);
      expect([...found]).toEqual([...expected]);
    }
  });
});

/**
 * Writes the input of onnxruntime's function into memory, for channel 1 of image 1 of 2 channels each. The function writes
 * the channel to `found`; `expected` is the correct result.
 */
function layOutResize(buffer: ArrayBufferLike, from: readonly number[], to: readonly number[], hasOutside: boolean) {
  const [sourceHeight = 0, sourceWidth = 0] = from;
  const [height = 0, width = 0] = to;
  const words = new Int32Array(buffer);
  const floats = new Float32Array(buffer);
  let free = 64;
  const put = (values: readonly number[], isFloat: boolean): number => {
    (isFloat ? floats : words).set(values, free);
    free += values.length;
    return 4 * (free - values.length);
  };
  const [down, across] = [placesAlong(sourceHeight, height), placesAlong(sourceWidth, width)];
  const sourceSize = sourceHeight * sourceWidth;
  const source = Array.from({ length: 4 * sourceSize }, (_, at) => Math.fround(Math.sin(at)));
  const sourceAt = put(source, true);
  const targetAt = put(
    Array.from({ length: 4 * height * width }, () => 0),
    true,
  );
  const places = 4 * free;
  free += 17;
  words[places / 4] = put(across.original, true);
  words[places / 4 + 3] = put(down.original, true);
  for (const [member, values, isFloat] of [
    [9, down.first.map((row) => row * sourceWidth), false],
    [10, down.second.map((row) => row * sourceWidth), false],
    [11, across.first, false],
    [12, across.second, false],
    [13, across.secondShare, true],
    [14, across.firstShare, true],
    [15, down.secondShare, true],
    [16, down.firstShare, true],
  ] as const) {
    words[places / 4 + member] = put(values, isFloat);
  }
  const captured = [0, sourceAt, 1, 2, sourceHeight, sourceWidth, targetAt, height, width, hasOutside ? 1 : 0];
  const addresses = captured.map((value) => put([value], false));
  const closure = put([...addresses, places, put([0.25], true)], false);
  const at = (row = 0, column = 0): number => source[3 * sourceSize + row * sourceWidth + column] ?? Number.NaN;
  const product = (a = 0, b = 0, value = 0): number => Math.fround(Math.fround(a * b) * value);
  const isIn = ({ original }: Places, place: number, size: number): boolean => {
    const value = original[place] ?? 0;
    return !hasOutside || (value >= 0 && value <= size - 1);
  };
  const expected = Array.from({ length: height * width }, (_, index) => {
    const [y, x] = [Math.floor(index / width), index % width];
    if (!isIn(down, y, sourceHeight) || !isIn(across, x, sourceWidth)) {
      return 0.25;
    }
    const [left, right, upper, lower] = [
      across.firstShare[x],
      across.secondShare[x],
      down.firstShare[y],
      down.secondShare[y],
    ];
    const above = Math.fround(
      product(left, upper, at(down.first[y], across.first[x])) +
        product(right, upper, at(down.first[y], across.second[x])),
    );
    const rest = Math.fround(product(left, lower, at(down.second[y], across.first[x])) + above);
    return Math.fround(product(right, lower, at(down.second[y], across.second[x])) + rest);
  });
  const found = floats.subarray(targetAt / 4 + 3 * height * width, targetAt / 4 + 4 * height * width);
  return { closure, channel: put([1], false), found, expected };
}

type Places = Readonly<Record<'original' | 'first' | 'second' | 'firstShare' | 'secondShare', readonly number[]>>;

/** Returns the positions of `length` points along a source side of `sourceLength` points, aligned by the centres of points. */
function placesAlong(sourceLength: number, length: number): Places {
  const original = Array.from({ length }, (_, at) => Math.fround(((at + 0.5) * sourceLength) / length - 0.5));
  const inside = original.map((place) => Math.min(Math.max(place, 0), sourceLength - 1));
  const first = inside.map(Math.floor);
  const second = first.map((place) => Math.min(place + 1, sourceLength - 1));
  const secondShare = inside.map((place, at) => Math.fround(place - (first[at] ?? 0)));
  return { original, first, second, firstShare: secondShare.map((share) => Math.fround(1 - share)), secondShare };
}
