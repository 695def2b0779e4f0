import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { flicker, iou, mean, meanAbsoluteDifference } from '#test/support/matte-metrics.ts';
import { canJudge, decodeFrames, decodeSound, findLag, frameTimes, probe, sharedFolder } from '#test/support/native.ts';
import { once } from '#test/support/once.ts';
import { getData, shareProduct, type Product, type RunData } from '#test/support/product.ts';
import { rvmMattes } from '#test/support/rvm-reference.ts';
import { shippedPanel } from '#test/support/shipped-model.ts';

/** Clips with one person, so that "subject" is unambiguous for every model; sizes keep the aspect ratio of the clip. */
const clips = [
  { name: 'asl_book.mkv', width: 256, height: 192, format: 'webm' },
  { name: 'man_outdoor_sitting.mp4', width: 320, height: 180, format: 'webm' },
  { name: 'man_selfie_vertical.mp4', width: 180, height: 320, format: 'webm' },
  { name: 'talk_office_mpeg4.mp4', width: 256, height: 256, format: 'webm' },
  { name: 'woman_home_talk.mp4', width: 320, height: 180, format: 'mov' },
  { name: 'woman_longhair_studio_talk.mp4', width: 224, height: 256, format: 'mp4' },
  { name: 'woman_presenter_cup.mp4', width: 320, height: 180, format: 'webm' },
] as const;

/** Only the start of each clip: two cores process about ten frames a second. */
const seconds = 2;

const truth = 'gt_video/derived_man_over_swan';

describe.skipIf(!canJudge())('real clips', { tags: ['long'] }, () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'offcut-results-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  describe('with the selfie model, which is installed and named', () => {
    const model = 'selfie-general';
    let product: Product;
    beforeAll(async () => {
      product = await shareProduct({ modelsDirs: [join(sharedFolder, 'models')] });
    });
    afterAll(() => product.close());

    /** Cuts out a clip, and checks its file. Returns its agreement with the recurrent model; null without alpha. */
    const checkClip = clips.map((clip) =>
      once(async (): Promise<number | null> => {
        const source = join(sharedFolder, 'media/video', clip.name);
        const made = await cutOut(product, source, {
          model,
          outputFormat: clip.format,
          trim: { startSeconds: 0, endSeconds: seconds },
        });
        expect(made.run.models).toEqual([model]);
        const file = await save(folder, made);
        await checkFile(source, file, clip.format);
        return clip.format === 'mp4' ? null : agreementWithRvm(source, file, clip);
      }),
    );

    for (const [index, clip] of clips.entries()) {
      test(`${clip.name} as ${clip.format}`, async () => void (await checkClip[index]?.()));
    }

    test('the mean agreement with the recurrent model', async () => {
      const agreements: number[] = [];
      for (const check of checkClip) {
        const agreement = await check();
        if (agreement !== null) {
          agreements.push(agreement);
        }
      }
      console.log(
        `mean IoU with the recurrent model: ${mean(agreements).toFixed(3)} (${agreements.map((one) => one.toFixed(3)).join(', ')})`,
      );
      expect(agreements).toHaveLength(clips.length - 1);
      expect(mean(agreements)).toBeGreaterThanOrEqual(0.9);
    });

    test('the matte of the composited clip', async () => {
      const scores = await scoreTruth(product, folder, { model });
      console.log(`selfie: ${JSON.stringify(scores)}`);
      expect(scores.iou).toBeGreaterThanOrEqual(0.97);
    });
  });

  test('the matte of the composited clip with the shipped models', async () => {
    const product = await shareProduct();
    try {
      const scores = await scoreTruth(product, folder, {});
      console.log(`shipped: ${JSON.stringify(scores)}`);
      expect(scores.models).toEqual(shippedPanel);
      expect(scores.iou).toBeGreaterThanOrEqual(0.97);
    } finally {
      await product.close();
    }
  });
});

type Made = { run: RunData; bytes: Buffer };

async function cutOut(product: Product, source: string, options: object): Promise<Made> {
  const material = await product.upload(source);
  const run = getData((await product.run({ material, ...options })).body);
  const response = await fetch(run.processedVideoUrl);
  return { run, bytes: Buffer.from(await response.arrayBuffer()) };
}

