import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { knownMattes } from '#core/model/manifest.ts';
import type { MatteEntry } from '#core/model/models.ts';
import type { Closeness, DeviceCase, DeviceVerdict } from '#test/support/devices.worker.ts';
import { getEntry, goldenCases, hasGolden, readMatte, readPicture, weightsPath } from '#test/support/golden.ts';
import { openGpuPage, type GpuPage } from '#test/support/gpu-page.ts';
import { toOnnxFile } from '#test/support/onnx-file.ts';
import { shippedModels } from '#test/support/shipped-model.ts';

const limits = { tags: ['long'], timeout: 900_000 };

let page: GpuPage;

beforeAll(async () => {
  page = await openGpuPage('devices.worker.ts');
});

afterAll(() => page.close());

const shipped = shippedModels.flatMap((model) => model.variants.map((variant) => ({ model, ...variant })));

test.each(shipped)('computes the same matte with the shipped $file on both devices', limits, async (one) => {
  const { model, file, width, height } = one;
  const weights = await page.publish(file, await readFile(resolve(import.meta.dirname, '../../../models', file)));
  expectRight(file, await compare({ model, size: { width, height }, weights, frames: [] }));
});

/** These take minutes each, because the adapter is a program: they run only in the long suite. */
const slow = ['u2netp-small-weights', 'rvm-small-weights'];
const isPatient = process.env['OFFCUT_SLOW_TESTS'] !== undefined;
const chosen = goldenCases.filter(({ id }) => isPatient || !slow.includes(id));
if (!isPatient) {
  console.log(`skipped: ${slow.join(' and ')}, which take minutes; set OFFCUT_SLOW_TESTS for them`);
}

test.skipIf(!hasGolden()).each(chosen)('computes the golden matte with $id on both devices', limits, async (one) => {
  const { id, file, width, height } = one;
  const weights = await page.publish(file, await readFile(weightsPath(one)));
  const frames: DeviceCase['frames'][number][] = [];
  for (const frame of one.frames.keys()) {
    frames.push({
      picture: await page.publish(`${id}.${frame}.rgb`, readPicture(one, frame)),
      golden: await page.publish(`${id}.${frame}.matte`, readMatte(one, frame)),
    });
  }
  expectRight(id, await compare({ model: getEntry(one), size: { width, height }, weights, frames }));
});

test('computes the same matte with a convolution of nine channels on both devices', limits, async () => {
  const size = { width: 256, height: 256 };
  const weights = await page.publish('nine-channels.onnx', nineChannels());
  const { adapter, frames } = await compare({ model: findSelfie(), size, weights, frames: [] });
  if (adapter === null) {
    console.log('skipped: this browser has no WebGPU, not even in software');
    return;
  }
  expect(frames).toHaveLength(1);
  expect(frames[0]?.between.most).toBeLessThanOrEqual(1);
});

/**
 * A small network with a channel count that onnxruntime computes wrongly on a GPU in its default layout: a multiple of
 * three, but not of four.
 */
function nineChannels(): Uint8Array<ArrayBuffer> {
  const convolve = (name: string, input: string, [over, under, side]: readonly [number, number, number]) => ({
    node: {
      type: 'Conv',
      inputs: [input, `${name}.weights`],
      output: name,
      attributes: { pads: Array.from({ length: 4 }, () => side >> 1) },
    },
    weights: {
      name: `${name}.weights`,
      dims: [over, under, side, side],
      data: Float32Array.from({ length: over * under * side * side }, (_, at) => Math.sin(12.9898 * at)),
    },
  });
  const layers = [
    convolve('nine', 'picture', [9, 3, 1]),
    convolve('four', 'nine', [4, 9, 3]),
    convolve('one', 'four', [1, 4, 1]),
  ];
  return toOnnxFile({
    nodes: [...layers.map(({ node }) => node), { type: 'Sigmoid', inputs: ['one'], output: 'matte' }],
    weights: layers.map(({ weights }) => weights),
    inputs: [{ name: 'picture', dims: [1, 3, 256, 256] }],
    outputs: ['matte'],
  });
}

function findSelfie(): MatteEntry {
  const found = knownMattes.find(({ family }) => family === 'selfie');
  if (!found) {
    throw new Error('the manifest has no selfie');
  }
  return found;
}

const compare = (one: DeviceCase): Promise<DeviceVerdict> => page.ask<DeviceVerdict>(one);

/** Checks that the CPU is right, and that the GPU is right too or that the product detects an error. */
function expectRight(id: string, { adapter, frames, refusal }: DeviceVerdict): void {
  if (adapter === null) {
    console.log('skipped: this browser has no WebGPU, not even in software');
    return;
  }
  for (const [frame, { cpu, gpu, between }] of frames.entries()) {
    console.log(
      `${id}, frame ${frame}, ${adapter}: CPU to golden ${say(cpu)}; GPU to golden ${say(gpu)}; CPU to GPU ${say(between)}`,
    );
    expectAlike(cpu);
    if (refusal === null) {
      expectAlike(gpu);
      expectAlike(between);
    }
  }
  if (refusal !== null) {
    console.log(`${id}: ${refusal}`);
    expect(refusal).toMatch(/computes other mattes than the CPU/);
  }
}

function expectAlike(pair: Closeness | null): void {
  expect(pair?.iou ?? 1).toBeGreaterThan(0.98);
  expect(pair?.mean ?? 0).toBeLessThan(10);
}

const say = (pair: Closeness | null): string =>
  pair ? `IoU ${pair.iou.toFixed(4)}, mean ${pair.mean.toFixed(3)} of 1000, most ${pair.most} of 255` : 'none';
