import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { getBuild } from '#test/support/build-server.ts';
import { hasSharedMedia, sharedFolder } from '#test/support/native.ts';
import { changingTempo, makeRhythm } from '#test/support/rhythms.ts';
import { noise } from '#test/support/sounds.ts';
import { makeTimeline, makeItem } from '#test/support/timeline.ts';
import { toWav } from '#test/fixtures/sample/wav.ts';
import { getData, shareProduct, storedFiles, type Product } from '#test/support/product.ts';

const clip = join(import.meta.dirname, '../../fixtures/sample/short.mp4');

type MaterialView = { material: string; kind: string; width?: number; durationSeconds?: number; fault?: string };
type BeatsView = { bpm: number | null; confidence: number; beats: number[]; warnings?: string[] };
type PeaksView = { from: number; to: number; min: number[]; max: number[] };

let product: Product;

beforeAll(async () => {
  product = await shareProduct({ distDir: await getBuild('slow') });
});

afterAll(() => product.close());

const get = (path: string): Promise<Response> => fetch(product.baseUrl + path, { headers: product.authorized });

async function getView(material: string): Promise<MaterialView | undefined> {
  const views = getData((await product.api<MaterialView[]>('GET', '/v1/materials')).body);
  return views.find((view) => view.material === material);
}

/** The width and height of an image, as the browser decodes it. */
async function getSize(response: Response): Promise<number[]> {
  const bytes = Buffer.from(await response.arrayBuffer()).toString('base64');
  return product.page.evaluate(async (base64) => {
    const binary = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const { width, height } = await createImageBitmap(new Blob([binary]));
    return [width, height];
  }, bytes);
}

test('adds the facts of a material after the tab has read it', async () => {
  const material = await product.upload(clip);
  await expect.poll(() => getView(material)).toMatchObject({ kind: 'video', width: 320, height: 180, hasSound: true });
  expect((await getView(material))?.durationSeconds).toBeCloseTo(1, 1);
});

test('creates a thumbnail, a filmstrip and peaks during a run without disturbing it', async () => {
  const material = await product.upload(clip);
  const job = await product.start({ material, quality: 'fast' });
  await expect.poll(async () => (await product.job(job.id)).status).toBe('running');
  const thumbnail = await get(`/v1/materials/${material}/thumbnail?width=160&atSeconds=0.5`);
  expect(thumbnail.headers.get('Content-Type')).toBe('image/webp');
  expect(await getSize(thumbnail)).toEqual([160, 90]);
  const strip = await get(`/v1/materials/${material}/filmstrip?count=5&width=64`);
  const tiles = ['Count', 'Width', 'Height'].map((name) => strip.headers.get(`X-Tile-${name}`));
  expect(tiles).toEqual(['5', '64', '36']);
  expect(await getSize(strip)).toEqual([320, 36]);
  const peaks = getData((await product.api<PeaksView>('GET', `/v1/materials/${material}/peaks?count=20`)).body);
  expect(peaks.min).toHaveLength(20);
  expect(Math.max(...peaks.max)).toBeGreaterThan(0.05);
  expect((await product.job(job.id)).status).toBe('running');
  await product.api('POST', `/v1/jobs/${job.id}/cancel`);
});

test('returns the beats of music, and no beats for silence', async () => {
  const music = await product.upload(join(import.meta.dirname, '../../../public/sample/beat.m4a'));
  const { bpm, beats, confidence } = getData(
    (await product.api<BeatsView>('GET', `/v1/materials/${music}/beats`)).body,
  );
  expect(bpm).toBeGreaterThan(100);
  expect(confidence).toBeGreaterThan(0.5);
  const steps = beats.slice(1).map((at, index) => at - (beats[index] ?? 0));
  expect(beats.length).toBeGreaterThan(20);
  expect(Math.max(...steps.map((step) => Math.abs(step - 60 / (bpm ?? 0))))).toBeLessThan(0.1);
  const folder = await mkdtemp(join(tmpdir(), 'offcut-silence-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, 'silence.wav'), toWav(new Int16Array(48_000)));
  const silence = await product.upload(join(folder, 'silence.wav'));
  const quiet = getData((await product.api<BeatsView>('GET', `/v1/materials/${silence}/beats`)).body);
  expect(quiet).toEqual({ bpm: null, confidence: 0, beats: [] });
});

test('follows a tempo that changes, and warns when the tempo changes or the beats are a guess', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'offcut-beats-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const read = async (name: string, samples: Float32Array): Promise<BeatsView> => {
    await writeFile(join(folder, name), toWav(samples.map((sample) => 0.6 * sample)));
    const material = await product.upload(join(folder, name));
    return getData((await product.api<BeatsView>('GET', `/v1/materials/${material}/beats`)).body);
  };
  const music = makeRhythm('rock', 140, 24, { getTime: changingTempo(140, 110, 24) });
  const changing = await read('changing.wav', music.samples);
  expect(changing.warnings).toEqual([
    expect.stringMatching(/^The tempo changes between 11\d and 13\d beats per minute/),
  ]);
  const late = changing.beats.map((beat) => Math.min(...music.beats.map((other) => Math.abs(other - beat))));
  expect(late.filter((seconds) => seconds < 0.05).length).toBeGreaterThan(0.9 * music.beats.length);
  const random = noise(0.5);
  const noisy = await read('noise.wav', new Float32Array(48_000 * 10).map(random));
  expect(noisy.confidence).toBeLessThan(0.15);
  expect(noisy.warnings).toEqual(['No clear beat was found. The beats are a guess.']);
  const short = await read('short.wav', music.samples.slice(14_000, 28_000));
  expect(short).toEqual({ bpm: null, confidence: 0, beats: [], warnings: [expect.stringContaining('too short')] });
});

