import { expect, test } from 'vitest';
import { Emulator } from '#emulator/emulator.ts';
import { startEmulator } from '#emulator/testing.ts';
import { createId } from '#store/ids.ts';
import { Lab } from '#store/lab.ts';
import { openLab, readTalk, type LabTarget } from '../support/lab.ts';

const newYear = '2026-01-01T00:00:00Z';

/** Sends the calls of a typical program, one after the other, and returns all responses with their headers. */
async function runScript({ send, emulator }: LabTarget): Promise<string[]> {
  const answers: string[] = [];
  const note = async (answer: Response): Promise<Record<string, never>> => {
    const text = await answer.text();
    answers.push([answer.status, ...[...answer.headers].map((pair) => pair.join(': ')), text].join('\n'));
    return ((JSON.parse(text) as { data?: unknown }).data ?? {}) as Record<string, never>;
  };
  const { apiKey } = await note(await send('POST', 'sandbox/v1/keys', { name: 'script' }));
  const call = async (method: string, path: string, body?: unknown): Promise<Record<string, never>> =>
    note(await send(method, path, body, { Authorization: `Bearer ${apiKey}` }));
  const follow = async (id: string): Promise<void> => {
    const isOpen = async (): Promise<boolean> =>
      ['queued', 'running'].includes((await emulator.store.get('jobs', id))?.status ?? '');
    await expect.poll(isOpen).toBe(false);
    await call('GET', `v1/jobs/${id}`);
  };
  const { ticket } = await call('POST', 'v1/uploads');
  const form = new FormData();
  form.set('file', await readTalk());
  const url = new URL(`v1/uploads/${ticket}/file`, emulator.baseUrl);
  const { material } = await note(await emulator.handle(new Request(url, { method: 'POST', body: form })));
  const { id } = await call('POST', 'v1/run/tighten', { material });
  await follow(id ?? '');
  await call('POST', `v1/jobs/${id}/review`, { decision: 'approve' });
  await follow(id ?? '');
  const { canvasId } = await call('GET', `v1/jobs/${id}`);
  const { revision } = await call('GET', `v1/canvases/${canvasId}`);
  await call('POST', `v1/canvases/${canvasId}/edits`, {
    revision,
    edits: [{ type: 'add-marker', atSeconds: 1, label: 'Here' }],
  });
  const { id: exportId } = await call('POST', `v1/canvases/${canvasId}/export`, { format: 'mp4' });
  await follow(exportId ?? '');
  await call('GET', 'v1/ledger');
  await call('GET', 'v1/nowhere');
  return answers;
}

async function runSeeded(seed: number): Promise<string[]> {
  const lab = await openLab();
  await lab.call('POST', 'sandbox/v1/reset', {});
  await lab.call('PUT', 'sandbox/v1/seed', { seed });
  await lab.call('PUT', 'sandbox/v1/clock', { mode: 'frozen', now: newYear });
  const key = (await lab.call('POST', 'sandbox/v1/keys', {})) as { apiKey: string };
  const answers = await runScript({ ...lab, apiKey: key.apiKey });
  await lab.call('PUT', 'sandbox/v1/seed', { seed: null });
  return answers;
}

test('the same seed and the same calls give the same bytes', async () => {
  const first = await runSeeded(7);
  expect(first.length).toBeGreaterThan(12);
  expect(first.map((answer) => answer.slice(0, 3))).toEqual([
    ...first.slice(1).map(() => expect.stringMatching(/^20/)),
    '404',
  ]);
  const second = await runSeeded(7);
  expect(second.filter((answer, at) => answer !== first[at])).toEqual([]);
  expect((await runSeeded(8))[0]).not.toBe(first[0]);
});

test('an emulator with a seed has the same keys', async () => {
  const open = async (): Promise<string> => {
    const emulator = new Emulator({ seed: 3 });
    const key = await emulator.createKey();
    emulator.stop();
    await emulator.lab.setSeed(null);
    return key;
  };
  expect(await open()).toBe(await open());
  const running = await startEmulator({ seed: 3 });
  await running.close();
  expect(running.apiKey).toBe(await open());
});

test('without a reset, a seed does not repeat ids', async () => {
  const { call } = await openLab();
  const create = async (): Promise<string> =>
    ((await call('POST', 'v1/canvases', { title: 'One' })) as { id: string }).id;
  const ids: string[] = [];
  for (const seed of [5, 5]) {
    await call('PUT', 'sandbox/v1/seed', { seed });
    ids.push(await create());
  }
  await call('PUT', 'sandbox/v1/seed', { seed: null });
  expect(new Set(ids).size).toBe(2);
});

test('a thread that takes over, or starts later, has ids of its own', async () => {
  const { emulator } = await openLab();
  const { store, bell } = emulator;
  const engine = new Lab({ store, bell, thread: 'engine' });
  await engine.setSeed(5);
  const ids = [createId('ast')];
  await engine.takeOver();
  ids.push(createId('ast'));
  await new Lab({ store, bell, thread: 'engine' }).load();
  ids.push(createId('ast'));
  await engine.setSeed(null);
  expect(new Set(ids).size).toBe(3);
});
