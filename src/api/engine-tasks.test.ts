import { beforeEach, expect, test } from 'vitest';
import type { TaskRequest } from '#core/protocol/engine-tasks.ts';
import { readAccount } from '#store/account.ts';
import { newCanvas } from '#store/canvases.ts';
import { settleTask } from '#store/engine-tasks.ts';
import { PeaksBuilder } from '#core/lib/peaks.ts';
import { openEngineApi } from '../../test/support/engine-api.ts';
import { testMaterial } from '../../test/support/rows.ts';
import { TestEngine } from '../../test/support/test-engine.ts';
import { makeTimeline, makeItem } from '../../test/support/timeline.ts';

/** An engine that does nothing: the tests complete its tasks. */
let engine: TestEngine;
let isOpen: boolean;
let get: (path: string) => Promise<Response>;

beforeEach(async () => {
  engine = await TestEngine.open();
  isOpen = true;
  const { api, apiKey } = await openEngineApi(engine, () => isOpen);
  const headers = { Authorization: `Bearer ${apiKey}` };
  get = (path) => api(new Request(`https://offcut.test/v1/${path}`, { headers }));
});

/** Completes the next task with this file, as an engine does. */
async function answerNext(
  file: Blob,
  notes: Record<string, number> = {},
  warnings: string[] = [],
): Promise<TaskRequest | undefined> {
  const list = () => engine.store.list('errands', { index: 'status', value: 'waiting' });
  await expect.poll(async () => (await list()).length).toBe(1);
  const [task] = await list();
  const sink = await engine.store.bytes.create('err_1');
  await sink.write(new Uint8Array(await file.arrayBuffer()));
  await sink.close();
  const answer = { file: 'err_1', mimeType: file.type, sizeBytes: file.size, notes, warnings };
  await settleTask(engine.store, task?.id ?? '', { answer }, Date.now());
  engine.bell.ring('errands');
  return task?.request;
}

test('a filmstrip is returned with the positions of its tiles, and from the cache when no tab is open', async () => {
  const path = 'materials/mat_1/filmstrip?count=4&width=64';
  const asked = get(path);
  await answerNext(new Blob(['abc'], { type: 'image/webp' }), { count: 4, width: 64, height: 36, stepSeconds: 0.25 });
  for (const response of [await asked, await get(path)]) {
    expect(await response.text()).toBe('abc');
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/webp',
      'content-length': '3',
      'x-tile-count': '4',
      'x-tile-height': '36',
      'x-tile-seconds': '0.25',
    });
    isOpen = false;
  }
});

test.each([
  ['proxy', 200],
  ['kept', 200],
  ['preview', 404],
] as const)('a file of the kind %s that a canvas may contain has previews: %i', async (kind, status) => {
  await engine.store.transact(['assets'], (transaction) => transaction.put('assets', { ...testMaterial, kind }));
  const asked = get('materials/mat_1/filmstrip?count=4&width=64');
  if (status === 200) {
    await answerNext(new Blob(['abc'], { type: 'image/webp' }), {
      count: 4,
      width: 64,
      height: 36,
      stepSeconds: 0.25,
    });
  }
  expect((await asked).status).toBe(status);
});

test('peaks are read from the pyramid for the requested part', async () => {
  const builder = new PeaksBuilder(48_000);
  builder.add(0, [new Float32Array(48_000).fill(0.5)]);
  const asked = get('materials/mat_1/peaks?from=0.5&to=1.5&count=4');
  await answerNext(new Blob(builder.finish()));
  const { data } = (await (await asked).json()) as { data: { max: number[] } };
  expect(data).toMatchObject({ from: 0.5, to: 1.5 });
  expect(data.max.map((value) => Math.round(10 * value))).toEqual([5, 5, 5, 0]);
});

test('the response with peaks reports damaged audio', async () => {
  const builder = new PeaksBuilder(48_000);
  builder.add(0, [new Float32Array(48_000).fill(0.5)]);
  const asked = get('materials/mat_1/peaks?count=2');
  await answerNext(new Blob(builder.finish()), {}, ['The audio is damaged after 1.0 s. Its peaks end there.']);
  expect(await (await asked).json()).toMatchObject({ data: { warnings: [expect.stringContaining('damaged')] } });
});

/** A canvas of one empty second. */
async function makeCanvas(): Promise<string> {
  const canvas = newCanvas(makeTimeline([{ items: [makeItem('shape', 'a', { durationSeconds: 1 })] }]), null, 1);
  await engine.store.transact(['canvases'], (transaction) => transaction.put('canvases', canvas));
  return canvas.id;
}

test('a header lists the elements that a frame could not show, with non-ASCII letters too', async () => {
  const asked = get(`canvases/${await makeCanvas()}/frame?width=64`);
  const warnings = ['The file "Müller 👋.mp4" is missing.', 'Another one.'];
  await answerNext(new Blob(['abc'], { type: 'image/png' }), {}, warnings);
  const response = await asked;
  expect(JSON.parse(response.headers.get('X-Warnings') ?? '')).toEqual(warnings);
  const whole = get(`canvases/${await makeCanvas()}/frame?width=64`);
  await answerNext(new Blob(['abc'], { type: 'image/png' }));
  expect((await whole).headers.has('X-Warnings')).toBe(false);
});

test('a frame has the watermark on the free plan only', async () => {
  const canvasId = await makeCanvas();
  const watermarks: unknown[] = [];
  for (const plan of ['free', 'local'] as const) {
    await engine.store.transact(['account'], async (transaction) =>
      transaction.put('account', { ...(await readAccount(transaction)), plan }),
    );
    const asked = get(`canvases/${canvasId}/frame?width=64`);
    const request = await answerNext(new Blob(['abc'], { type: 'image/png' }));
    watermarks.push(request?.kind === 'frame' && request.isWatermarked);
    await asked;
  }
  expect(watermarks).toEqual([true, false]);
});

test('nothing new is created while no tab is open', async () => {
  isOpen = false;
  for (const path of ['thumbnail', 'filmstrip', 'peaks']) {
    const response = await get(`materials/mat_1/${path}`);
    expect([response.status, response.headers.get('Retry-After')]).toEqual([503, '5']);
    expect(await response.json()).toMatchObject({ errorCode: 'ENGINE_UNAVAILABLE', retryable: true });
  }
});

test('missing files and unsuitable requests are refused', async () => {
  expect((await get('materials/mat_none/thumbnail')).status).toBe(404);
  expect((await get('canvases/cnv_none/frame')).status).toBe(404);
  expect((await get('materials/mat_1/thumbnail?width=7')).status).toBe(400);
  expect((await get('materials/mat_1/filmstrip?count=101')).status).toBe(400);
  expect(await (await get('materials/mat_1/peaks?from=2&to=1')).json()).toMatchObject({ details: [{ path: 'to' }] });
});
