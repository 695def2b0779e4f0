import { afterEach, beforeEach, expect, test } from 'vitest';
import { Failure } from '#core/lib/failure.ts';
import type { Asset } from '#core/model/records.ts';
import type { Renderer } from '#core/protocol/media-ports.ts';
import type { RenderOptions, RenderResult } from '#core/timeline/render.ts';
import type { JobView } from '#operations/jobs.ts';
import { run } from '#recipes/export/run.ts';
import { readAccount } from '#store/account.ts';
import { openEngineApi } from '../support/engine-api.ts';
import { testMaterial } from '../support/rows.ts';
import { TestEngine } from '../support/test-engine.ts';

type Data = JobView & { envelopeId: string; revision: number; document: object };
type Body = { success: boolean; data: Data; errorCode: string; message: string };

const facts = {
  kind: 'video' as const,
  width: 1280,
  height: 720,
  durationSeconds: 4,
  frameRate: 25,
  hasSound: true,
  fault: null,
};

let engine: TestEngine;
let api: (request: Request) => Promise<Response>;
let apiKey: string;
let hasEngine: boolean;
let canvasId: string;
let rendered: RenderOptions[];

beforeEach(async () => {
  engine = await TestEngine.open();
  hasEngine = true;
  rendered = [];
  await put({ ...testMaterial, facts });
  ({ api, apiKey } = await openEngineApi(engine, () => hasEngine));
  canvasId = (await call('POST', 'v1/canvases', { title: 'Trip', materials: [testMaterial.id] })).body.data.id;
});

afterEach(() => engine.close());

const put = (asset: Asset): Promise<void> =>
  engine.store.transact(['assets'], (transaction) => transaction.put('assets', asset));