test('returns cached results without creating them again', async () => {
  const material = await product.upload(clip);
  const path = `/v1/materials/${material}/thumbnail?width=80`;
  const first = Buffer.from(await (await get(path)).arrayBuffer());
  // Meanwhile a canceled run deletes its own files.
  const listMade = async (): Promise<string[]> =>
    (await storedFiles(product.page)).filter((name) => name.startsWith('err_'));
  const files = await listMade();
  expect(Buffer.from(await (await get(path)).arrayBuffer())).toEqual(first);
  expect(await listMade()).toEqual(files);
  expect(files.length).toBeGreaterThan(0);
});

test('renders a frame of a canvas with the layers of that time at the requested width', async () => {
  const assetId = await product.upload(clip);
  const whole = { x: 160, y: 90, width: 320, height: 180 };
  const video = makeItem('video', 'clip', { ...whole, assetId, durationSeconds: 1 });
  const red = { x: 240, width: 160, fill: '#ff0000', startSeconds: 0.5, durationSeconds: 0.5 };
  const shape = makeItem('shape', 'red', { ...whole, ...red });
  const document = makeTimeline([{ items: [video] }, { items: [shape] }], { width: 320, height: 180, frameRate: 25 });
  const canvas = getData((await product.api<{ id: string }>('POST', '/v1/canvases', { document })).body);
  const colourAt = async (seconds: number): Promise<number[]> => {
    const frame = await get(`/v1/canvases/${canvas.id}/frame?width=160&atSeconds=${seconds}`);
    expect([frame.status, frame.headers.get('Content-Type')]).toEqual([200, 'image/png']);
    const png = Buffer.from(await frame.arrayBuffer()).toString('base64');
    return product.page.evaluate(async (base64) => {
      const binary = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([binary]));
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
      context?.drawImage(bitmap, 0, 0);
      return [bitmap.width, bitmap.height, ...(context?.getImageData(120, 45, 1, 1).data ?? [])];
    }, png);
  };
  const [width, height, red0 = 0, green0 = 0] = await colourAt(0.2);
  expect([width, height, red0 > 200 && green0 < 50]).toEqual([160, 90, false]);
  const [, , red1 = 0, green1 = 255, blue1 = 255, alpha1] = await colourAt(0.7);
  expect([red1 > 245, green1 < 10, blue1 < 10, alpha1]).toEqual([true, true, true, 255]);
});

/** Creates a canvas of the clip in a file, one second long. */
async function makeCanvas(file: string): Promise<string> {
  const assetId = await product.upload(file);
  const video = makeItem('video', 'clip', { x: 160, y: 90, width: 320, height: 180, assetId, durationSeconds: 1 });
  const document = makeTimeline([{ items: [video] }], { width: 320, height: 180, frameRate: 25 });
  return getData((await product.api<{ id: string }>('POST', '/v1/canvases', { document })).body).id;
}

test('adds the watermark to a frame on the free plan', async () => {
  const id = await makeCanvas(clip);
  const read = async (): Promise<Buffer> => {
    const frame = await get(`/v1/canvases/${id}/frame?width=320&atSeconds=0.2`);
    expect([frame.status, frame.headers.get('X-Warnings')]).toEqual([200, null]);
    return Buffer.from(await frame.arrayBuffer());
  };
  const plain = await read();
  await product.api('PUT', '/sandbox/v1/plan', { plan: 'free' });
  onTestFinished(async () => void (await product.api('PUT', '/sandbox/v1/plan', { plan: 'local' })));
  expect((await read()).equals(plain)).toBe(false);
});

test('reports what a frame could not show', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'offcut-tasks-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const damaged = await readFile(clip);
  const mdat = damaged.indexOf('mdat') + 4;
  const moov = damaged.indexOf('moov');
  damaged.fill(0x5a, mdat, moov > mdat ? moov - 4 : damaged.length);
  await writeFile(join(folder, 'damaged.mp4'), damaged);
  const frame = await get(`/v1/canvases/${await makeCanvas(join(folder, 'damaged.mp4'))}/frame?width=64`);
  expect([frame.status, frame.headers.get('X-Warnings')]).toEqual([200, expect.stringMatching(/^\["[^"]+"/)]);
});

test('describes a video that breaks off after its first frame by that frame', async () => {
  const whole = await readFile(clip);
  const sizes = whole.indexOf('stsz') + 16;
  const folder = await mkdtemp(join(tmpdir(), 'offcut-tasks-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 'broken-off.mp4');
  await writeFile(path, whole.subarray(0, whole.indexOf('mdat') + 4 + whole.readUInt32BE(sizes)));
  const thumbnail = await get(`/v1/materials/${await product.upload(path)}/thumbnail?width=160`);
  expect(thumbnail.status).toBe(200);
  expect(await getSize(thumbnail)).toEqual([160, 90]);
});

test.skipIf(!hasSharedMedia())('refuses a hostile file and answers the next request', async () => {
  for (const name of ['stsc_huge.mp4', 'stts_deltamax.mp4', 'w16384.mkv']) {
    const hostile = await product.upload(join(sharedFolder, 'media/hostile', name));
    const refused = await get(`/v1/materials/${hostile}/thumbnail`);
    expect([name, refused.status, await refused.json()]).toMatchObject([name, 415, { errorCode: 'UNSUPPORTED_MEDIA' }]);
    await expect.poll(async () => (await getView(hostile))?.fault).toMatch(/\w/);
    const material = await product.upload(clip);
    expect((await get(`/v1/materials/${material}/thumbnail?width=100`)).status).toBe(200);
  }
});
