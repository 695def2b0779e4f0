import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { knownMattes } from '#core/model/manifest.ts';
import { toDeployed, type MatteEntry, type RunnableModel } from '#core/model/models.ts';
import { loadOne } from '#core/protocol/runners.ts';
import type { Picture } from '#core/lib/picture.ts';
import { drawBust } from '#workers/matting/trial-picture.ts';
import { createMatting } from '#workers/matting/matting.ts';
import type { ModelFiles } from '#workers/matting/model-file.ts';
import { iou } from '../../../test/support/matte-metrics.ts';
import { canJudge, decodeFrames, sharedFolder } from '../../../test/support/native.ts';
import { shippedModel, shippedVariant } from '../../../test/support/shipped-model.ts';

// The first session of a process compiles 14 MB of WebAssembly.
vi.setConfig({ testTimeout: 60_000 });

const root = `${import.meta.dirname}/../../..`;
const wide = { width: 1280, height: 720 };
const nowhere = { address: null, isReachableFromPage: true };

type LoadFile = ModelFiles['fetchDeployed'];

const fromModels: LoadFile = async (file) => new Uint8Array(await readFile(`${root}/models/${file}`));

function open(
  fetchDeployed: LoadFile = fromModels,
  readKept: ModelFiles['readKept'] = () => Promise.reject(new Error()),
) {
  return createMatting({ files: { fetchDeployed, readKept }, runtimeFiles: null });
}

const ours = (changes: Partial<MatteEntry> = {}): RunnableModel => toDeployed({ ...shippedModel, ...changes });

function known(id: string, changes: Partial<MatteEntry> = {}): RunnableModel {
  const entry = knownMattes.find((one) => one.id === id);
  if (!entry) {
    throw new Error(`no ${id} in the manifest`);
  }
  return toDeployed({ ...entry, ...changes });
}

/** Matches a message with the model's name in quotes and then `words`, a regular expression. */
const saying = (words: string): RegExp => new RegExp(`"${shippedModel.name}" ${words}`);

function at({ width }: Picture, alpha: Uint8Array, x: number, y: number): number {
  return alpha[y * width + x] ?? NaN;
}

describe('the shipped model', () => {
  const matting = open();

  test('uses the wide variant for a wide source at `fast`, and cuts out the person', async () => {
    const input = await loadOne(matting, { models: [ours()], quality: 'fast', ...wide });
    expect(input).toMatchObject({ width: 256, height: 144, device: 'cpu' });
    const picture = drawBust(input);
    const matte = await matting.matte(shippedModel.id, picture);
    expect(matte).toMatchObject({ width: 256, height: 144 });
    expect(matte.alpha.length).toBe(256 * 144);
    expect(at(picture, matte.alpha, 128, 52)).toBeGreaterThan(200);
    expect(at(picture, matte.alpha, 128, 125)).toBeGreaterThan(200);
    expect(at(picture, matte.alpha, 10, 10)).toBeLessThan(50);
    expect(at(picture, matte.alpha, 245, 10)).toBeLessThan(50);
    await matting.reset(shippedModel.id);
    expect((await matting.matte(shippedModel.id, picture)).alpha).toEqual(matte.alpha);
  });

  test('finds no person in front of a bare wall', async () => {
    const { width, height } = await loadOne(matting, { models: [ours()], quality: 'fast', ...wide });
    const { alpha } = await matting.matte(shippedModel.id, {
      width,
      height,
      rgb: new Uint8Array(3 * width * height).fill(170),
    });
    expect(alpha.filter((value) => value > 127).length / alpha.length).toBeLessThan(0.02);
  });

  test('answers in order, also to calls before the last one is done', async () => {
    const input = await loadOne(matting, { models: [ours()], quality: 'fast', ...wide });
    const bust = drawBust(input);
    const wall = { ...bust, rgb: new Uint8Array(bust.rgb.length).fill(170) };
    const alone = [await matting.matte(shippedModel.id, bust), await matting.matte(shippedModel.id, wall)];
    await matting.reset(shippedModel.id);
    const together = await Promise.all([matting.matte(shippedModel.id, bust), matting.matte(shippedModel.id, wall)]);
    expect(together).toEqual(alone);
  });

  test('refuses a picture of another size', async () => {
    await loadOne(matting, { models: [ours()], quality: 'fast', ...wide });
    await expect(matting.matte(shippedModel.id, drawBust({ width: 100, height: 100 }))).rejects.toThrow(
      /256x144 pixels, not 100x100/,
    );
  });
});

