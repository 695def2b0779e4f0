import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setupServer } from 'msw/node';
import { expect, onTestFinished, test } from 'vitest';
import { Offcut, type Decision } from '#client/offcut.ts';
import type { Job } from '#client/types.generated.ts';
import { replaceStrings } from '#emulator/cassette/cassette.ts';
import { Emulator, type EmulatorOptions } from '#emulator/emulator.ts';
import { offcutHandlers, parseCassette } from '#emulator/msw.ts';
import { readCassette, recordRun } from '#emulator/testing.ts';

const talk = new File([await readFile('public/sample/talk.mp4')], 'talk.mp4');
const presenter = new File([await readFile('public/sample/presenter.mp4')], 'talk.mp4');
/** A real result, larger than those of the emulator. */
const madeVideo = await readFile('test/fixtures/sample/short.mp4');

const quick = { pollMs: 5 };

async function open(options: EmulatorOptions = {}): Promise<{ emulator: Emulator; offcut: Offcut }> {
  const emulator = new Emulator(options);
  onTestFinished(() => emulator.stop());
  const fetch = (input: string | URL | Request, init?: RequestInit) => emulator.handle(new Request(input, init));
  return { emulator, offcut: new Offcut({ baseUrl: emulator.baseUrl, apiKey: await emulator.createKey(), fetch }) };
}

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'offcut-cassette-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

const readBytes = async (offcut: Offcut, url: string | undefined): Promise<Buffer> =>
  Buffer.from(await (await offcut.download(url ?? '')).arrayBuffer());

/** Returns the canvas of a job without ids. */
async function readCanvas(offcut: Offcut, { canvasId = '', materials }: Job): Promise<unknown> {
  const { document, assets } = await offcut.canvases.get(canvasId);
  return withoutIds({ document, count: Object.keys(assets).length }, materials);
}

/** Returns the canvas of a proposal without ids; null if it has none. */
async function readDraft(offcut: Offcut, { draftCanvas, materials }: Job): Promise<unknown> {
  if (!draftCanvas) {
    return null;
  }
  const document: unknown = JSON.parse(String(await readBytes(offcut, draftCanvas.documentUrl)));
  return withoutIds({ document, assets: Object.keys(draftCanvas.assets) }, materials);
}

function withoutIds(value: unknown, materials: readonly string[]): unknown {
  const text = JSON.stringify(value);
  const ids = [...new Set(text.match(/(ast|mat)_[\w-]+/g) ?? [])];
  const names = new Map(ids.map((id, index) => [id, materials.includes(id) ? 'material' : `file ${index}`]));
  return replaceStrings(value, names);
}

test('a recorded run answers with the same bytes, proposal, canvas and sidecars', async () => {
  const cassette = await makeFolder();
  const recording = await open({ runs: { tighten: { result: madeVideo } } });
  const input = { material: await recording.offcut.upload(talk), outputFormat: 'webm' } as const;
  let offered: unknown;
  const review = (proposal: unknown): Decision => {
    offered = proposal;
    return { decision: 'approve' };
  };
  const recorded = await recordRun(recording.offcut, 'tighten', input, { ...quick, cassette, review });
  expect(recorded).toMatchObject({ status: 'completed' });

  const { offcut } = await open({ cassettes: [await readCassette(cassette)], isStrict: true });
  await offcut.upload(presenter);
  const material = await offcut.upload(talk);
  const waiting = await offcut.run('tighten', { ...input, material }, quick);
  expect(waiting).toMatchObject({ status: 'awaiting_review', proposal: offered });
  expect((await readBytes(offcut, waiting.previewUrl)).byteLength).toBeGreaterThan(50);
  await offcut.jobs.review(waiting.id, { decision: 'approve' });
  const job = await offcut.follow(waiting.id, quick);
  expect(await readBytes(offcut, job.finalUrl)).toEqual(madeVideo);
  expect(await readCanvas(offcut, job)).toEqual(await readCanvas(recording.offcut, recorded));
  const sidecars = (from: Job) =>
    from.sidecars?.map(({ name, mimeType, sizeBytes }) => ({ name, mimeType, sizeBytes }));
  expect(sidecars(job)).toEqual(sidecars(recorded));
  expect(job.warnings).toEqual(recorded.warnings);
});

test('runs of all recipes are recorded and answered', async () => {
  const cassette = await makeFolder();
  const play = async ({ offcut }: { offcut: Offcut }, run: typeof recordRun) => {
    const material = await offcut.upload(talk);
    const drafts: unknown[] = [];
    const review = async (_: unknown, job: Job): Promise<Decision> => {
      drafts.push(await readDraft(offcut, job));
      return { decision: 'approve' };
    };
    const options = { ...quick, cassette, review };
    const film = { materials: [material], title: 'Offcut', points: ['Fast'], targetSeconds: 15 } as never;
    const messages = [{ from: 'me', text: 'Hi' }] as const;
    const jobs = [
      await run(offcut, 'remove-background', { material, outputFormat: 'mp4' }, options),
      await run(offcut, 'message-bubbles', { material, layout: 'behind', messages: [...messages] }, options),
      await run(offcut, 'text-behind', { material, text: 'OFFCUT' }, options),
      await run(offcut, 'tracked-title-card', { material, title: 'Anna', isBehindSubject: true }, options),
      await run(offcut, 'launch-cut', film, options),
    ];
    const canvases = await Promise.all(jobs.map((job) => readCanvas(offcut, job)));
    return { drafts, canvases, ends: jobs.map(({ status, warnings }) => ({ status, warnings })) };
  };
  const recorded = await play(await open(), recordRun);
  const strict = await open({ cassettes: [await readCassette(cassette)], isStrict: true });
  const replayed = await play(strict, (offcut, id, body, options) => offcut.run(id, body, options));
  expect(replayed).toEqual(recorded);
  expect(recorded.drafts).toHaveLength(4);
});

