import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ALL_FORMATS, BufferSource, EncodedPacketSink, Input } from 'mediabunny';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isFirefox } from '#test/support/browser.ts';
import {
  killServiceWorker,
  getData,
  filesSince,
  shareProduct,
  storedFiles,
  type Product,
  type RunData,
} from '#test/support/product.ts';
import { compareAlpha, getPixel } from '#test/support/shown-frames.ts';

const fixture = (name: string): string => join(import.meta.dirname, '../../fixtures/sample', name);
const sample = join(import.meta.dirname, '../../../public/sample/presenter.mp4');

let product: Product;
let short: string;

beforeAll(async () => {
  product = await shareProduct();
  short = await product.upload(fixture('short.mp4'));
});

afterAll(() => product.close());

test.each([
  { quality: 'best', least: 0.9 },
  { quality: 'fast', least: 0.9 },
])('computes the true matte of the sample at $quality, except at its edge', async ({ quality, least }) => {
  const material = await product.upload(sample);
  const { processedVideoUrl } = await made({ material, quality });
  const scores = await compareAlpha(
    product.page,
    processedVideoUrl,
    await readFile(fixture('presenter.alpha.webm')),
    [0.4, 1.5, 2.5, 3.6],
  );
  console.log(`${quality}: IoU ${scores.map((score) => score.toFixed(3)).join(', ')}`);
  expect(Math.min(...scores)).toBeGreaterThan(least - 0.05);
  expect(scores.reduce((sum, score) => sum + score, 0) / scores.length).toBeGreaterThan(least);
});

test.each([
  { format: 'webm', mimeType: 'video/webm', video: 'vp9', sound: 'opus' },
  { format: 'mov', mimeType: 'video/quicktime', video: 'prores', sound: /^(pcm-s16|aac)$/ },
  { format: 'mp4', mimeType: 'video/mp4', video: 'avc', sound: 'aac' },
])('keeps size, frames, times and audio in $format', async ({ format, mimeType, video, sound }) => {
  const { processedVideoUrl } = await made({ material: short, outputFormat: format });
  const response = await fetch(processedVideoUrl);
  expect(response.headers.get('Content-Type')).toBe(mimeType);
  const [result, source] = [open(await response.arrayBuffer()), open(await readFile(fixture('short.mp4')))];
  const track = await result.getPrimaryVideoTrack();
  const soundTrack = await result.getPrimaryAudioTrack();
  expect(await track?.getCodec()).toBe(video);
  expect(await soundTrack?.getCodec()).toMatch(sound);
  expect([await track?.getDisplayWidth(), await track?.getDisplayHeight()]).toEqual([320, 180]);
  const [times, sourceTimes] = [await frameTimes(result), await frameTimes(source)];
  expect(times).toHaveLength(sourceTimes.length);
  times.forEach((time, index) => expect(time).toBeCloseTo(sourceTimes[index] ?? -1, 2));
  expect(await soundTrack?.computeDuration()).toBeCloseTo(
    (await (await source.getPrimaryAudioTrack())?.computeDuration()) ?? -1,
    1,
  );
});

test('shows the chosen colour behind the subject in MP4, and adds a proxy that has alpha', async () => {
  const run = await made({ material: short, outputFormat: 'mp4', green: '#2040ff' });
  const [red, green, blue] = await getPixel(product.page, run.processedVideoUrl, 0.02, 0.04);
  expect(
    [red, green, blue].map((value, index) => Math.abs((value ?? 0) - ([0x20, 0x40, 0xff][index] ?? 0)) < 14),
  ).toEqual([true, true, true]);
  const { proxyUrl } = await product.job(run.envelopeId);
  expect((await getPixel(product.page, proxyUrl ?? '', 0.02, 0.04))[3]).toBe(0);
  expect((await getPixel(product.page, proxyUrl ?? '', 0.5, 0.7))[3]).toBeGreaterThan(240);
});

test('cuts out a part of a video frame by frame', async () => {
  const { processedVideoUrl } = await made({ material: short, trim: { startSeconds: 0.2, endSeconds: 0.5 } });
  const times = await frameTimes(open(await (await fetch(processedVideoUrl)).arrayBuffer()));
  expect(times.map((time) => Math.round(time * 30))).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
});

