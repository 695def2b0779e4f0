import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { decodeFrames, frameTimes, hasNativeTools, probe } from '#test/support/native.ts';
import { getData, shareProduct, type Product } from '#test/support/product.ts';

const source = join(import.meta.dirname, '../../../public/sample/presenter.mp4');
const size = { width: 640, height: 360 };
const native = hasNativeTools();

let product: Product;
let folder: string;
let material: string;

beforeAll(async () => {
  product = await shareProduct();
  folder = await mkdtemp(join(tmpdir(), 'offcut-formats-'));
  material = await product.upload(source);
});

afterAll(async () => {
  await product.close();
  await rm(folder, { recursive: true, force: true });
});

/**
 * The figures of native ffprobe for each format, and the minimum PSNR of its luma within the subject, compared with the
 * source. The WebM of Firefox had 42.4 dB while its encoder received a quantizer, which it ignores.
 */
test.skipIf(!native).each([
  { format: 'webm', video: ['vp9'], audio: ['opus'], minPsnr: 44, decoder: 'libvpx-vp9' },
  { format: 'mov', video: ['prores'], audio: ['aac', 'pcm_s16le'], minPsnr: 46 },
  // A browser without an encoder for H.264 writes VP9.
  { format: 'mp4', video: ['h264', 'vp9'], audio: ['aac'], minPsnr: 41 },
])('the sample as $format keeps its frames, times, audio, colours and alpha', async (row) => {
  const { format, video, audio, minPsnr, decoder } = row;
  const run = getData((await product.run({ material, quality: 'fast', outputFormat: format })).body);
  const file = await download(run.processedVideoUrl, format);
  const { streams, format: container } = await probe(file);
  const [picture, sound] = ['video', 'audio'].map((type) => streams.find(({ codec_type: one }) => one === type));
  expect(video).toContain(picture?.codec_name);
  expect(audio).toContain(sound?.codec_name);
  expect([picture?.width, picture?.height]).toEqual([size.width, size.height]);
  expect(Number(container.start_time)).toBeCloseTo(0, 2);
  expect(Number(container.duration)).toBeCloseTo(4, 1);
  const [times, sourceTimes] = [await frameTimes(file), await frameTimes(source)];
  expect(times).toHaveLength(sourceTimes.length);
  times.forEach((time, index) => expect(time).toBeCloseTo(sourceTimes[index] ?? -1, 2));
  if (format === 'mp4') {
    const { proxyUrl } = await product.job(run.envelopeId);
    const mattes = await readAlpha(await download(proxyUrl ?? '', 'webm'), 'libvpx-vp9');
    expectAlpha(mattes);
    expect(await psnrWithin(mattes, file)).toBeGreaterThan(minPsnr);
    return;
  }
  const mattes = await readAlpha(file, decoder);
  expectAlpha(mattes);
  expect(await psnrWithin(mattes, file, decoder)).toBeGreaterThan(minPsnr);
});

async function download(address: string, ending: string): Promise<string> {
  const file = join(folder, `${crypto.randomUUID()}.${ending}`);
  await writeFile(file, Buffer.from(await (await fetch(address)).arrayBuffer()));
  return file;
}

const readAlpha = (file: string, decoder?: string): Promise<Uint8Array[]> =>
  decodeFrames(file, { ...size, pixels: 'gray', filter: 'alphaextract', ...(decoder && { decoder }) });

/** Checks that the corners show the background, and that 10 to 60 % of the image are the subject. */
function expectAlpha(mattes: readonly Uint8Array[]): void {
  expect(mattes).toHaveLength(120);
  for (const matte of mattes) {
    const opaque = matte.reduce((sum, alpha) => sum + Number(alpha > 250), 0) / matte.length;
    expect([matte[0], matte[size.width - 1]].every((alpha) => (alpha ?? 255) < 4)).toBe(true);
    expect(opaque).toBeGreaterThan(0.1);
    expect(opaque).toBeLessThan(0.6);
  }
}

/** Returns the PSNR in dB of the luma of all frames, where the subject is opaque. */
async function psnrWithin(mattes: readonly Uint8Array[], file: string, decoder?: string): Promise<number> {
  const luma = { ...size, pixels: 'yuv420p' } as const;
  const made = await decodeFrames(file, { ...luma, ...(decoder && { decoder }) });
  const real = await decodeFrames(source, luma);
  let [sum, count] = [0, 0];
  for (const [index, matte] of mattes.entries()) {
    for (const [at, alpha] of matte.entries()) {
      if (alpha > 250) {
        sum += ((made[index]?.[at] ?? 0) - (real[index]?.[at] ?? 0)) ** 2;
        count += 1;
      }
    }
  }
  return 10 * Math.log10((255 ** 2 * count) / sum);
}