test('a run of other bytes or with another input does not match', async () => {
  const cassette = await makeFolder();
  const recording = await open({ runs: { 'remove-background': { result: madeVideo } } });
  const recordedInput = { material: await recording.offcut.upload(talk) };
  await recordRun(recording.offcut, 'remove-background', recordedInput, { ...quick, cassette });
  const cassettes = [await readCassette(cassette)];

  const { offcut } = await open({ cassettes });
  const [material, other] = [await offcut.upload(talk), await offcut.upload(presenter)];
  const read = async (body: { material: string; smoothing?: number }) =>
    readBytes(offcut, (await offcut.run('remove-background', body, quick)).finalUrl);
  expect(await read({ material })).toEqual(madeVideo);
  expect(await read({ material: other })).not.toEqual(madeVideo);

  const strict = await open({ cassettes, isStrict: true });
  const unrecorded = await strict.offcut.upload(presenter);
  await expect(strict.offcut.run('remove-background', { material: unrecorded }, quick)).rejects.toThrow(
    /No cassette has this run of "remove-background" with the input .*sha256:/,
  );
  strict.emulator.declareNext({});
  const declared = await strict.offcut.run('remove-background', { material: unrecorded }, quick);
  expect(declared).toMatchObject({ status: 'completed' });
});

test('each review of a run is recorded', async () => {
  const cassette = await makeFolder();
  /** Accepts only the first cuts. */
  const edit = ({ proposal = {} }: Job, count = 0): Decision => {
    const cuts = (proposal['cuts'] as object[]).map((cut, index) => ({ ...cut, isAccepted: index < count }));
    return { decision: 'approve', proposal: { ...proposal, cuts } };
  };
  const input = { outputFormat: 'webm' } as const;
  const record = async (result: Uint8Array<ArrayBuffer>, review: (job: Job) => Decision) => {
    const { offcut } = await open({ runs: { tighten: { result } } });
    const body = { ...input, material: await offcut.upload(talk) };
    return recordRun(offcut, 'tighten', body, { ...quick, cassette, review: (_, job) => review(job) });
  };
  await record(new TextEncoder().encode('as proposed'), () => ({ decision: 'approve' }));
  await record(new TextEncoder().encode('edited'), edit);
  let rounds = 0;
  await record(new TextEncoder().encode('regenerated'), () => {
    rounds += 1;
    return rounds === 1 ? { decision: 'regenerate', parameters: { minSpeechSeconds: 0.3 } } : { decision: 'approve' };
  });
  expect((await record(new Uint8Array(), () => ({ decision: 'reject' }))).status).toBe('canceled');

  const cassettes = [await readCassette(cassette)];
  const replay = async (review: (job: Job, round: number) => Decision): Promise<string> => {
    const { offcut } = await open({ cassettes, isStrict: true });
    const body = { ...input, material: await offcut.upload(talk) };
    let round = 0;
    const job = await offcut.run('tighten', body, { ...quick, review: (_, state) => review(state, (round += 1)) });
    return (await readBytes(offcut, job.finalUrl)).toString();
  };
  expect(await replay(() => ({ decision: 'approve' }))).toBe('as proposed');
  expect(await replay((job) => edit(job))).toBe('edited');
  expect(
    await replay((_, round) =>
      round === 1 ? { decision: 'regenerate', parameters: { minSpeechSeconds: 0.3 } } : { decision: 'approve' },
    ),
  ).toBe('regenerated');
  await expect(replay((job) => edit(job, 1))).rejects.toThrow('No cassette has this run of "tighten"');
});

test('a recorded error is answered', async () => {
  const cassette = await makeFolder();
  const recording = await open({ runs: { tighten: { failWith: 'NOTHING_TO_CUT' } } });
  const recorded = await recordRun(
    recording.offcut,
    'tighten',
    { material: await recording.offcut.upload(talk) },
    { ...quick, cassette },
  );
  expect(recorded).toMatchObject({ status: 'failed' });
  const { offcut } = await open({ cassettes: [await readCassette(cassette)], isStrict: true });
  const material = await offcut.upload(talk);
  await expect(offcut.run('tighten', { material }, quick)).rejects.toMatchObject({
    code: 'NOTHING_TO_CUT',
    message: recorded.error?.message,
  });
});

