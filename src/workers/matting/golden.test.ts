import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test, vi } from 'vitest';
import { knownModels } from '#core/manifest.ts';
import type { ModelEntry } from '#core/models.ts';
import { createNetwork, type Network } from '#workers/matting/network.ts';
import { openCpuSession } from '#workers/matting/session.ts';
import { sharedFolder } from '../../../test/support/native.ts';

// The larger models take seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const folder = `${sharedFolder}/models`;
const isHere = existsSync(`${folder}/golden`);
if (!isHere) {
  console.log('skipped: the shared models are not here');
}

function readFloats(name: string): Float32Array {
  return new Float32Array(new Uint8Array(readFileSync(`${folder}/golden/${name}.f32`)).buffer);
}

/** The picture whose planes, by the model's own normalisation, are `planes`. */
function toPicture(planes: Float32Array, model: ModelEntry, width: number, height: number): Uint8Array {
  const { mean, deviation } = model.normalisation;
  const count = width * height;
  return Uint8Array.from({ length: 3 * count }, (_, byte) => {
    const channel = byte % 3;
    const value = planes[channel * count + Math.floor(byte / 3)] ?? NaN;
    return Math.round((value * (deviation[channel] ?? NaN) + (mean[channel] ?? NaN)) * 255);
  });
}

function meanDifference(alpha: Uint8Array, golden: Float32Array): number {
  return alpha.reduce((sum, value, index) => sum + Math.abs(value / 255 - (golden[index] ?? NaN)), 0) / alpha.length;
}

async function open(id: string, file: string, width: number, height: number): Promise<[ModelEntry, Network]> {
  const model = knownModels.find((one) => one.id === id);
  if (!model) {
    throw new Error(`no ${id} in the manifest`);
  }
  const session = await openCpuSession(readFileSync(`${folder}/${file}`), null, 1);
  return [model, createNetwork(model, { width, height }, session)];
}

/** The golden outputs come from float32 weights; those here are stored in 8 or 16 bits. */
describe.skipIf(!isHere)('the real models give the golden mattes', () => {
  test.each([
    ['selfie-general', 'selfie_segmentation_general_fp16w.onnx', 'selfie_segmentation_general', 256, 256],
    ['selfie-general', 'selfie_segmentation_hf_onnx-community.onnx', 'selfie_segmentation_general', 256, 256],
    ['selfie-general', 'selfie_segmentation_landscape_fp16w.onnx', 'selfie_segmentation_landscape', 256, 144],
    ['u2netp', 'u2netp_fp16w.onnx', 'u2netp', 320, 320],
  ] as const)('%s: %s', async (id, file, golden, width, height) => {
    const [model, network] = await open(id, file, width, height);
    const rgb = toPicture(readFloats(`${golden}.in`), model, width, height);
    const { alpha } = await network.matte({ width, height, rgb });
    const expected = readFloats(`${golden}.out`);
    expect(meanDifference(alpha, id === 'u2netp' ? stretched(expected) : expected)).toBeLessThan(0.01);
  });

  test('pp-humanseg: the second plane is the person', async () => {
    const [model, network] = await open('pp-humanseg', 'pp_humansegv2_lite_i8w.onnx', 256, 144);
    const rgb = toPicture(readFloats('pp_humansegv2_lite.in'), model, 256, 144);
    const { alpha } = await network.matte({ width: 256, height: 144, rgb });
    expect(meanDifference(alpha, readFloats('pp_humansegv2_lite.out').subarray(256 * 144))).toBeLessThan(0.01);
  });

  test('rvm: the second frame is the golden one only with the memory of the first', async () => {
    const [model, network] = await open('rvm', 'rvm_mobilenetv3_fgf_u8w.onnx', 288, 160);
    const frame = (time: number): { width: number; height: number; rgb: Uint8Array } => ({
      width: 288,
      height: 160,
      rgb: toPicture(readFloats(`rvm_dr1_t${time}.src`), model, 288, 160),
    });
    const first = await network.matte(frame(0));
    const memory = await network.save();
    const second = await network.matte(frame(1));
    network.reset();
    const alone = await network.matte(frame(1));
    const golden = readFloats('rvm_dr1_t1.pha');
    expect(meanDifference(first.alpha, readFloats('rvm_dr1_t0.pha'))).toBeLessThan(0.01);
    expect(meanDifference(second.alpha, golden)).toBeLessThan(0.01);
    expect(meanDifference(alone.alpha, golden)).toBeGreaterThan(2 * meanDifference(second.alpha, golden));
    const [, another] = await open('rvm', 'rvm_mobilenetv3_fgf_u8w.onnx', 288, 160);
    another.restore(memory);
    expect((await another.matte(frame(1))).alpha).toEqual(second.alpha);
  });
});

/** What U2-Net's authors do after it: least to 0, greatest to 1. */
function stretched(output: Float32Array): Float32Array {
  const least = output.reduce((a, b) => Math.min(a, b));
  const greatest = output.reduce((a, b) => Math.max(a, b));
  return output.map((value) => (value - least) / (greatest - least));
}
