import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PreviewAssets, PreviewEvent } from '#core/protocol/preview.ts';
import type { Item, TimelineDocument } from '#core/timeline/document.ts';
import { getData, shareProduct, type Product } from '#test/support/product.ts';
import { getEvents, pixelsAt } from '#test/support/stage-pixels.ts';
import { makeTimeline, makeItem } from '#test/support/timeline.ts';
import { countDecoders, readCanvas, readPicture, recordPreview } from '#test/in-page/preview.ts';

const clip = join(import.meta.dirname, '../../fixtures/sample/short.mp4');
const size = { width: 320, height: 180 };
const whole = { ...size, x: 160, y: 90 };

let product: Product;
let assetId: string;
/** Open until the end: closing a page may close the one that the local server uses. */
let page: Page;

beforeAll(async () => {
  product = await shareProduct();
  assetId = await product.upload(clip);
  const video = makeItem('video', 'clip', { ...whole, assetId, durationSeconds: 1 });
  const { id } = await createCanvas(makeTimeline([{ items: [video] }], { ...size, frameRate: 25 }));
  page = await product.context.newPage();
  await page.addInitScript(recordPreview);
  await page.goto(`${product.baseUrl}/workspace/canvas/editor/${id}`);
  await page.waitForFunction(() => globalThis.previewEvents.some(({ type }) => type === 'loaded'));
});

afterAll(() => product.close());

type CanvasView = { id: string; assets: PreviewAssets };

const createCanvas = async (document: TimelineDocument): Promise<CanvasView> =>
  getData((await product.api<CanvasView>('POST', '/v1/canvases', { document })).body);

/** Shows another document in the preview of the page. Returns the id of its canvas. */
async function load(document: TimelineDocument): Promise<string> {
  const { id, assets } = await createCanvas(document);
  const before = (await getEvents(page, 'loaded')).length;
  await page.evaluate((command) => globalThis.previewTell(command), { type: 'load', document, assets } as const);
  await expect.poll(async () => (await getEvents(page, 'loaded')).length).toBe(before + 1);
  return id;
}

async function stillAt(page: Page, id: string, seconds: number): Promise<number[]> {
  const frame = await fetch(`${product.baseUrl}/v1/canvases/${id}/frame?atSeconds=${seconds}`, {
    headers: product.authorized,
  });
  const png = Buffer.from(await frame.arrayBuffer()).toString('base64');
  return page.evaluate(readPicture, png);
}

/** The same sequence of numbers each time. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Creates a canvas of one to four visual items of any kind, anywhere on it. */
function randomDocument(seed: number): TimelineDocument {
  const random = createRandom(seed);
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
  const place = () => ({
    x: 320 * random(),
    y: 180 * random(),
    width: 40 + 300 * random(),
    height: 30 + 160 * random(),
    rotation: random() < 0.5 ? 0 : 360 * random(),
    opacity: 0.3 + 0.7 * random(),
    blend: pick(['normal', 'normal', 'multiply', 'screen'] as const),
    flip: pick(['none', 'horizontal', 'both'] as const),
  });
  const colour = (): string =>
    `#${Math.floor(random() * 0xffffff)
      .toString(16)
      .padStart(6, '0')}`;
  const items = Array.from({ length: 1 + Math.floor(4 * random()) }, (_, index): Item => {
    const time = { startSeconds: 0, durationSeconds: 1 };
    const kind = pick(['video', 'shape', 'text'] as const);
    if (kind === 'video') {
      return makeItem('video', `item-${index}`, { ...place(), ...time, assetId, sourceStartSeconds: 0.2 * random() });
    }
    const own = { ...place(), ...time, fill: colour() };
    return kind === 'shape'
      ? makeItem('shape', `item-${index}`, { ...own, cornerPx: 20 * random() })
      : makeItem('text', `item-${index}`, { ...own, text: `Text ${index}` });
  });
  const background = random() < 0.5 ? { type: 'transparent' as const } : { type: 'color' as const, color: colour() };
  return makeTimeline(
    items.map((item) => ({ items: [item] })),
    { ...size, frameRate: 25, background },
  );
}

