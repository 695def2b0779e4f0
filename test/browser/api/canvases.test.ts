import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JobView } from '#operations/jobs.ts';
import { hasNativeTools, probe } from '#test/support/native.ts';
import {
  getData,
  filesSince,
  shareProduct,
  startProduct,
  storedFiles,
  type Product,
  type RunData,
} from '#test/support/product.ts';
import { getPixel } from '#test/support/shown-frames.ts';

type Item = { id: string; role?: string; assetId?: string };
type Canvas = {
  id: string;
  revision: number;
  durationSeconds: number;
  document: { title: string; width: number; height: number; tracks: { items: Item[] }[] };
  assets: Record<string, { url: string; bytes: number }>;
};

const fixture = (name: string): string => join(import.meta.dirname, '../../fixtures/sample', name);

let product: Product;
let short: string;
let folder: string;

beforeAll(async () => {
  product = await shareProduct();
  short = await product.upload(fixture('short.mp4'));
  folder = await mkdtemp(join(tmpdir(), 'offcut-canvases-'));
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await product.close();
});

const make = async (body: object, from: Pick<Product, 'api'> = product): Promise<Canvas> =>
  getData((await from.api<Canvas>('POST', '/v1/canvases', body)).body);

const edit = async ({ id, revision }: Canvas, ...edits: object[]): Promise<Canvas> =>
  getData((await product.api<Canvas>('POST', `/v1/canvases/${id}/edits`, { revision, edits })).body);

