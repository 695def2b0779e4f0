import { describe, expect, test, vi } from 'vitest';
import { getOutputSize, putMlasConvolution, type Convolution } from '../../../test/support/mlas-convolution.ts';
import { compileKernel, toKernelFile, readOnnxruntime, variants, type Variant } from './faster-onnxruntime.ts';
import { listBodies, withBodies } from './function-bodies.ts';

// Compiling the kernels takes time.
vi.setConfig({ testTimeout: 60_000 });

describe.each(variants)('%s im2col', (variant) => {
  const shapes = [
    { height: 9, width: 16, kernel: [3, 3], padding: [1, 1, 1, 1] },
    { height: 7, width: 13, kernel: [3, 3], padding: [1, 1, 1, 1] },
    { height: 6, width: 18, kernel: [5, 5], padding: [2, 2, 2, 2] },
    { height: 6, width: 11, kernel: [5, 5], padding: [0, 3, 0, 3] },
    { height: 8, width: 10, kernel: [3, 5], padding: [3, 0, 3, 0] },
    { height: 5, width: 3, kernel: [3, 3], padding: [2, 5, 2, 5] },
    { height: 4, width: 40, kernel: [1, 1], padding: [0, 0, 0, 0] },
  ] as const;
  const steps = [
    { stride: [1, 1], dilation: [1, 1] },
    { stride: [2, 2], dilation: [1, 1] },
    { stride: [1, 2], dilation: [2, 1] },
    { stride: [2, 1], dilation: [1, 3] },
    { stride: [3, 3], dilation: [1, 1] },
  ] as const;

  test.each(shapes)('gives the same matrix as onnxruntime: $width wide, kernel $kernel', async (shape) => {
    const [ours, original] = await openBoth(variant);
    for (const step of steps) {
      const layout: Convolution = { ...shape, ...step, channels: 3 };
      const [outputHeight, outputWidth] = getOutputSize(layout);
      if (outputHeight < 1 || outputWidth < 1) {
        continue;
      }
      const [allK, allN] = [layout.channels * shape.kernel[0] * shape.kernel[1], outputHeight * outputWidth];
      for (const [k, countK] of getParts(allK)) {
        for (const [n, countN] of getParts(allN)) {
          const part = { k, countK, n, countN };
          const found = ours(layout, part);
          const expected = original(layout, part);
          if (!found.every((bits, at) => bits === expected[at])) {
            expect.fail(`${JSON.stringify({ layout, part })}: ${found.join(' ')} in place of ${expected.join(' ')}`);
          }
        }
      }
    }
  });
});

type Part = Readonly<Record<'k' | 'countK' | 'n' | 'countN', number>>;
type LayOut = (layout: Convolution, part: Part) => Uint32Array;

/** Returns ranges as start and count: all points, the start, the end, a part in the middle, and a single point. */
const getParts = (count: number): [number, number][] =>
  (
    [
      [0, count],
      [0, Math.ceil(count / 2)],
      [Math.floor(count / 3), count - Math.floor(count / 3)],
      [Math.floor(count / 5), Math.ceil(count / 2)],
      [count - 1, 1],
    ] as const
  ).map(([from, many]) => [from, Math.min(many, count - from)]);

/** Instantiates the kernel and the original, both in the kernel's module. */
async function openBoth(variant: Variant): Promise<[LayOut, LayOut]> {
  const kernel = await compileKernel('im2col.ts', variant);
  const originals = listBodies(await readOnnxruntime()).filter((body) => toKernelFile(body) === 'im2col.ts');
  expect(originals).toHaveLength(1);
  return Promise.all([openModule(Uint8Array.from(kernel)), openModule(withBodies(kernel, originals))]);
}

/** Instantiates a module. The returned function gives the memory from the start of the columns. */
async function openModule(wasm: Uint8Array<ArrayBuffer>): Promise<LayOut> {
  const memory = new WebAssembly.Memory({ initial: 4, maximum: 65536, shared: true });
  const { instance } = await WebAssembly.instantiate(wasm, { env: { memory } });
  const im2col = instance.exports['im2col'] as (...args: number[]) => void;
  const words = new Uint32Array(memory.buffer);
  const floats = new Float32Array(memory.buffer);
  return (layout, { k, countK, n, countN }) => {
    const inputSize = layout.channels * layout.height * layout.width;
    const parameters = 16;
    const input = 64;
    const columns = input + inputSize;
    const behind = columns + countK * countN;
    words.fill(0);
    putMlasConvolution(words, parameters, layout);
    for (let at = 0; at < inputSize; at++) {
      floats[input + at] = Math.sin(at + 1);
    }
    words.fill(0xdeadbeef, columns, behind + 16);
    im2col(4 * parameters, 4 * input, 4 * columns, k, countK, n, countN);
    return words.slice(columns, behind + 16);
  };
}