test('plays a canvas with its audio to the end, and plays it again', async () => {
  const video = makeItem('video', 'clip', { ...whole, assetId, durationSeconds: 1 });
  await load(makeTimeline([{ items: [video] }], { ...size, frameRate: 25 }));
  const [timesBefore, endsBefore] = [(await getEvents(page, 'time')).length, (await getEvents(page, 'ended')).length];
  const getProblems = async () => [await getEvents(page, 'failed'), await getEvents(page, 'warning')];
  const problemsBefore = await getProblems();
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect.poll(async () => (await getEvents(page, 'ended')).length).toBe(endsBefore + 1);
  const times = (await getEvents(page, 'time'))
    .slice(timesBefore)
    .flatMap((event) => (event.type === 'time' ? [event.seconds] : []));
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  // A busy machine skips most frames.
  expect(times.length).toBeGreaterThan(1);
  expect(await getProblems()).toEqual(problemsBefore);
  await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
});

test('shows the last of several seeks', async () => {
  const video = makeItem('video', 'clip', { ...whole, assetId, durationSeconds: 1 });
  const id = await load(makeTimeline([{ items: [video] }], { ...size, frameRate: 25 }));
  await page.evaluate(() => {
    for (let nonce = 1; nonce <= 20; nonce += 1) {
      globalThis.previewTell({ type: 'seek', seconds: nonce / 25, nonce });
    }
  });
  const pixels = await pixelsAt(page, 0.5, 100);
  expect(pixels).toEqual(await stillAt(page, id, 0.5));
});

test('shows another state of a canvas immediately, without reopening unchanged items', async () => {
  const video = makeItem('video', 'clip', { ...whole, assetId, durationSeconds: 1 });
  const makeState = (x: number): TimelineDocument =>
    makeTimeline(
      [
        { items: [video] },
        { items: [makeItem('text', 'title', { ...whole, x, text: 'A title', durationSeconds: 1 })] },
      ],
      { ...size, frameRate: 25 },
    );
  const id = await load(makeState(160));
  await pixelsAt(page, 0.5, 200);
  const reads: string[] = [];
  const onRequest = (request: { url(): string }): void => void reads.push(request.url());
  page.context().on('request', onRequest);
  const { assets } = getData((await product.api<CanvasView>('GET', `/v1/canvases/${id}`)).body);
  const commands = Array.from(
    { length: 40 },
    (_, at) => ({ type: 'load', document: makeState(10 * at), assets }) as const,
  );
  await page.evaluate((all) => all.forEach((one) => globalThis.previewTell(one)), commands);
  const still = await stillAt(page, await createCanvas(makeState(390)).then((canvas) => canvas.id), 0.5);
  await expect.poll(() => page.evaluate(readCanvas)).toEqual(still);
  page.context().off('request', onRequest);
  expect(reads.filter((url) => url.includes('/media/'))).toEqual([]);
});

test('keeps playing across an edit, with audio, and loops if that is enabled', async () => {
  const video = makeItem('video', 'clip', { ...whole, assetId, durationSeconds: 1 });
  const document = makeTimeline([{ items: [video] }], { ...size, frameRate: 25 });
  const { assets } = await createCanvas(document);
  await load(document);
  const [timesBefore, endsBefore] = [(await getEvents(page, 'time')).length, (await getEvents(page, 'ended')).length];
  const order = { span: { startSeconds: 0.2, endSeconds: 0.8 }, isLooping: true, isAudible: false };
  await page.evaluate((command) => globalThis.previewTell(command), { type: 'play', order } as const);
  const timesSince = async (): Promise<number[]> =>
    (await getEvents(page, 'time'))
      .slice(timesBefore)
      .flatMap((event) => (event.type === 'time' ? [event.seconds] : []));
  await expect.poll(async () => (await timesSince()).length).toBeGreaterThan(3);
  for (const opacity of [0.9, 0.8, 0.7]) {
    const changed = { ...document, tracks: [{ ...document.tracks[0], items: [{ ...video, opacity }] }] };
    await page.evaluate((command) => globalThis.previewTell(command), {
      type: 'load',
      document: changed as TimelineDocument,
      assets,
    } as const);
  }
  // It has returned to the start of the span more than once.
  const returns = (times: readonly number[]): number =>
    times.filter((time, at) => at > 0 && time < (times[at - 1] ?? 0)).length;
  await expect.poll(async () => returns(await timesSince())).toBeGreaterThan(2);
  await page.evaluate(() => globalThis.previewTell({ type: 'pause' }));
  const times = await timesSince();
  expect([Math.min(...times) >= 0.2 - 1e-6, Math.max(...times) < 0.8]).toEqual([true, true]);
  expect((await getEvents(page, 'ended')).length).toBe(endsBefore);
});