describe('crops', () => {
  test('use a larger picture with the aspect ratio of the source', async () => {
    const best = { models: [ours()], quality: 'best' } as const;
    expect(await loadOne(open(), { ...best, ...wide })).toMatchObject({ width: 512, height: 288 });
    expect(await loadOne(open(), { ...best, width: 1080, height: 1920 })).toMatchObject({ width: 288, height: 512 });
  });
});

/** Sets the state of the shipped weights, which were trained with the previous alpha as a fourth plane. */
test('passes the previous alpha to the next frame, and clears it at a reset', async () => {
  const matting = open();
  const model = ours({ state: 'previous-alpha' });
  const input = await loadOne(matting, { models: [model], quality: 'fast', ...wide });
  expect(input.isRecurrent).toBe(true);
  const picture = drawBust(input);
  const first = await matting.matte(shippedModel.id, picture);
  const second = await matting.matte(shippedModel.id, picture);
  await matting.reset(shippedModel.id);
  const afterReset = await matting.matte(shippedModel.id, picture);
  expect(second.alpha).not.toEqual(first.alpha);
  expect(afterReset.alpha).toEqual(first.alpha);
});

describe('a file that differs from the manifest', () => {
  const request = { models: [ours()], quality: 'fast', ...wide } as const;

  test('altered: refuses it by name, and loads nothing', async () => {
    const matting = open(async (file) => {
      const bytes = await fromModels(file, { isFresh: false });
      bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
      return bytes;
    });
    const message = expect.stringMatching(
      new RegExp(`${shippedVariant(144).file} .*${saying('has been altered').source}`),
    );
    await expect(loadOne(matting, request)).rejects.toMatchObject({ code: 'MODEL_UNUSABLE', message });
    await expect(matting.matte(shippedModel.id, drawBust({ width: 256, height: 144 }))).rejects.toThrow('is not open');
  });

  test('altered only in a cache: fetches it again, bypassing the caches', async () => {
    const asked: boolean[] = [];
    const matting = open(async (file, { isFresh }) => {
      asked.push(isFresh);
      const bytes = await fromModels(file, { isFresh });
      return isFresh ? bytes : bytes.fill(0, 0, 1);
    });
    await expect(loadOne(matting, request)).resolves.toMatchObject({ width: 256 });
    expect(asked).toEqual([false, true]);
  });

  test('stored in this browser: reads its pieces, and does not replace an altered one by another file', async () => {
    const { sha256, file } = shippedVariant(144);
    const kept = { ...ours(), pieces: { [sha256]: ['one', 'two'] } };
    const bytes = await fromModels(file, { isFresh: false });
    const nothing: LoadFile = () => Promise.reject(new Error('not asked'));
    await expect(
      loadOne(
        open(nothing, async () => bytes),
        { ...request, models: [kept] },
      ),
    ).resolves.toMatchObject({
      height: 144,
    });
    const altered = loadOne(
      open(fromModels, async () => bytes.slice().fill(0, 0, 1)),
      { ...request, models: [kept] },
    );
    await expect(altered).rejects.toMatchObject({
      code: 'MODEL_UNUSABLE',
      message: expect.stringMatching(saying('has been altered.*Remove the model')),
    });
  });

  test('truncated: reports both sizes', async () => {
    const matting = open(async (file) => (await fromModels(file, { isFresh: false })).slice(0, 1000));
    await expect(loadOne(matting, request)).rejects.toThrow(saying(`has 1000 bytes, not ${shippedVariant(144).bytes}`));
  });

  test('unreachable: reports it, and the next load works', async () => {
    let isReachable = false;
    const matting = open(async (file) => {
      if (!isReachable) {
        throw new TypeError('fetch failed');
      }
      return fromModels(file, { isFresh: false });
    });
    const message = expect.stringMatching(saying('could not be loaded \\(fetch failed\\)'));
    await expect(loadOne(matting, request)).rejects.toMatchObject({ code: 'MODEL_UNREACHABLE', message });
    isReachable = true;
    await expect(loadOne(matting, request)).resolves.toMatchObject({ width: 256 });
  });

  test('not a model, with the right checksum: names it', async () => {
    const bytes = new TextEncoder().encode('not an onnx file');
    const digest = Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex');
    const variants = [{ file: 'x.onnx', bytes: bytes.length, sha256: digest, width: 256, height: 144 }];
    const matting = open(async () => bytes);
    const model = ours({ variants: variants.map((one) => ({ ...one, ...nowhere })) });
    await expect(loadOne(matting, { ...request, models: [model] })).rejects.toMatchObject({
      code: 'MODEL_UNUSABLE',
      message: expect.stringMatching(saying('cannot be run: .')),
    });
  });

  test("a model of another size than the manifest's", async () => {
    const model = ours({ variants: [{ ...shippedVariant(256), height: 144 }] });
    await expect(loadOne(open(), { ...request, models: [model] })).rejects.toThrow(
      saying('takes pictures of 256x256, not 256x144'),
    );
  });
});

