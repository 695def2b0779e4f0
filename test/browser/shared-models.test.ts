import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { iou, meanAbsoluteDifference } from '../support/matte-metrics.ts';
import { canJudge, decodeFrames, sharedFolder } from '../support/native.ts';
import { dataOf, startProduct, type Product } from '../support/product.ts';

// The largest of these takes seconds a frame on two cores.
vi.setConfig({ testTimeout: 300_000 });

const folder = `${sharedFolder}/models`;
const isHere = existsSync(`${folder}/golden`) && canJudge();
if (!existsSync(`${folder}/golden`)) {
  console.log('skipped: the shared models are not here');
}

type Case = {
  readonly id: string;
  readonly file: string;
  readonly entry: object;
  readonly width: number;
  readonly height: number;
  /** Each frame's input and its matte; the plane of the output that is the subject. */
  readonly frames: readonly (readonly [input: string, output: string])[];
  readonly plane: number;
  /** `(x / 255 - mean) / deviation` was done to the golden input. */
  readonly mean: readonly number[];
  readonly deviation: readonly number[];
  /** The least IoU with the golden matte: between the two lie a codec, a rescaling and the refinement of the edge. */
  readonly least: number;
};

const plain = { plane: 0, mean: [0, 0, 0], deviation: [1, 1, 1], least: 0.98 };
const selfie = { family: 'selfie', subject: 'person' };
const cases: readonly Case[] = [
  {
    ...plain,
    id: 'selfie-small-weights',
    file: 'selfie_segmentation_general_fp16w.onnx',
    entry: selfie,
    width: 256,
    height: 256,
    frames: [['selfie_segmentation_general.in', 'selfie_segmentation_general.out']],
  },
  {
    ...plain,
    id: 'selfie-public-file',
    file: 'selfie_segmentation_hf_onnx-community.onnx',
    entry: selfie,
    width: 256,
    height: 256,
    frames: [['selfie_segmentation_general.in', 'selfie_segmentation_general.out']],
  },
  {
    ...plain,
    id: 'selfie-landscape',
    file: 'selfie_segmentation_landscape_fp16w.onnx',
    entry: selfie,
    width: 256,
    height: 144,
    frames: [['selfie_segmentation_landscape.in', 'selfie_segmentation_landscape.out']],
  },
  {
    ...plain,
    id: 'pp-humanseg-v2-lite',
    file: 'pp_humansegv2_lite_i8w.onnx',
    entry: { family: 'pp-humanseg', subject: 'person' },
    width: 256,
    height: 144,
    frames: [['pp_humansegv2_lite.in', 'pp_humansegv2_lite.out']],
    plane: 1,
    mean: [0.5, 0.5, 0.5],
    deviation: [0.5, 0.5, 0.5],
  },
  {
    ...plain,
    id: 'u2netp-small-weights',
    file: 'u2netp_fp16w.onnx',
    entry: { family: 'u2net', subject: 'object' },
    width: 320,
    height: 320,
    frames: [['u2netp.in', 'u2netp.out']],
    mean: [0.485, 0.456, 0.406],
    deviation: [0.229, 0.224, 0.225],
  },
  {
    ...plain,
    id: 'rvm-small-weights',
    file: 'rvm_mobilenetv3_fgf_u8w.onnx',
    entry: { family: 'rvm', subject: 'person', licence: 'GPL-3.0', variants: [{ width: 512, height: 512 }] },
    width: 288,
    height: 160,
    frames: [
      ['rvm_dr1_t0.src', 'rvm_dr1_t0.pha'],
      ['rvm_dr1_t1.src', 'rvm_dr1_t1.pha'],
    ],
  },
];