test('recording a run again replaces it and removes its files', async () => {
  const cassette = await makeFolder();
  const record = async (result: Uint8Array<ArrayBuffer>) => {
    const { offcut } = await open({ runs: { 'remove-background': { result } } });
    await recordRun(offcut, 'remove-background', { material: await offcut.upload(talk) }, { ...quick, cassette });
    return [await readdir(cassette), await readdir(join(cassette, 'files'))];
  };
  const [names, files] = await record(madeVideo);
  const [namesAfter, filesAfter] = await record(new TextEncoder().encode('another result'));
  expect(namesAfter).toEqual(names);
  expect(files).toHaveLength(1);
  expect(filesAfter).toHaveLength(1);
  expect(filesAfter).not.toEqual(files);
});

test('a recorded run has the same text each time, without ids and times', async () => {
  const record = async (): Promise<string> => {
    const cassette = await makeFolder();
    const { offcut } = await open();
    const body = { material: await offcut.upload(talk) };
    await recordRun(offcut, 'remove-background', body, { ...quick, cassette });
    const [name = ''] = (await readdir(cassette)).filter((one) => one.endsWith('.json'));
    return readFile(join(cassette, name), 'utf8');
  };
  const [one, other] = [await record(), await record()];
  const withoutSeconds = (text: string) => text.replaceAll(/"seconds": [\d.]+/g, '');
  expect(withoutSeconds(one)).toBe(withoutSeconds(other));
  expect(one).not.toMatch(/(mat|ast|job|cnv)_|offcut\.localhost|20\d\d-/);
});

test('a damaged cassette gives a clear error', async () => {
  const cassette = await makeFolder();
  const recording = await open();
  const body = { material: await recording.offcut.upload(talk) };
  await recordRun(recording.offcut, 'remove-background', body, { ...quick, cassette });
  const [file = ''] = await readdir(join(cassette, 'files'));
  const [name = ''] = (await readdir(cassette)).filter((one) => one.endsWith('.json'));
  const whole = await readFile(join(cassette, 'files', file));
  const run = JSON.parse(await readFile(join(cassette, name), 'utf8')) as object;

  await writeFile(join(cassette, 'files', file), whole.subarray(1));
  await expect(readCassette(cassette)).rejects.toThrow(`files/${file} is damaged: its bytes are not those of its name`);
  await rm(join(cassette, 'files', file));
  await expect(readCassette(cassette)).rejects.toThrow(`${name} is damaged: files/${file} is missing`);
  await expect(parseCassette({ runs: { [name]: { ...run, input: null } }, files: {} })).rejects.toThrow(
    `${name} is damaged: input: `,
  );
  await writeFile(join(cassette, name), '{');
  await expect(readCassette(cassette)).rejects.toThrow(`${name} is damaged: it is not JSON`);
  await expect(readCassette(join(cassette, 'absent'))).rejects.toThrow('the folder cannot be read');
});

test('a page gives a cassette to msw as loaded data', async () => {
  const cassette = await makeFolder();
  const recording = await open({ runs: { 'remove-background': { result: madeVideo } } });
  const recordedBody = { material: await recording.offcut.upload(talk) };
  await recordRun(recording.offcut, 'remove-background', recordedBody, { ...quick, cassette });
  const [runName = ''] = (await readdir(cassette)).filter((name) => name.endsWith('.json'));
  const [fileName = ''] = await readdir(join(cassette, 'files'));
  const runs = { [runName]: JSON.parse(await readFile(join(cassette, runName), 'utf8')) as unknown };
  const files = { [fileName]: new Uint8Array(await readFile(join(cassette, 'files', fileName))) };

  const baseUrl = 'https://offcut.example/';
  const cassettes = [await parseCassette({ runs, files })];
  const server = setupServer(...offcutHandlers({ baseUrl, cassettes, isStrict: true }));
  server.listen({ onUnhandledRequest: 'error' });
  onTestFinished(() => server.close());
  const created = await fetch(`${baseUrl}sandbox/v1/keys`, { method: 'POST' });
  const { data } = (await created.json()) as { readonly data: { readonly apiKey: string } };
  const offcut = new Offcut({ baseUrl, apiKey: data.apiKey });
  const { processedVideoUrl } = await offcut.removeBackground({ material: await offcut.upload(talk) });
  expect(await readBytes(offcut, processedVideoUrl)).toEqual(madeVideo);
});

test('the recorded duration is scaled', async () => {
  const cassette = await makeFolder();
  const recording = await open({ runs: { 'remove-background': { seconds: 0.4 } } });
  const body = { material: await recording.offcut.upload(talk) };
  await recordRun(recording.offcut, 'remove-background', body, { ...quick, cassette });
  const { offcut, emulator } = await open({ cassettes: [await readCassette(cassette)], recordedPace: 10_000 });
  const run = offcut.run('remove-background', { material: await offcut.upload(talk) }, quick);
  await expect
    .poll(async () => (await offcut.call('listJobs'))[0])
    .toMatchObject({ status: 'running', stage: 'Removing background' });
  await emulator.advance(10_000);
  expect(await run).toMatchObject({ status: 'completed' });
});