async function save(folder: string, { run, bytes }: Made): Promise<string> {
  const file = join(folder, run.processedVideoUrl.slice(run.processedVideoUrl.lastIndexOf('/') + 1));
  await writeFile(file, bytes);
  return file;
}

/** Checks codecs, alpha, size, the times of all frames, and the presence and position of the audio. */
async function checkFile(source: string, file: string, format: 'webm' | 'mov' | 'mp4'): Promise<void> {
  const [from, made] = [await probe(source), await probe(file)];
  const video = (probed: typeof made) => probed.streams.find((stream) => stream.codec_type === 'video');
  const expected = {
    webm: { codec_name: 'vp9', tags: expect.objectContaining({ alpha_mode: '1' }) as unknown },
    mov: { codec_name: 'prores', pix_fmt: 'yuva444p12le' },
    mp4: { codec_name: 'h264', pix_fmt: 'yuv420p' },
  };
  const expectedSound = { webm: 'opus', mov: /pcm|aac/, mp4: 'aac' };
  expect(video(made)).toMatchObject({ width: video(from)?.width, height: video(from)?.height, ...expected[format] });
  const sourceTimes = (await frameTimes(source)).filter((time) => time < seconds - 1e-6);
  const times = await frameTimes(file);
  expect(times).toHaveLength(sourceTimes.length);
  sourceTimes.forEach((time, index) => expect(Math.abs((times[index] ?? -1) - time)).toBeLessThan(0.0015));
  const sound = made.streams.find((stream) => stream.codec_type === 'audio');
  if (from.streams.some((stream) => stream.codec_type === 'audio')) {
    expect(sound?.codec_name).toMatch(expectedSound[format]);
    const [before, after] = [await decodeSound(source, 4000, seconds), await decodeSound(file, 4000, seconds)];
    // One of the clips has a silent track, whose position cannot be measured.
    if (before.some((sample) => Math.abs(sample) > 300)) {
      expect(Math.abs(findLag(before, after, 4000, 0.2))).toBeLessThan(0.025);
    }
  } else {
    expect(sound).toBeUndefined();
  }
}

async function agreementWithRvm(
  source: string,
  file: string,
  { width, height }: { width: number; height: number },
): Promise<number> {
  const mattes = await decodeAlpha(file, width, height);
  const frames = await decodeFrames(source, { width, height, pixels: 'rgb24', seconds });
  const references = await rvmMattes(frames, width, height);
  expect(mattes.every((matte) => new Set(matte).size > 2)).toBe(true);
  return mean(mattes.map((matte, index) => iou(matte, references[index] ?? matte)));
}

/** Only ffmpeg's own decoder reads the alpha of WebM. */
function decodeAlpha(file: string, width: number, height: number): Promise<Uint8Array[]> {
  const decoder = file.endsWith('.webm') ? { decoder: 'libvpx-vp9' } : {};
  return decodeFrames(file, { width, height, pixels: 'gray', filter: 'alphaextract', ...decoder });
}

async function scoreTruth(product: Product, folder: string, options: object) {
  const made = await cutOut(product, join(sharedFolder, 'media', truth, 'comp.mp4'), options);
  const size = { width: 512, height: 472 };
  const mattes = await decodeAlpha(await save(folder, made), size.width, size.height);
  const truths = await decodeFrames(join(sharedFolder, 'media', truth, 'alpha.mkv'), { ...size, pixels: 'gray' });
  expect(mattes).toHaveLength(truths.length);
  // The first three frames are excluded, as in the figures on the pages of the models.
  const [a, b] = [mattes.slice(3), truths.slice(3)];
  const pairs = a.map((matte, index) => [matte, b[index] ?? matte] as const);
  return {
    models: made.run.models,
    iou: mean(pairs.map(([matte, goal]) => iou(matte, goal))),
    mad: mean(pairs.map(([matte, goal]) => meanAbsoluteDifference(matte, goal))),
    dtssd: flicker(a, b),
  };
}
