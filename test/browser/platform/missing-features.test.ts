import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ConsoleMessage, Page, WebError } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { JobView } from '#operations/jobs.ts';
import { readCanvas, recordPreview } from '#test/in-page/preview.ts';
import { isFirefox } from '#test/support/browser.ts';
import { getBuild, getTestFolder } from '#test/support/build-server.ts';
import { decodeFrames, hasNativeTools, probe } from '#test/support/native.ts';
import { getData, shareProduct, type Product } from '#test/support/product.ts';
import { makeTimeline, makeItem } from '#test/support/timeline.ts';
import { copyLikeSafari } from '#test/support/without-features.ts';

const sample = (name: string): string => join(import.meta.dirname, '../../../public/sample', name);
const short = join(import.meta.dirname, '../../fixtures/sample/short.mp4');
const size = { width: 320, height: 180 };

let product: Product;
let page: Page;
let folder: string;
let clip: string;
const errors: string[] = [];
const onConsole = (message: ConsoleMessage): void => {
  // Chromium itself logs each response that is not a success.
  if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
    errors.push(message.text());
  }
};
const onWebError = (error: WebError): void => void errors.push(String(error.error()));

beforeAll(async () => {
  folder = await mkdtemp(join(getTestFolder(), 'missing-'));
  const distDir = join(folder, 'dist');
  await copyLikeSafari(await getBuild('product'), distDir);
  product = await shareProduct({ distDir });
  product.context.on('console', onConsole);
  product.context.on('weberror', onWebError);
  page = await product.context.newPage();
  await page.addInitScript(recordPreview);
  clip = await product.upload(short);
});

afterEach(() => expect(errors.splice(0)).toEqual([]));

afterAll(async () => {
  product.context.off('console', onConsole);
  product.context.off('weberror', onWebError);
  await product.close();
});

const open = (path: string) => page.goto(`${product.baseUrl}/workspace/${path}`);

const waitFor = async (id: string, status: JobView['status']): Promise<JobView> => {
  await expect.poll(async () => (await product.job(id)).status).toBe(status);
  return product.job(id);
};

async function download(url: string, name: string): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, Buffer.from(await (await fetch(url)).arrayBuffer()));
  return file;
}

const createCanvas = async (document: object): Promise<string> =>
  getData((await product.api<{ id: string }>('POST', '/v1/canvases', { document })).body).id;

async function exportCanvas(id: string, format: string): Promise<JobView> {
  const { body } = await product.api<JobView>('POST', `/v1/canvases/${id}/export`, { format });
  return waitFor(getData(body).id, 'completed');
}

test('removes the features in the page and in the service worker, and stores an upload byte by byte', async () => {
  await open('');
  await page.getByRole('button', { name: 'Choose a video' }).waitFor();
  const look = () => [
    'createWritable' in FileSystemFileHandle.prototype,
    'AudioEncoder' in globalThis,
    crossOriginIsolated,
  ];
  expect(await page.evaluate(look)).toEqual([false, false, false]);
  const worker = product.context.serviceWorkers().find((one) => one.url().startsWith(product.baseUrl));
  // Playwright shows no service workers of Firefox.
  if (!isFirefox) {
    expect(await worker?.evaluate(look)).toEqual([false, false, false]);
  }
  const materials = getData((await product.api<{ material: string; url: string }[]>('GET', '/v1/materials')).body);
  const stored = materials.find(({ material }) => material === clip);
  expect(Buffer.from(await (await fetch(stored?.url ?? '')).arrayBuffer())).toEqual(await readFile(short));
});

test.each([
  { outputFormat: 'webm', codecs: ['vp9'], decoder: 'libvpx-vp9' },
  { outputFormat: 'mp4', codecs: ['h264', 'aac'] },
  { outputFormat: 'mov', codecs: ['prores', 'pcm_s16le'] },
])('creates $outputFormat, and only WebM has no audio without an encoder for Opus', async (format) => {
  const { outputFormat, codecs, decoder } = format;
  const run = getData((await product.run({ material: clip, quality: 'fast', outputFormat })).body);
  expect(run.warnings).toEqual([
    'This browser cannot encode Opus, so the WebM file has no audio; MP4 and MOV files have it.',
  ]);
  if (hasNativeTools()) {
    const file = await download(run.processedVideoUrl, `result.${outputFormat}`);
    expect((await probe(file)).streams.map((stream) => stream.codec_name)).toEqual(codecs);
    if (outputFormat !== 'mp4') {
      const options = { ...size, pixels: 'gray', filter: 'alphaextract', ...(decoder ? { decoder } : {}) } as const;
      const [alpha] = await decodeFrames(file, options);
      expect(alpha?.[5 * size.width + 5]).toBeLessThan(3);
      expect(alpha?.[120 * size.width + 160]).toBeGreaterThan(250);
    }
  }
});

test('reports in the result that the browser shows no transparency in WebM', async () => {
  const { envelopeId } = getData((await product.run({ material: clip, quality: 'fast', outputFormat: 'webm' })).body);
  await open(`jobs/${envelopeId}`);
  await page.getByText('This browser cannot show transparency in WebM videos').waitFor();
});

test('tightens a talk, with its review', async () => {
  const material = await product.upload(sample('talk.mp4'));
  const { body } = await product.api<JobView>('POST', '/v1/run/tighten', { material });
  const { id } = await waitFor(getData(body).id, 'awaiting_review');
  await open(`jobs/${id}`);
  await page.waitForFunction(() => globalThis.previewEvents.some(({ type }) => type === 'shown'));
  await page.getByRole('button', { name: 'Approve' }).click();
  expect((await waitFor(id, 'completed')).finalUrl).toMatch(/\.mp4$/);
});

test('shows a canvas on the stage of the editor, and exports all of it', async () => {
  const items = [makeItem('video', 'clip', { ...size, x: 160, y: 90, assetId: clip, durationSeconds: 1 })];
  const id = await createCanvas(makeTimeline([{ items }], { ...size, frameRate: 25 }));
  await open(`canvas/editor/${id}`);
  await page.waitForFunction(() => globalThis.previewEvents.some(({ type }) => type === 'loaded'));
  await expect.poll(async () => new Set(await page.evaluate(readCanvas)).size).toBeGreaterThan(50);
  expect(await exportCanvas(id, 'mp4')).toMatchObject({ warnings: [] });
});

test('renders an animated image as a still, with a warning in the export', async () => {
  const box = makeItem('shape', 'box', { x: 60, y: 50, width: 80, height: 40, fill: '#cc3333', durationSeconds: 0.4 });
  const moving = await createCanvas(makeTimeline([{ items: [box] }], { ...size, frameRate: 10 }));
  const { finalUrl = '' } = await exportCanvas(moving, 'gif');
  const assetId = await product.upload(await download(finalUrl, 'moving.gif'));
  const items = [makeItem('picture', 'gif', { ...size, x: 160, y: 90, assetId, durationSeconds: 0.4 })];
  const still = await createCanvas(makeTimeline([{ items }], { ...size, frameRate: 10 }));
  const { warnings } = await exportCanvas(still, 'png');
  expect(warnings).toEqual([expect.stringContaining('this browser cannot decode animated images of this type')]);
});
