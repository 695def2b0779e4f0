import { setFlagsFromString } from 'node:v8';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { drawBust } from '#workers/matting/trial-picture.ts';
import { runOnnx } from '../../../test/support/run-onnx.ts';
import { shippedVariant, shippedWeights } from '../../../test/support/shipped-model.ts';
import { compileKernel, readOnnxruntime, replaceFunctions, variants, type Variant } from './faster-onnxruntime.ts';
import { listBodies, withBodies } from './function-bodies.ts';

vi.setConfig({ testTimeout: 180_000 });

// Node 20 supports relaxed SIMD only with this flag; later versions support it by default.
beforeAll(() => setFlagsFromString('--experimental-wasm-relaxed-simd'));

test('splits a module into function bodies and reassembles it unchanged', async () => {
  const wasm = await readOnnxruntime();
  expect(Buffer.compare(withBodies(wasm, listBodies(wasm)), wasm)).toBe(0);
});

describe.each(variants)('%s kernels', (variant) => {
  test.each([true, false])('multiply matrices of any size; added to previous values: %s', async (isAdded) => {
    const kernel = await openKernel(variant, isAdded);
    for (const rows of [1, 2, 3, 4, 5, 9]) {
      for (const columns of [1, 2, 3, 4, 7, 8, 9, 15, 16, 17, 31, 40]) {
        for (const depth of [1, 2, 5, 64]) {
          expectProduct(kernel, { rows, columns, depth, isAdded }, variant === 'plain' ? 0 : 1e-5);
        }
      }
    }
  });
});

test('the mattes of the plain variant equal those of onnxruntime; those of the fused one differ only in the last digits', async () => {
  const published = await readOnnxruntime();
  const original = await run(published);
  expect(Math.max(...original) - Math.min(...original)).toBeGreaterThan(0.5);
  expect(await run((await replaceFunctions(published, 'plain')).wasm)).toEqual(original);
  const fused = await run((await replaceFunctions(published, 'fused')).wasm);
  expect(greatestDifference(fused, original)).toBeLessThan(1e-4);
});

describe.each(variants)('%s enlarging', (variant) => {
  test.each([
    { from: [8, 8], to: [16, 16] },
    { from: [5, 7], to: [15, 13] },
    { from: [9, 3], to: [18, 12] },
    { from: [12, 40], to: [7, 11] },
    { from: [20, 6], to: [45, 24] },
  ])('resizes $from to $to, with and without points outside', async ({ from, to }) => {
    const memory = new WebAssembly.Memory({ initial: 4, maximum: 65536, shared: true });
    const wasm = Uint8Array.from(await compileKernel('enlarge.ts', variant));
    const { instance } = await WebAssembly.instantiate(wasm, { env: { memory } });
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

type Multiply = (a: number, b: number, c: number, k: number, m: number, n: number, ...rest: number[]) => number;
type Kernel = { readonly memory: Float32Array; readonly multiply: Multiply };

async function openKernel(variant: Variant, isAdded: boolean): Promise<Kernel> {
  const memory = new WebAssembly.Memory({ initial: 4, maximum: 65536, shared: true });
  const file = isAdded ? 'add-product.ts' : 'store-product.ts';
  const wasm = Uint8Array.from(await compileKernel(file, variant));
  const { instance } = await WebAssembly.instantiate(wasm, { env: { memory } });
  const multiply = instance.exports[isAdded ? 'addProduct' : 'storeProduct'] as Multiply;
  return { memory: new Float32Array(memory.buffer), multiply };
}

type Case = { rows: number; columns: number; depth: number; isAdded: boolean };

/** Checks one product. Rows of A and C have gaps, whose values must not change. */
function expectProduct({ memory, multiply }: Kernel, one: Case, tolerance: number): void {
  const { rows, columns, depth, isAdded } = one;
  const [alpha, lda, ldc, untouched] = [0.75, depth + 3, columns + 5, 99];
  const panels = Math.ceil(columns / 16);
  const [a, b] = [16, 16 + rows * lda];
  const c = b + panels * 16 * depth;
  memory.fill(untouched, 0, c + rows * ldc + 16);
  const left = (row: number, k: number): number => Math.fround(Math.sin(row * 7 + k * 3));
  const right = (k: number, column: number): number => Math.fround(Math.cos(k * 5 + column * 11));
  each(rows, depth, (row, k) => (memory[a + row * lda + k] = left(row, k)));
  each(depth, panels * 16, (k, column) => {
    memory[b + (column >> 4) * 16 * depth + k * 16 + (column & 15)] = column < columns ? right(k, column) : 0;
  });
  for (let row = 0; row < rows;) {
    const place = c + row * ldc;
    const done = multiply(4 * (a + row * lda), 4 * b, 4 * place, depth, rows - row, columns, lda, ldc, alpha);
    expect([1, 4]).toContain(done);
    row += done;
  }
  const expected = new Float32Array(rows * ldc).fill(untouched);
  each(rows, columns, (row, column) => {
    let sum = 0;
    for (let k = 0; k < depth; k++) {
      sum = Math.fround(sum + Math.fround(left(row, k) * right(k, column)));
    }
    const product = Math.fround(sum * alpha);
    expected[row * ldc + column] = isAdded ? Math.fround(product + untouched) : product;
  });
  const found = memory.subarray(c, c + rows * ldc);
  const before = memory.subarray(0, a);
  if (
    greatestDifference(found, expected) > tolerance * (isAdded ? 10 : 1) ||
    !before.every((one) => one === untouched)
  ) {
    expect.fail(`${JSON.stringify(one)}: ${found.join(' ')} in place of ${expected.join(' ')}`);
  }
}

function each(rows: number, columns: number, visit: (row: number, column: number) => void): void {
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      visit(row, column);
    }
  }
}

/** Returns the matte of the shipped model for a drawn person. */
async function run(runtime: Uint8Array): Promise<Float32Array> {
  const { width, height } = shippedVariant(144);
  const { rgb } = drawBust({ width, height });
  const points = width * height;
  const input = new Float32Array(4 * points);
  each(3, points, (channel, point) => (input[channel * points + point] = (rgb[3 * point + channel] ?? 0) / 255));
  const [alpha] = await runOnnx({ runtime, model: await shippedWeights(144), input, dims: [1, 4, height, width] });
  expect(alpha).toBeInstanceOf(Float32Array);
  return alpha ?? new Float32Array();
}

const greatestDifference = (one: Float32Array, other: Float32Array): number =>
  one.reduce((most, value, at) => Math.max(most, Math.abs(value - (other[at] ?? Number.NaN))), 0);
