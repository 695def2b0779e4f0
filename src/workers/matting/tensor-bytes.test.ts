import { expect, test } from 'vitest';
import { MatteMean, TensorBytes } from '#workers/matting/tensor-bytes.ts';

const size = { width: 5, height: 3 };
const pixels = size.width * size.height;

test('looks up each channel in its own table', () => {
  const tables = [1, 2, 3].map((channel) => Float32Array.from({ length: 256 }, (_, value) => (value - 100) / channel));
  const [red = new Float32Array(), green = new Float32Array(), blue = new Float32Array()] = tables;
  const rgb = Uint8Array.from({ length: 3 * pixels }, (_, at) => (at * 37) % 256);
  const tensor = new TensorBytes(size, 4);
  tensor.load({ ...size, rgb }, [red, green, blue]);
  const plane = (channel: number, table: Float32Array) =>
    Array.from({ length: pixels }, (_, at) => table[rgb[3 * at + channel] ?? 0]);
  expect([...tensor.input]).toEqual([
    ...plane(0, red),
    ...plane(1, green),
    ...plane(2, blue),
    ...plane(3, new Float32Array(256)),
  ]);
});

test('rounds and clamps as a clamped array does, at any number of values', () => {
  const tensor = new TensorBytes(size, 3);
  const special = [NaN, Infinity, -Infinity, -1, 2, 0.5 / 255, 1.5 / 255, 2.5 / 255, 1];
  const output = Float32Array.from({ length: 2 * pixels + 1 }, (_, at) => special[at] ?? Math.sin(at));
  const [least, range] = [-0.25, 0.7];
  for (const [from, width] of [
    [0, 1],
    [least, range],
  ] as const) {
    const expected = Uint8ClampedArray.from(output, (value) => (value - from) * (255 / width));
    expect([...tensor.toBytes(output, from, width)]).toEqual([...expected]);
  }
});

test('adds mattes in single precision, and starts again', () => {
  const mean = new MatteMean(size);
  const mattes = [1, 2, 3].map((step) => Uint8Array.from({ length: pixels }, (_, at) => (at * 53 * step) % 256));
  const shares = [0.5, 0.3, 0.2];
  const expected = new Float32Array(pixels).fill(0.5);
  mattes.forEach((matte, turn) => {
    matte.forEach((value, at) => (expected[at] = (expected[at] ?? 0) + (shares[turn] ?? 0) * value));
  });
  for (let turn = 0; turn < 2; turn += 1) {
    mean.clear();
    mattes.forEach((matte, at) => mean.add(matte, shares[at] ?? 0));
    expect([...mean.toBytes()]).toEqual([...new Uint8Array(expected)]);
  }
});