const startExport = async ({ id }: Canvas, body: object): Promise<JobView> => {
  const answer = await product.api<JobView>('POST', `/v1/canvases/${id}/export`, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(202);
  return getData(answer.body);
};

/** The job of an export after it completed. */
async function exported(canvas: Canvas, body: object): Promise<JobView> {
  const { id } = await startExport(canvas, body);
  await expect.poll(async () => (await product.job(id)).status).not.toMatch(/queued|running/);
  const job = await product.job(id);
  expect(job.error).toBeUndefined();
  return job;
}

/** Downloads the file of an export to this disk. */
async function save({ id, finalUrl }: JobView): Promise<string> {
  const file = join(folder, `${id}.${finalUrl?.split('.').at(-1) ?? ''}`);
  await writeFile(file, new Uint8Array(await (await fetch(finalUrl ?? '')).arrayBuffer()));
  return file;
}

/** A canvas with one item, for a second. */
const toDocument = (item: object): object => ({
  version: 2,
  title: 'Words',
  width: 320,
  height: 180,
  frameRate: 30,
  background: { type: 'color', color: '#000000' },
  tracks: [{ id: 't1', name: 'Text', kind: 'visual', items: [item] }],
});

const shownAt = ({ finalUrl = '' }: JobView, x: number, y: number): Promise<number[]> =>
  getPixel(product.page, finalUrl, x, y);

test('creates a canvas from materials with the size, frame rate and duration that the engine measured', async () => {
  const canvas = await make({ title: 'Twice', materials: [short, short] });
  expect(canvas.document).toMatchObject({ title: 'Twice', width: 320, height: 180, frameRate: 30 });
  expect(canvas.durationSeconds).toBeCloseTo(2, 1);
});

test.runIf(hasNativeTools())('exports a canvas as a job with progress, with video and audio', async () => {
  const canvas = await make({ title: 'Twice', materials: [short, short] });
  const job = await exported(canvas, { format: 'mp4', height: 90 });
  expect(job).toMatchObject({ recipeId: 'export', status: 'completed', progress: 1, credits: 0 });
  expect(job.canvasId).toBeUndefined();
  const { streams, format } = await probe(await save(job));
  expect(streams.find(({ codec_type }) => codec_type === 'video')).toMatchObject({ width: 160, height: 90 });
  expect(streams.some(({ codec_type }) => codec_type === 'audio')).toBe(true);
  expect(Number(format.duration)).toBeCloseTo(canvas.durationSeconds, 1);
  expect((await exported(canvas, { format: 'mp4', height: 90 })).id).toBe(job.id);
});

test.runIf(hasNativeTools()).each([
  ['webm', ['vp9', 'opus']],
  ['mov', ['prores', 'pcm_s16le']],
  ['gif', ['gif']],
  ['png', ['png']],
  ['wav', ['pcm_s16le']],
  ['m4a', ['aac']],
])('exports a part of a canvas as %s', async (format, codecs) => {
  const canvas = await make({ title: 'Part', materials: [short] });
  const job = await exported(canvas, { format, width: 96, height: 54, span: { startSeconds: 0.2, endSeconds: 0.6 } });
  const { streams, format: file } = await probe(await save(job));
  expect(streams.map(({ codec_name }) => codec_name)).toEqual(codecs);
  if (format !== 'png') {
    expect(Number(file.duration)).toBeCloseTo(0.4, 1);
  }
  const pictures = streams.filter(({ codec_type }) => codec_type === 'video');
  expect(pictures.every(({ width, height }) => width === 96 && height === 54)).toBe(true);
});

test('exports with the requested bitrate, for the formats that have one', async () => {
  const canvas = await make({ title: 'Bits', materials: [short] });
  for (const format of ['mp4', 'webm']) {
    const small = await save(await exported(canvas, { format, videoBitrate: 150_000 }));
    const large = await save(await exported(canvas, { format, videoBitrate: 1_500_000 }));
    const [smallSize, largeSize] = await Promise.all([stat(small), stat(large)]);
    expect(largeSize.size, format).toBeGreaterThan(2 * smallSize.size);
    // With audio, and a first key frame that a second of video cannot make up for.
    expect(smallSize.size, format).toBeLessThan(3 * (150_000 / 8));
  }
  const refused = await product.api('POST', `/v1/canvases/${canvas.id}/export`, {
    format: 'mov',
    videoBitrate: 150_000,
  });
  expect(refused).toMatchObject({ status: 400, body: { errorCode: 'VALIDATION_FAILED' } });
  expect(JSON.stringify(refused.body)).toContain('videoBitrate');
});

test('exports a cutout with its background replaced by a colour and by an image', async () => {
  const run = await product.run({ material: short, quality: 'fast' });
  const { canvasId } = getData(run.body) satisfies RunData;
  const canvas = getData((await product.api<Canvas>('GET', `/v1/canvases/${canvasId}`)).body);
  const slot = canvas.document.tracks.flatMap(({ items }) => items).find(({ role }) => role === 'background');
  const itemId = slot?.id ?? '';
  const blue = [0x20, 0x40, 0xff];
  const coloured = await edit(canvas, { type: 'set', itemId, properties: { isHidden: false, fill: '#2040ff' } });
  const first = await exported(coloured, { format: 'mp4' });
  expectNear(await shownAt(first, 0.02, 0.04), blue);
  const [red = 0, , ofBlue = 255] = await shownAt(first, 0.5, 0.7);
  expect(red > 0x40 || ofBlue < 0xc0).toBe(true);

  const drawing = join(folder, 'red.svg');
  await writeFile(
    drawing,
    '<svg xmlns="http://www.w3.org/2000/svg" width="32" height="18"><rect width="32" height="18" fill="#d02010"/></svg>',
  );
  const assetId = await product.upload(drawing);
  const { width, height } = coloured.document;
  const place = {
    startSeconds: 0,
    durationSeconds: coloured.durationSeconds,
    x: width / 2,
    y: height / 2,
    width,
    height,
  };
  const item = { type: 'picture', name: 'Red', role: 'background', assetId, ...place };
  const pictured = await edit(coloured, { type: 'replace-item', itemId, item });
  const second = await exported(pictured, { format: 'mp4' });
  expect(second.warnings).toEqual([]);
  expectNear(await shownAt(second, 0.02, 0.04), [0xd0, 0x20, 0x10]);
});

test('shows the colour of an MP4 cutout on its canvas, and another background behind the subject', async () => {
  const run = await product.run({ material: short, quality: 'fast', outputFormat: 'mp4', green: '#2040ff' });
  const { canvasId } = getData(run.body) satisfies RunData;
  const canvas = getData((await product.api<Canvas>('GET', `/v1/canvases/${canvasId}`)).body);
  const slot = canvas.document.tracks.flatMap(({ items }) => items).find(({ role }) => role === 'background');
  expectNear(await shownAt(await exported(canvas, { format: 'mp4', quality: 'fast' }), 0.02, 0.04), [0x20, 0x40, 0xff]);
  const fill = { type: 'set', itemId: slot?.id ?? '', properties: { fill: '#d02010' } };
  const filled = await edit(canvas, fill);
  const job = await exported(filled, { format: 'mp4', quality: 'fast' });
  expectNear(await shownAt(job, 0.02, 0.04), [0xd0, 0x20, 0x10]);
  const [red = 0xd0, , blue = 0x10] = await shownAt(job, 0.5, 0.7);
  expect(red < 0xb0 || blue > 0x30).toBe(true);
});

const expectNear = (pixel: readonly number[], colour: readonly number[]): void =>
  colour.forEach((value, index) => expect(Math.abs((pixel[index] ?? -1) - value), String(pixel)).toBeLessThan(16));

test('imports a project into another browser as the same canvas with its own media', async () => {
  const canvas = await make({ title: 'Trip', materials: [short] });
  const answer = await fetch(`${product.baseUrl}/v1/canvases/${canvas.id}/project`, { headers: product.authorized });
  const zip = new Uint8Array(await answer.arrayBuffer());
  expect(Number(answer.headers.get('Content-Length'))).toBe(zip.byteLength);
  const other = await startProduct();
  try {
    const form = new FormData();
    form.append('file', new File([zip], 'trip.zip'));
    const response = await fetch(`${other.baseUrl}/v1/canvases`, {
      method: 'POST',
      headers: other.authorized,
      body: form,
    });
    const copy = getData((await response.json()) as Parameters<typeof getData<Canvas>>[0]);
    const [assetId = ''] = Object.keys(copy.assets);
    const expected = JSON.stringify(canvas.document).replaceAll(short, assetId);
    expect(JSON.stringify(copy.document)).toBe(expected);
    const bytes = await (await fetch(copy.assets[assetId]?.url ?? '')).arrayBuffer();
    expect(Buffer.from(bytes).equals(await readFile(fixture('short.mp4')))).toBe(true);
  } finally {
    await other.close();
  }
});

test('a font of the user is drawn in frames and exports, kept by its canvas, and part of a project', async () => {
  const file = fileURLToPath(import.meta.resolve('@fontsource-variable/caveat/files/caveat-latin-wght-normal.woff2'));
  const font = await product.upload(file);
  const letters = {
    type: 'text',
    id: 'words',
    name: 'Words',
    text: 'Handwritten',
    startSeconds: 0,
    durationSeconds: 1,
  };
  const box = { x: 160, y: 90, width: 300, height: 90 };
  const plain = await make({ document: toDocument({ ...letters, ...box }) });
  const own = await make({ document: toDocument({ ...letters, ...box, fontAssetId: font }) });
  const drawFrame = async ({ id }: Canvas): Promise<Buffer> => {
    const address = `${product.baseUrl}/v1/canvases/${id}/frame?atSeconds=0&width=320`;
    return Buffer.from(await (await fetch(address, { headers: product.authorized })).arrayBuffer());
  };
  const draw = async (canvas: Canvas): Promise<{ frame: Buffer; picture: Buffer }> => ({
    frame: await drawFrame(canvas),
    picture: await readFile(await save(await exported(canvas, { format: 'png' }))),
  });
  const [ofPlain, ofOwn] = [await draw(plain), await draw(own)];
  expect(ofOwn.frame.equals(ofPlain.frame)).toBe(false);
  expect(ofOwn.picture.equals(ofPlain.picture)).toBe(false);
  // A font is not a clip and has no thumbnail.
  expect((await product.api('POST', '/v1/canvases', { title: 'No', materials: [font] })).status).toBe(415);
  expect((await product.api('GET', `/v1/materials/${font}/thumbnail?width=64`)).status).toBe(415);
  const wrong = { type: 'set', itemId: 'words', properties: { fontAssetId: short } };
  const refused = await product.api('POST', `/v1/canvases/${own.id}/edits`, { revision: own.revision, edits: [wrong] });
  expect(refused).toMatchObject({ status: 400, body: { message: expect.stringContaining('fontAssetId') } });
  // The canvas keeps the file of a deleted material.
  expect((await product.api('DELETE', `/v1/materials/${font}`)).status).toBe(200);
  const project = await fetch(`${product.baseUrl}/v1/canvases/${own.id}/project`, { headers: product.authorized });
  const form = new FormData();
  form.append('file', new File([await project.arrayBuffer()], 'own.zip'));
  const sent = { method: 'POST', headers: product.authorized, body: form };
  const response = await fetch(`${product.baseUrl}/v1/canvases`, sent);
  const copy = getData((await response.json()) as Parameters<typeof getData<Canvas>>[0]);
  expect((await drawFrame(own)).equals(ofOwn.frame)).toBe(true);
  expect((await drawFrame(copy)).equals(ofOwn.frame)).toBe(true);
});

test('a font that the browser cannot load is listed with the reason, and its texts are drawn in another font', async () => {
  const damaged = join(folder, 'damaged.woff2');
  await writeFile(damaged, Buffer.from('wOF2 and no font'));
  const material = await product.upload(damaged);
  const find = async (): Promise<unknown> =>
    getData((await product.api<{ material: string }[]>('GET', '/v1/materials')).body).find(
      (each) => each.material === material,
    );
  await expect.poll(find).toMatchObject({ kind: 'font', fault: expect.stringContaining('cannot load the font') });
  const item = { type: 'text', id: 'words', name: 'Words', text: 'Hi', startSeconds: 0, durationSeconds: 1 };
  const box = { x: 160, y: 90, width: 300, height: 90, fontAssetId: material };
  const job = await exported(await make({ document: toDocument({ ...item, ...box }) }), { format: 'png' });
  expect(job.warnings?.join()).toMatch(/set in another font/);
});

test('exports the same bytes after the tab reloads in the middle', async () => {
  const materials = Array.from({ length: 20 }, () => short);
  const [whole, interrupted] = [await make({ title: 'Long', materials }), await make({ title: 'Long', materials })];
  const body = { format: 'mp4', quality: 'fast' };
  const job = await startExport(interrupted, body);
  await expect.poll(async () => (await product.job(job.id)).progress, { interval: 100 }).toBeGreaterThan(0.4);
  await product.page.reload();
  const [one, other] = [await exported(interrupted, body), await exported(whole, body)];
  expect(one.id).toBe(job.id);
  const read = async ({ finalUrl = '' }: JobView): Promise<Buffer> =>
    Buffer.from(await (await fetch(finalUrl)).arrayBuffer());
  expect((await read(one)).equals(await read(other))).toBe(true);
});

test('cancels a running export and leaves no file', async () => {
  const canvas = await make({ title: 'Canceled', materials: Array.from({ length: 30 }, () => short) });
  const files = await storedFiles(product.page);
  const { id } = await startExport(canvas, { format: 'webm' });
  await expect.poll(async () => (await product.job(id)).status).toBe('running');
  await product.api('POST', `/v1/jobs/${id}/cancel`, {});
  await expect.poll(async () => (await product.job(id)).status).toBe('canceled');
  await expect.poll(() => filesSince(product.page, files)).toEqual([]);
});