test('shows frames from last to first at a negative speed', async () => {
  const video = makeItem('video', 'clip', { ...whole, assetId, durationSeconds: 1 });
  await load(makeTimeline([{ items: [video] }], { ...size, frameRate: 25 }));
  await pixelsAt(page, 0.9, 300);
  const [timesBefore, endsBefore] = [(await getEvents(page, 'time')).length, (await getEvents(page, 'ended')).length];
  await page.evaluate(() => {
    globalThis.previewTell({ type: 'rate', rate: -1 });
    const order = { span: null, isLooping: false, isAudible: true };
    globalThis.previewTell({ type: 'play', order });
  });
  await expect.poll(async () => (await getEvents(page, 'ended')).length).toBe(endsBefore + 1);
  await page.evaluate(() => globalThis.previewTell({ type: 'rate', rate: 1 }));
  const times = (await getEvents(page, 'time'))
    .slice(timesBefore)
    .flatMap((event) => (event.type === 'time' ? [event.seconds] : []));
  expect(times.map((time) => Math.round(25 * time))).toEqual(Array.from({ length: 23 }, (_, at) => 22 - at));
});

/** Counts the exact frames of a time that are shown one after the other. */
async function exactOnes(document: TimelineDocument, seconds: number, nonce: number): Promise<number> {
  await page.evaluate((command) => globalThis.previewTell(command), { type: 'seek', seconds, nonce } as const);
  const shown = async (): Promise<PreviewEvent[]> =>
    (await getEvents(page, 'shown')).filter(
      (event) => event.type === 'shown' && event.nonce === nonce && event.isExact,
    );
  await expect.poll(async () => (await shown()).length).toBeGreaterThan(0);
  // A document is applied after all seeks that precede it.
  await load(document);
  return (await shown()).length;
}

test('shows a proxy first if key frames are far apart, as soon as it exists, and then the frame itself', async () => {
  const talk = await product.upload(join(import.meta.dirname, '../../../public/sample/talk.mp4'));
  const video = makeItem('video', 'clip', { ...whole, assetId: talk, durationSeconds: 8 });
  const document = makeTimeline([{ items: [video] }], { ...size, frameRate: 25 });
  const id = await load(document);
  let tries = 0;
  // A time before the previous one is never near.
  const seconds = (): number => (tries % 2 === 0 ? 1 : 3);
  await expect
    .poll(
      () => {
        tries += 1;
        return exactOnes(document, seconds(), 7000 + tries);
      },
      { interval: 1000 },
    )
    .toBe(2);
  await expect.poll(() => page.evaluate(readCanvas)).toEqual(await stillAt(page, id, seconds()));
});