test('keeps the position and the duration of audio that is encoded again', async () => {
  const trim = { startSeconds: 0.2, endSeconds: 0.9 };
  for (const outputFormat of ['webm', 'mov', 'mp4']) {
    const { processedVideoUrl } = await made({ material: short, trim, outputFormat });
    const track = await open(await (await fetch(processedVideoUrl)).arrayBuffer()).getPrimaryAudioTrack();
    expect(await track?.getFirstTimestamp()).toBeCloseTo(0, 1);
    expect(await track?.computeDuration()).toBeCloseTo(0.7, 1);
  }
});

test('returns a canvas: the muted source below, a slot for a background, and the cutout above', async () => {
  const run = await made({ material: short });
  expect(run.editorPath).toBe(`/workspace/canvas/editor/${run.canvasId}`);
  type CanvasData = {
    document: { tracks: { items: { assetId: string; role: string; isMuted: boolean; isHidden: boolean }[] }[] };
    assets: Record<string, { url: string }>;
  };
  const canvas = getData((await product.api<CanvasData>('GET', `/v1/canvases/${run.canvasId}`)).body);
  const [source, background, cutOut] = canvas.document.tracks.map(({ items }) => items[0]);
  expect([source?.assetId, source?.isMuted, cutOut?.isMuted]).toEqual([short, true, false]);
  expect(background).toMatchObject({ role: 'background', isHidden: true });
  expect(canvas.assets[cutOut?.assetId ?? '']?.url).toBe(run.processedVideoUrl);
});

test.each(['fast', 'best'])(
  'returns NO_SUBJECT at %s for a video without a person, charges nothing and leaves no file',
  async (quality) => {
    const material = await product.upload(fixture('empty.mp4'));
    const [credits, files] = [await product.credits(), await storedFiles(product.page)];
    const answer = await product.run({ material, quality });
    // Only a short run has the status of the failure.
    expect(answer.body).toMatchObject({ success: false, errorCode: 'NO_SUBJECT' });
    expect(await product.credits()).toBe(credits);
    await expect.poll(() => filesSince(product.page, files)).toEqual([]);
  },
);

test('refuses a file that only resembles a video with a reason, and completes the next run', async () => {
  const whole = await readFile(fixture('short.mp4'));
  // The header of the file type, without the index.
  const headless = await uploadBytes(Buffer.concat([whole.subarray(0, 32), Buffer.alloc(4000, 7)]));
  const answer = await product.run({ material: headless });
  expect([answer.status, answer.body]).toEqual([415, expect.objectContaining({ errorCode: 'UNSUPPORTED_MEDIA' })]);
  const next = await made({ material: short, trim: { startSeconds: 0, endSeconds: 0.3 } });
  expect(next).toMatchObject({ status: 'completed', cached: false });
});

test.skipIf(isFirefox)('keeps all state if the service worker ends between two calls', async () => {
  const before = await made({ material: short });
  await killServiceWorker(product.context, product.page);
  expect(await made({ material: short })).toMatchObject({ cached: true, processedVideoUrl: before.processedVideoUrl });
});

/** Uses `fast` unless `body` names another quality: another test checks the quality of mattes. */
const made = async (body: object): Promise<RunData> => getData((await product.run({ quality: 'fast', ...body })).body);

const open = (bytes: ArrayBuffer | Uint8Array): Input =>
  new Input({ formats: ALL_FORMATS, source: new BufferSource(bytes) });

async function frameTimes(input: Input): Promise<number[]> {
  const track = await input.getPrimaryVideoTrack();
  const times: number[] = [];
  if (track) {
    for await (const packet of new EncodedPacketSink(track).packets()) {
      times.push(packet.timestamp);
    }
  }
  return times.toSorted((a, b) => a - b);
}

async function uploadBytes(bytes: Buffer): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)]), 'clip.mp4');
  const response = await fetch(`${product.baseUrl}/v1/uploads/${await product.newTicket()}/file`, {
    method: 'POST',
    body: form,
  });
  return getData((await response.json()) as Parameters<typeof getData<{ material: string }>>[0]).material;
}
