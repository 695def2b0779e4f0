import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { goldenCases, hasGolden, readMatte, readPicture, type GoldenCase } from '#test/support/golden.ts';
import { iou, meanAbsoluteDifference } from '#test/support/matte-metrics.ts';
import { canJudge, decodeFrames, sharedFolder } from '#test/support/native.ts';
import { getData, shareProduct, type Product } from '#test/support/product.ts';
import { shippedModel } from '#test/support/shipped-model.ts';

const folder = `${sharedFolder}/models`;
const isHere = hasGolden() && canJudge();

describe.skipIf(!isHere)('real models, each added as a file of the user', { tags: ['long'] }, () => {
  let product: Product;
  let dir: string;
  beforeAll(async () => {
    product = await shareProduct();
    dir = await mkdtemp(join(tmpdir(), 'offcut-models-'));
  });
  afterAll(async () => {
    await product.close();
    await rm(dir, { recursive: true, force: true });
  });

  test.each(goldenCases)('$id computes the golden matte', async (one) => {
    const { id, width, height } = one;
    const added = await product.addModel(
      { id, name: id, variants: [{ width, height }], ...one.entry },
      `${folder}/${one.file}`,
    );
    expect(getData(added.body)).toMatchObject({ id, state: 'installed', place: 'browser' });

    const clip = join(dir, `${id}.mp4`);
    await writeClip(clip, one);
    const material = await product.upload(clip);
    const edge = { decontaminate: false };
    const result = getData((await product.run({ material, model: id, quality: 'fast', smoothing: 0, edge })).body);
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
    const golden = one.frames.map((_, frame) => readMatte(one, frame));
    const scores = golden.map((matte, index) => [
      iou(alphas[index] ?? new Uint8Array(), matte),
      meanAbsoluteDifference(alphas[index] ?? new Uint8Array(), matte),
    ]);
    console.log(
      `${id}: IoU and MAD of each frame to the golden matte: ${scores.map((pair) => pair.map((n) => n.toFixed(3)).join(' ')).join(', ')}`,
    );
    expect(alphas.length).toBeGreaterThanOrEqual(golden.length);
    expect(Math.min(...scores.map(([score = 0]) => score))).toBeGreaterThan(0.98);
    expect((await product.api('DELETE', `/v1/models/${id}`)).status).toBe(200);
  });

  test('cuts out objects after a model for them is installed, and people first if no subject is requested', async () => {
    const material = await product.upload(join(dir, 'u2netp-small-weights.mp4'));
    const refused = await product.run({ material, subject: 'object', quality: 'fast' });
    expect(refused.body).toMatchObject({ success: false, errorCode: 'MODEL_NOT_INSTALLED' });
    const entry = { id: 'salient', name: 'Salient', family: 'u2net', subject: 'object' };
    const added = await product.addModel(
      { ...entry, variants: [{ width: 320, height: 320 }] },
      `${folder}/u2netp_fp16w.onnx`,
    );
    expect(getData(added.body)).toMatchObject({ state: 'installed', default: true });
    const object = getData((await product.run({ material, subject: 'object', quality: 'fast' })).body);
    expect(object).toMatchObject({ model: 'salient' });
    const auto = await product.start({ material, quality: 'fast' });
    expect(auto.model).toBe(shippedModel.id);
    await expect.poll(async () => (await product.job(auto.id)).status).toMatch(/completed|failed/);
  });

  test.each([
    ['blazeface_short_range.onnx', { width: 128, height: 128 }, /shape .*128/],
    ['vittrack.onnx', { width: 256, height: 256 }, /has the inputs .*search.* has one/],
    ['selfie_segmentation_general_fp16w.onnx', { width: 320, height: 320 }, /takes pictures of 256x256, not 320x320/],
    ['pp_humansegv2_lite_i8w.onnx', { width: 256, height: 144 }, /gives 73728 values for a picture of 256x144/],
  ])('refuses %s as a selfie model of that size, with a reason', async (file, variant, words) => {
    const entry = { id: 'misfit', name: 'Misfit', family: 'selfie', subject: 'person', variants: [variant] };
    const { status, body } = await product.addModel(entry, `${folder}/${file}`);
    expect(status).toBe(422);
    expect(body).toMatchObject({ success: false, errorCode: 'MODEL_UNUSABLE', message: expect.stringMatching(words) });
    expect(await product.model('misfit')).toBeUndefined();
  });
});

/** Encodes the golden inputs as the frames of a clip, as exactly as a video can. */
async function writeClip(file: string, one: GoldenCase): Promise<void> {
  const raw = `${file}.rgb`;
  await writeFile(raw, Buffer.concat(one.frames.map((_, frame) => readPicture(one, frame))));
  const size = `-f rawvideo -pix_fmt rgb24 -s ${one.width}x${one.height} -r 10 -i ${raw}`;
  execFileSync('ffmpeg', `-v error -y ${size} -c:v libx264 -crf 4 -pix_fmt yuv420p ${file}`.split(' '));
}