test('shows the proxy file that a document names first as well', async () => {
  const talk = await product.upload(join(import.meta.dirname, '../../../public/sample/talk.mp4'));
  const video = makeItem('video', 'clip', { ...whole, assetId, proxyAssetId: talk, durationSeconds: 1 });
  const document = makeTimeline([{ items: [video] }], { ...size, frameRate: 25 });
  const id = await load(document);
  expect(await exactOnes(document, 0.9, 7900)).toBe(2);
  await expect.poll(() => page.evaluate(readCanvas)).toEqual(await stillAt(page, id, 0.9));
  const endsBefore = (await getEvents(page, 'ended')).length;
  const order = { span: null, isLooping: false, isAudible: false };
  await page.evaluate((command) => globalThis.previewTell(command), { type: 'play', order } as const);
  await expect.poll(async () => (await getEvents(page, 'ended')).length).toBe(endsBefore + 1);
  // The preview has played the other file, and shows a frame of its own at the end.
  await expect.poll(() => page.evaluate(readCanvas)).toEqual(await stillAt(page, id, 0.98));
});

test('closes decoders that are not needed any more after each edit', async () => {
  const empty = makeTimeline([], { ...size, frameRate: 25 });
  await load(empty);
  const worker = page.workers().find((one) => one.url().includes('preview'));
  await worker?.evaluate(countDecoders);
  const openDecoders = (): Promise<number> | undefined => worker?.evaluate(() => globalThis.openDecoders);
  const talk = await product.upload(join(import.meta.dirname, '../../../public/sample/talk.mp4'));
  const { assets } = await createCanvas(
    makeTimeline([{ items: [makeItem('video', 'clip', { ...whole, assetId: talk })] }]),
  );
  const before = (await getEvents(page, 'loaded')).length;
  const random = createRandom(7);
  let most = 0;
  for (let edit = 0; edit < 40; edit += 1) {
    const count = Math.floor(4 * random());
    const items = Array.from({ length: count }, (_, index) =>
      makeItem('video', `clip-${Math.floor(6 * random())}-${index}`, {
        ...whole,
        assetId: talk,
        durationSeconds: 0.4 + 0.4 * random(),
        sourceStartSeconds: 15 * random(),
        opacity: 0.5,
      }),
    );
    const document = makeTimeline(
      items.map((item) => ({ items: [item] })),
      { ...size, frameRate: 25 },
    );
    await page.evaluate(
      ([command, seconds, nonce]) => {
        globalThis.previewTell(command);
        globalThis.previewTell({ type: 'seek', seconds, nonce });
      },
      [{ type: 'load', document, assets } as const, 0.4 * random(), 5000 + edit] as const,
    );
    await expect.poll(async () => (await getEvents(page, 'loaded')).length).toBe(before + edit + 1);
    most = Math.max(most, (await openDecoders()) ?? 0);
  }
  expect(most).toBeGreaterThan(0);
  // One for each visible item, and the same number that are about to be closed.
  expect(most).toBeLessThanOrEqual(8);
  await load(empty);
  await expect.poll(openDecoders).toBe(0);
  // Also while a proxy is being created, which reads the same file as the preview.
  await load(makeTimeline([{ items: [makeItem('video', 'clip', { ...whole, assetId: talk, durationSeconds: 8 })] }]));
  await expect.poll(openDecoders).toBeGreaterThan(1);
  await load(empty);
  await expect.poll(openDecoders).toBe(0);
});

test('renders random canvases equally in the preview and in a frame of the export', { timeout: 400_000 }, () =>
  compareRandom(1, 5),
);

test('renders fifteen more random canvases equally', { timeout: 400_000, tags: ['long'] }, () => compareRandom(6, 20));

async function compareRandom(first: number, last: number): Promise<void> {
  for (let seed = first; seed <= last; seed += 1) {
    const id = await load(randomDocument(seed));
    for (const [index, seconds] of [0.7, 0.1].entries()) {
      const [shown, still] = [await pixelsAt(page, seconds, 1000 + 2 * seed + index), await stillAt(page, id, seconds)];
      expect(shown.length).toBe(4 * 320 * 180);
      const worst = shown.reduce((most, value, at) => Math.max(most, Math.abs(value - (still[at] ?? 0))), 0);
      expect([seed, seconds, worst]).toEqual([seed, seconds, 0]);
    }
  }
}
