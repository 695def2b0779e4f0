import { readFile } from 'node:fs/promises';
import { expect, onTestFinished, test } from 'vitest';
import { Offcut } from '#client/offcut.ts';
import { Emulator, type EmulatorOptions } from '#emulator/emulator.ts';
import { shippedWeights } from '../support/shipped-model.ts';
import { contractSuite } from '../conformance/contract.suite.ts';

const read = async (name: string): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await readFile(`test/fixtures/sample/${name}`));

const talk = new File([await readFile('public/sample/talk.mp4')], 'talk.mp4');

async function open(options: EmulatorOptions = {}): Promise<{ emulator: Emulator; offcut: Offcut }> {
  const emulator = new Emulator(options);
  onTestFinished(() => emulator.stop());
  const fetch = (input: string | URL | Request, init?: RequestInit) => emulator.handle(new Request(input, init));
  return { emulator, offcut: new Offcut({ baseUrl: emulator.baseUrl, apiKey: await emulator.createKey(), fetch }) };
}

const quick = { pollMs: 5 };

test('every recipe proposes and completes', async () => {
  const { offcut } = await open();
  const material = await offcut.upload(talk);
  const approve = { ...quick, review: () => ({ decision: 'approve' }) as const };
  const logs = [
    await offcut.run('remove-background', { material, quality: 'fast' }, quick),
    await offcut.run('tighten', { material }, approve),
    await offcut.run('message-bubbles', { material, messages: [{ from: 'me', text: 'Hello' }] }, approve),
    await offcut.run('text-behind', { material, text: 'OFFCUT' }, approve),
    await offcut.run('tracked-title-card', { material, title: 'Anna' }, approve),
    await offcut.run(
      'launch-cut',
      { materials: [material], title: 'Offcut', points: ['Fast'], targetSeconds: 15 } as never,
      approve,
    ),
  ];
  expect(logs.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 'completed'));
  for (const { finalUrl, canvasId } of logs) {
    expect((await offcut.download(finalUrl ?? '')).size).toBeGreaterThan(100);
    expect(await offcut.canvases.get(canvasId ?? '')).toMatchObject({ id: canvasId });
  }
});

test('a declared outcome decides how runs end', async () => {
  const { offcut, emulator } = await open({ runs: { tighten: { failWith: 'NOTHING_TO_CUT' } } });
  const material = await offcut.upload(talk);
  await expect(offcut.run('tighten', { material }, quick)).rejects.toMatchObject({ code: 'NOTHING_TO_CUT' });
  emulator.declare({ tighten: {} });
  expect(await offcut.run('tighten', { material }, quick)).toMatchObject({ status: 'awaiting_review' });
});

test('a declared result is the file of the run', async () => {
  const bytes = new TextEncoder().encode('a recorded result');
  const { offcut } = await open({
    runs: { 'remove-background': { result: bytes }, tighten: { result: new Blob([bytes]) } },
  });
  const material = await offcut.upload(talk);
  const cutOut = await offcut.removeBackground({ material, quality: 'fast' });
  expect(await (await offcut.download(cutOut.processedVideoUrl)).text()).toBe('a recorded result');
  const review = () => ({ decision: 'approve' }) as const;
  const { finalUrl } = await offcut.run('tighten', { material }, { ...quick, review });
  const file = await offcut.download(finalUrl ?? '');
  expect([await file.text(), file.size]).toEqual(['a recorded result', bytes.byteLength]);
});

test('the clock finishes long runs and expires tickets', async () => {
  const { offcut, emulator } = await open({ runs: { 'remove-background': { seconds: 3600 } } });
  const material = await offcut.upload(talk);
  const { ticket } = await offcut.call('createUpload');
  const run = offcut.run('remove-background', { material }, quick);
  await expect.poll(async () => (await offcut.call('listJobs'))[0]?.status).toBe('running');
  for (let step = 0; step < 12; step += 1) {
    emulator.advance(600);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  expect(await run).toMatchObject({ status: 'completed' });
  expect(await offcut.call('getUpload', { params: { ticket } })).toMatchObject({ status: 'expired' });
});

contractSuite({
  name: 'the emulator',
  isScripted: true,
  start: async () => {
    const emulator = new Emulator({
      baseUrl: 'https://offcut.test/',
      timing: { outcomeMs: 700, heartbeatMs: 40, pollMs: 50, engineGraceMs: 200 },
    });
    const call = (url: string, init?: RequestInit): Promise<Response> => emulator.handle(new Request(url, init));
    return {
      baseUrl: emulator.baseUrl,
      fetch: call,
      sandboxFetch: call,
      apiKey: await emulator.createKey(),
      fixtures: {
        video: await read('short.mp4'),
        otherVideo: await read('empty.mp4'),
        model: await shippedWeights(144),
      },
      script: {
        setRunMs: (ms) => emulator.setSeconds(ms / 1000),
        failNext: (code) => emulator.declareNext({ failWith: code }),
        setOpen: (isOpen) => (isOpen ? emulator.start() : emulator.stop()),
      },
      close: async () => emulator.stop(),
    };
  },
});