test('does not fetch the same model again, but fetches another one', async () => {
  const fetched: string[] = [];
  const matting = open(async (file) => {
    fetched.push(file);
    return fromModels(file, { isFresh: false });
  });
  const load = (quality: 'best' | 'fast', size = wide) => loadOne(matting, { models: [ours()], quality, ...size });
  await load('fast');
  await load('fast', { width: 1920, height: 1080 });
  await load('best');
  await load('best', { width: 1080, height: 1920 });
  expect(fetched).toEqual([shippedVariant(144).file, shippedVariant(256).file]);
});

const isShared = existsSync(`${sharedFolder}/models`);
if (!isShared) {
  console.log('skipped: the shared models are not here');
}

describe.skipIf(!isShared)('models that users fetch', () => {
  const fromShared: LoadFile = async (file) => new Uint8Array(await readFile(`${sharedFolder}/models/${file}`));
  const rvmFile = {
    file: 'rvm_mobilenetv3_fgf_u8w.onnx',
    bytes: 4_028_354,
    sha256: '1595ab2ca9f51085e7eba870569f2b90fdf94d045e1b7eec5472db5d6138f5f7',
    width: 512,
    height: 512,
    ...nowhere,
  };

  test('selfie: uses the exact bytes of the public URL', async () => {
    const matting = open((file) =>
      fromShared(file.replace('selfie_segmentation_general', 'selfie_segmentation_hf_onnx-community'), {
        isFresh: false,
      }),
    );
    const input = await loadOne(matting, { models: [known('selfie-general')], quality: 'fast', ...wide });
    const { alpha } = await matting.matte(input.modelId, drawBust(input));
    expect(at(drawBust(input), alpha, 128, 180)).toBeGreaterThan(200);
    expect(at(drawBust(input), alpha, 10, 20)).toBeLessThan(50);
  });

  test('rvm: keeps its state, clears it at a reset, and accepts a clip of another size', async () => {
    const matting = open(fromShared);
    const model = known('rvm', { variants: [rvmFile] });
    const input = await loadOne(matting, { models: [model], quality: 'fast', ...wide });
    expect(input).toMatchObject({ width: 384, height: 224, isRecurrent: true });
    const picture = drawBust(input);
    const first = await matting.matte('rvm', picture);
    const second = await matting.matte('rvm', picture);
    await matting.reset('rvm');
    const afterReset = await matting.matte('rvm', picture);
    expect(second.alpha).not.toEqual(first.alpha);
    expect(afterReset.alpha).toEqual(first.alpha);
    const tall = await loadOne(matting, { models: [model], quality: 'fast', width: 720, height: 1280 });
    expect(tall).toMatchObject({ width: 224, height: 384 });
    expect((await matting.matte('rvm', drawBust(tall))).alpha.length).toBe(224 * 384);
  });
});

const sample = `${root}/test/fixtures/sample/short`;
describe.skipIf(!existsSync(`${sample}.mp4`) || !canJudge())('the sample clip', () => {
  const size = { width: 320, height: 180 };
  let frames: Uint8Array[] = [];
  let truth: Uint8Array[] = [];
  beforeAll(async () => {
    const few = { ...size, seconds: 0.2 };
    frames = await decodeFrames(`${sample}.mp4`, { ...few, pixels: 'rgb24' });
    truth = await decodeFrames(`${sample}.alpha.webm`, { ...few, pixels: 'gray', filter: 'extractplanes=y' });
  });

  test('is cut out by the shipped model', async () => {
    const matting = open();
    const input = await loadOne(matting, { models: [ours()], quality: 'best', ...size });
    expect(input).toMatchObject(size);
    for (const [index, rgb] of frames.entries()) {
      const { alpha } = await matting.matte(shippedModel.id, { ...size, rgb });
      expect(iou(alpha, truth[index] ?? new Uint8Array())).toBeGreaterThan(0.8);
    }
  });
});