describe.skipIf(!isHere)('real models, each added to the product as a file of one’s own', () => {
  let product: Product;
  let dir: string;
  beforeAll(async () => {
    product = await startProduct();
    dir = await mkdtemp(join(tmpdir(), 'offcut-models-'));
  });
  afterAll(async () => {
    await product.close();
    await rm(dir, { recursive: true, force: true });
  });

  test.each(cases)('$id gives the golden matte', async (one) => {
    const { id, width, height } = one;
    const added = await product.addModel(
      { id, name: id, variants: [{ width, height }], ...one.entry },
      `${folder}/${one.file}`,
    );
    expect(dataOf(added.body)).toMatchObject({ id, state: 'installed', place: 'browser' });

    const clip = join(dir, `${id}.mp4`);
    await writeClip(clip, one);
    const material = await product.upload(clip);
    const edge = { decontaminate: false };
    const result = dataOf((await product.run({ material, model: id, quality: 'fast', smoothing: 0, edge })).body);
    expect(result).toMatchObject({ status: 'completed', model: id });
    const cutOut = join(dir, `${id}.webm`);
    await writeFile(cutOut, new Uint8Array(await (await fetch(result.processedVideoUrl)).arrayBuffer()));
    const alphas = await decodeFrames(cutOut, {
      width,
      height,
      pixels: 'gray',
      decoder: 'libvpx-vp9',
      filter: 'format=yuva420p,extractplanes=a',
    });
    const golden = one.frames.map(([, output]) => readMatte(output, one));
    const scores = golden.map((matte, index) => [
      iou(alphas[index] ?? new Uint8Array(), matte),
      meanAbsoluteDifference(alphas[index] ?? new Uint8Array(), matte),
    ]);
    console.log(
      `${id}: IoU and MAD of each frame to the golden matte: ${scores.map((pair) => pair.map((n) => n.toFixed(3)).join(' ')).join(', ')}`,
    );
    expect(alphas.length).toBeGreaterThanOrEqual(golden.length);
    expect(Math.min(...scores.map(([score = 0]) => score))).toBeGreaterThan(one.least);
    expect((await product.api('DELETE', `/v1/models/${id}`)).status).toBe(200);
  });

  test('objects are cut out once a model for them is installed, and people come first where nobody says', async () => {
    const material = await product.upload(join(dir, 'u2netp-small-weights.mp4'));
    const refused = await product.run({ material, subject: 'object', quality: 'fast' });
    expect(refused.body).toMatchObject({ success: false, errorCode: 'VALIDATION_FAILED' });
    const entry = { id: 'salient', name: 'Salient', family: 'u2net', subject: 'object' };
    const added = await product.addModel(
      { ...entry, variants: [{ width: 320, height: 320 }] },
      `${folder}/u2netp_fp16w.onnx`,
    );
    expect(dataOf(added.body)).toMatchObject({ state: 'installed', default: true });
    const object = dataOf((await product.run({ material, subject: 'object', quality: 'fast' })).body);
    expect(object).toMatchObject({ model: 'salient' });
    const auto = await product.start({ material, quality: 'fast' });
    expect(auto.model).toBe('matte-nano-v0');
    await expect.poll(async () => (await product.job(auto.id)).status).toMatch(/completed|failed/);
  });

  test.each([
    ['blazeface_short_range.onnx', { width: 128, height: 128 }, /shape .*128/],
    ['vittrack.onnx', { width: 256, height: 256 }, /has the inputs .*search.* has one/],
    ['selfie_segmentation_general_fp16w.onnx', { width: 320, height: 320 }, /takes pictures of 256x256, not 320x320/],
    ['pp_humansegv2_lite_i8w.onnx', { width: 256, height: 144 }, /gives 73728 values for a picture of 256x144/],
  ])('%s is refused as a selfie model of that size, in a sentence', async (file, variant, words) => {
    const entry = { id: 'misfit', name: 'Misfit', ...selfie, variants: [variant] };
    const { status, body } = await product.addModel(entry, `${folder}/${file}`);
    expect(status).toBe(422);
    expect(body).toMatchObject({ success: false, errorCode: 'MODEL_UNUSABLE', message: expect.stringMatching(words) });
    expect(await product.model('misfit')).toBeUndefined();
  });
});

const readFloats = (name: string): Float32Array =>
  new Float32Array(new Uint8Array(readFileSync(`${folder}/golden/${name}.f32`)).buffer);

/** The golden inputs as the frames of a clip, as exact as a video can be. */
async function writeClip(file: string, { width, height, frames, mean, deviation }: Case): Promise<void> {
  const count = width * height;
  const pictures = frames.map(([input]) => {
    const planes = readFloats(input);
    return Uint8Array.from({ length: 3 * count }, (_, byte) => {
      const channel = byte % 3;
      const value = planes[channel * count + Math.floor(byte / 3)] ?? 0;
      return Math.round((value * (deviation[channel] ?? 1) + (mean[channel] ?? 0)) * 255);
    });
  });
  const raw = `${file}.rgb`;
  await writeFile(raw, Buffer.concat(pictures));
  const size = `-f rawvideo -pix_fmt rgb24 -s ${width}x${height} -r 10 -i ${raw}`;
  execFileSync('ffmpeg', `-v error -y ${size} -c:v libx264 -crf 4 -pix_fmt yuv420p ${file}`.split(' '));
}

/** A golden matte in bytes; that of U2-Net is stretched to the full range, as its authors do. */
function readMatte(output: string, { width, height, plane, entry }: Case): Uint8Array {
  const count = width * height;
  const values = readFloats(output).subarray(plane * count, (plane + 1) * count);
  const isSalient = 'family' in entry && entry.family === 'u2net';
  const least = isSalient ? values.reduce((a, b) => Math.min(a, b)) : 0;
  const greatest = isSalient ? values.reduce((a, b) => Math.max(a, b)) : 1;
  return Uint8Array.from(values, (value) => Math.round((255 * (value - least)) / (greatest - least)));
}