async function call(method: string, path: string, body?: unknown): Promise<{ status: number; body: Body }> {
  const response = await api(
    new Request(`https://offcut.test/${path}`, {
      method,
      headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
  );
  return { status: response.status, body: (await response.json()) as Body };
}

const start = (body: object = { format: 'mp4' }) => call('POST', `v1/canvases/${canvasId}/export`, body);

/** Starts the real engine with the real run; `render` replaces the media runner. */
function startEngine(render: Renderer['render'] = write): void {
  Object.assign(engine.pool.runners, { media: { render } });
  engine.startRuns({ export: run });
}

const write: Renderer['render'] = async (options) => {
  rendered.push(options);
  await engine.write(options.outputFile);
  return toResult(options);
};

const toResult = ({ width, height, frameRate }: RenderOptions): RenderResult => ({
  width,
  height,
  durationSeconds: 4,
  frameRate,
  frameCount: 100,
  hasAudio: true,
  loudness: null,
  warnings: ['A sentence.'],
});

test('exports the document of the call as a job, which returns a file and no canvas', async () => {
  const { status, body } = await start({ format: 'webm', height: 360, span: { startSeconds: 1, endSeconds: 3 } });
  expect(status).toBe(202);
  const canvas = (await call('GET', `v1/canvases/${canvasId}`)).body.data;
  await call('POST', `v1/canvases/${canvasId}/edits`, { revision: 1, edits: [{ type: 'set-canvas', title: 'Later' }] });
  startEngine();
  const job = await engine.ended(body.data.id);
  expect(job).toMatchObject({ status: 'completed', canvasId: null, credits: 0, warnings: ['A sentence.'] });
  expect(rendered).toMatchObject([
    {
      document: canvas.document,
      format: 'webm',
      width: 640,
      height: 360,
      frameRate: 25,
      span: { startSeconds: 1, endSeconds: 3 },
      assets: { [testMaterial.id]: { file: testMaterial.file, mimeType: 'video/mp4' } },
      isWatermarked: false,
    },
  ]);
  expect(await engine.store.get('assets', job.resultId ?? '')).toMatchObject({ name: 'Trip.webm', kind: 'result' });
  expect(await engine.store.list('documents')).toEqual([]);
  const view = (await call('GET', `v1/jobs/${job.id}`)).body.data;
  expect(view.finalUrl).toMatch(/\.webm$/);
  expect(view).not.toHaveProperty('canvasId');
});

test('answers an equal export with its job, also after an undo, and another one with a new job', async () => {
  const first = (await start()).body.data.id;
  expect((await start()).body.data.id).toBe(first);
  expect((await start({ format: 'mp4', frameRate: 30 })).body.data.id).not.toBe(first);
  const rename = (revision: number, title: string) =>
    call('POST', `v1/canvases/${canvasId}/edits`, { revision, edits: [{ type: 'set-canvas', title }] });
  await rename(1, 'Other');
  expect((await start()).body.data.id).not.toBe(first);
  await rename(2, 'Trip');
  expect((await start()).body.data.id).toBe(first);
  startEngine();
  await engine.ended(first);
  expect((await start()).body.data).toMatchObject({ id: first, status: 'completed' });
});

test('resumes an export whose worker dies from its checkpoint, in the same file', async () => {
  const { id } = (await start()).body.data;
  const checkpoint = { frameCount: 240, journals: [{ sizeBytes: 9, packetCount: 3 }], warnings: [] };
  const seen: unknown[] = [];
  startEngine(async (options, hooks, from) => {
    seen.push([options.outputFile, from]);
    if (!from) {
      await hooks.onCheckpoint(checkpoint);
      hooks.onProgress({ stage: 'Rendering', fraction: 0.5, etaSeconds: 2, framesPerSecond: 60, framesDone: 240 });
      return new Promise<never>(() => undefined);
    }
    return write(options, hooks, from);
  });
  expect(await engine.reached(id, ({ framesDone }) => framesDone === 240)).toMatchObject({ stage: 'Rendering' });
  engine.pool.crash(new Failure('ENGINE_LOST'));
  expect(await engine.ended(id)).toMatchObject({ status: 'completed' });
  const [[file] = []] = seen as [string, unknown][];
  expect(seen).toEqual([
    [file, null],
    [file, checkpoint],
  ]);
});

test('adds a watermark to an export on the plan "free", which is another export', async () => {
  const without = (await start()).body.data.id;
  await engine.store.transact(['account'], async (transaction) => {
    await transaction.put('account', { ...(await readAccount(transaction)), plan: 'free' });
  });
  const { id, watermarked } = (await start()).body.data;
  expect([id === without, watermarked]).toEqual([false, true]);
  startEngine();
  await engine.ended(id);
  expect(rendered.map(({ isWatermarked }) => isWatermarked)).toContain(true);
});

test('notifies the topic "canvases" of every change of a canvas', async () => {
  const rung: string[] = [];
  engine.bell.listen((table) => rung.push(table));
  const heard = async (work: Promise<unknown>): Promise<boolean> => {
    rung.length = 0;
    await work;
    return rung.includes('canvases');
  };
  const edits = [{ type: 'set-canvas', title: 'Other' }];
  expect(await heard(call('POST', 'v1/canvases', { title: 'New' }))).toBe(true);
  expect(await heard(call('POST', `v1/canvases/${canvasId}/edits`, { revision: 1, edits }))).toBe(true);
  expect(await heard(call('POST', `v1/canvases/${canvasId}/edits`, { revision: 1, edits }))).toBe(false);
  expect(await heard(call('POST', `v1/canvases/${canvasId}/versions/1/restore`, {}))).toBe(true);
  expect(await heard(call('DELETE', `v1/canvases/${canvasId}`))).toBe(true);
});

test('cancels a queued export and deletes its frozen document', async () => {
  const { id } = (await start()).body.data;
  expect(await engine.store.list('documents')).toHaveLength(1);
  expect((await call('POST', `v1/jobs/${id}/cancel`)).body.data.status).toBe('canceled');
  expect(await engine.store.list('documents')).toEqual([]);
});

test('refuses to delete a material during an export, and queues no export without a tab', async () => {
  await start();
  expect(await call('DELETE', `v1/materials/${testMaterial.id}`)).toMatchObject({ body: { errorCode: 'IN_FLIGHT' } });
  hasEngine = false;
  expect(await start({ format: 'gif' })).toMatchObject({ status: 503, body: { errorCode: 'ENGINE_UNAVAILABLE' } });
});

test('renders a gap for a deleted asset of the canvas, which the render does not receive', async () => {
  await engine.store.transact(['assets'], (transaction) => transaction.remove('assets', testMaterial.id));
  const { id } = (await start()).body.data;
  startEngine();
  expect(await engine.ended(id)).toMatchObject({ status: 'completed' });
  expect(rendered).toMatchObject([{ assets: {} }]);
});

test('keeps the canvas of a deleted export, and a result until the last canvas that uses it is deleted', async () => {
  const { id } = (await start()).body.data;
  startEngine();
  const { resultId } = await engine.ended(id);
  await put({ ...((await engine.store.get('assets', resultId ?? '')) ?? testMaterial), facts });
  const { document } = (await call('GET', `v1/canvases/${canvasId}`)).body.data;
  const text = JSON.stringify(document).replaceAll(testMaterial.id, resultId ?? '');
  const other = (await call('POST', 'v1/canvases', { document: JSON.parse(text) as unknown })).body.data.id;
  expect((await call('DELETE', `v1/jobs/${id}`)).status).toBe(200);
  expect((await call('GET', `v1/canvases/${canvasId}`)).status).toBe(200);
  expect(await engine.store.get('assets', resultId ?? '')).toMatchObject({ kind: 'kept' });
  await call('DELETE', `v1/canvases/${other}`);
  expect(await engine.store.get('assets', resultId ?? '')).toBeUndefined();
});
