import { setFlagsFromString } from 'node:v8';
import { beforeAll, describe, expect, test } from 'vitest';
import { readKernel, variants, type Variant } from '../src/kernels.ts';

// Node 20 supports relaxed SIMD only with this flag; later versions support it by default.
beforeAll(() => setFlagsFromString('--experimental-wasm-relaxed-simd'));

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

type Multiply = (a: number, b: number, c: number, k: number, m: number, n: number, ...rest: number[]) => number;
type Kernel = { readonly memory: Float32Array; readonly multiply: Multiply };

async function openKernel(variant: Variant, isAdded: boolean): Promise<Kernel> {
  const memory = new WebAssembly.Memory({ initial: 4, maximum: 65536, shared: true });
  const wasm = readKernel(isAdded ? 'add-product' : 'store-product', variant);
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
    expect.fail(`${JSON.stringify(one)}: ${found.join(' ')} instead of ${expected.join(' ')}`);
  }
}

function each(rows: number, columns: number, visit: (row: number, column: number) => void): void {
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      visit(row, column);
    }
  }
}

const greatestDifference = (one: Float32Array, other: Float32Array): number =>
  one.reduce((most, value, at) => Math.max(most, Math.abs(value - (other[at] ?? Number.NaN))), 0);
