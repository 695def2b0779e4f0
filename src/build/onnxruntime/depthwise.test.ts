import { setFlagsFromString } from 'node:v8';
import { beforeAll, expect, test, vi } from 'vitest';
import { getOutputSize, putMlasConvolution } from '../../../test/support/mlas-convolution.ts';
import { toOnnxFile } from '../../../test/support/onnx-file.ts';
import { runOnnx } from '../../../test/support/run-onnx.ts';
import { compileKernel, readOnnxruntime, replaceFunctions, variants } from './faster-onnxruntime.ts';

vi.setConfig({ testTimeout: 60_000 });

// Node 20 supports relaxed SIMD only with this flag; later versions support it by default.
beforeAll(() => setFlagsFromString('--experimental-wasm-relaxed-simd'));

const usual = {
  stride: [1, 1],
  dilation: [1, 1],
  groups: 4,
  hasBias: true,
  isRectified: false,
  isDone: true,
} as const;

/** Convolutions of an input of 100x200 with 4 channels, divided by `reduction`. The padding is top, left, bottom, right. */
const cases: readonly Case[] = [
  { ...usual, reduction: 1, kernel: [3, 3], padding: [1, 1, 1, 1] },
  { ...usual, reduction: 1, kernel: [3, 3], padding: [1, 1, 1, 1], stride: [2, 2], isRectified: true },
  { ...usual, reduction: 1, kernel: [5, 5], padding: [2, 2, 2, 2], stride: [2, 2], hasBias: false },
  { ...usual, reduction: 1, kernel: [5, 5], padding: [0, 0, 0, 0], stride: [5, 5] },
  { ...usual, reduction: 1, kernel: [3, 5], padding: [0, 2, 2, 3], stride: [1, 2] },
  { ...usual, reduction: 2, kernel: [5, 5], padding: [2, 2, 2, 2], hasBias: false, isRectified: true },
  { ...usual, reduction: 2, kernel: [3, 3], padding: [2, 2, 2, 2], dilation: [2, 2] },
  { ...usual, reduction: 2, kernel: [3, 3], padding: [3, 2, 3, 2], dilation: [3, 2], stride: [1, 2] },
  { ...usual, reduction: 10, kernel: [3, 3], padding: [1, 1, 1, 1] },
  { ...usual, reduction: 10, kernel: [7, 7], padding: [3, 3, 3, 3] },
  { ...usual, reduction: 10, kernel: [3, 3], padding: [4, 9, 4, 9] },
  { ...usual, reduction: 25, kernel: [3, 3], padding: [1, 0, 1, 0] },
  { ...usual, reduction: 25, kernel: [1, 5], padding: [0, 0, 0, 0] },
  // The original computes these: counts that are not a multiple of four, large kernels, several channels for one output.
  { ...usual, reduction: 1, kernel: [3, 3], padding: [1, 1, 1, 1], stride: [3, 3], isDone: false },
  { ...usual, reduction: 25, kernel: [3, 3], padding: [1, 0, 1, 0], stride: [1, 2], isDone: false },
  { ...usual, reduction: 10, kernel: [13, 13], padding: [6, 6, 6, 6], isDone: false },
  { ...usual, reduction: 10, kernel: [3, 3], padding: [1, 1, 1, 1], groups: 1, isDone: false },
];

test.each(variants)('%s: convolutions are those of onnxruntime to the bit', async (variant) => {
  const model = toModel();
  const input = Float32Array.from({ length: 4 * 100 * 200 }, (_, at) => Math.sin(at * at));
  const run = (runtime: Uint8Array) => runOnnx({ runtime, model, input, dims: [1, 4, 100, 200] });
  const original = await run(await readOnnxruntime());
  const found = await run((await replaceFunctions(await readOnnxruntime(), variant)).wasm);
  for (const [at, one] of cases.entries()) {
    expect(original[at]?.length, JSON.stringify(one)).toBeGreaterThan(0);
    expect(found[at], JSON.stringify(one)).toEqual(original[at]);
  }
});

test('the kernel computes depthwise convolutions and declines others', async () => {
  const memory = new WebAssembly.Memory({ initial: 16, maximum: 65536, shared: true });
  const wasm = Uint8Array.from(await compileKernel('depthwise.ts', 'plain'));
  const { instance } = await WebAssembly.instantiate(wasm, { env: { memory } });
  const convolve = instance.exports['convolveDepthwise'] as (...args: number[]) => number;
  const [parameters, filter, work, output, input] = [64, 512, 4096, 262_144, 524_288];
  for (const one of cases) {
    const [height, width] = [Math.floor(100 / one.reduction), Math.floor(200 / one.reduction)];
    const convolution = { ...one, channels: 4 / one.groups, height, width };
    const [outputHeight, outputWidth] = getOutputSize(convolution);
    putMlasConvolution(new Uint32Array(memory.buffer), parameters / 4, convolution);
    const does = convolve(parameters, input, filter, 0, work, output, 0, outputHeight * outputWidth);
    expect(does, JSON.stringify(one)).toBe(one.isDone ? 1 : 0);
  }
});

type Case = Readonly<Record<'kernel' | 'stride' | 'dilation', readonly [number, number]>> & {
  readonly reduction: number;
  readonly padding: readonly [number, number, number, number];
  readonly groups: number;
  readonly hasBias: boolean;
  readonly isRectified: boolean;
  /** Whether the kernel computed the convolution. */
  readonly isDone: boolean;
};

function toModel(): Uint8Array {
  const reductions = [...new Set(cases.map(({ reduction }) => reduction))];
  const pools = reductions.map((by) => ({
    type: 'MaxPool',
    inputs: ['x'],
    output: `x${by}`,
    attributes: { kernel_shape: [by, by], strides: [by, by] },
  }));
  const convolutions = cases.flatMap((one, at) => {
    const { kernel, padding, stride, dilation, groups } = one;
    const conv = {
      type: 'Conv',
      inputs: [`x${one.reduction}`, `w${at}`, ...(one.hasBias ? [`b${at}`] : [])],
      output: one.isRectified ? `c${at}` : `y${at}`,
      attributes: { kernel_shape: kernel, pads: padding, strides: stride, dilations: dilation, group: groups },
    };
    return one.isRectified ? [conv, { type: 'Relu', inputs: [`c${at}`], output: `y${at}` }] : [conv];
  });
  const weights = cases.flatMap(({ kernel, groups, hasBias }, at) => {
    const filters = groups === 1 ? 1 : 4;
    const dims = [filters, 4 / groups, ...kernel];
    const data = Float32Array.from({ length: dims.reduce((a, b) => a * b, 1) }, (_, place) => Math.cos(place * 7 + at));
    const bias = { name: `b${at}`, dims: [filters], data: Float32Array.of(0.5, -0.25, 0.125, 1).subarray(0, filters) };
    return [{ name: `w${at}`, dims, data }, ...(hasBias ? [bias] : [])];
  });
  return toOnnxFile({
    nodes: [...pools, ...convolutions],
    weights,
    inputs: [{ name: 'x', dims: [1, 4, 100, 200] }],
    outputs: cases.map((_, at) => `y${at}`),
  });
}
