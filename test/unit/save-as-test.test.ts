import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { Offcut } from '#client/offcut.ts';
import { toVitestFile, type HarLog, type VitestFile } from '#client/save-as-test/vitest-file.ts';
import { Emulator, type EmulatorOptions } from '#emulator/emulator.ts';

type Entry = HarLog['log']['entries'][number];

const talk = new File([await readFile('public/sample/talk.mp4')], 'talk.mp4');

/** An emulator whose calls are recorded. */
async function openLogged(options: EmulatorOptions = {}) {
  const emulator = new Emulator(options);
  onTestFinished(() => emulator.stop());
  const entries: Entry[] = [];
  const fetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init);
    const sent = request.clone();
    const response = await emulator.handle(request);
    entries.push(await toEntry(sent, response.clone(), entries.length));
    return response;
  };
  const offcut = new Offcut({ baseUrl: emulator.baseUrl, apiKey: await emulator.createKey(), fetch, maxRetries: 0 });
  return { emulator, offcut, fetch, getHar: (): HarLog => ({ log: { entries } }) };
}

async function toEntry(request: Request, response: Response, index: number): Promise<Entry> {
  const headers = (from: Headers) => [...from].map(([name, value]) => ({ name, value }));
  const mimeType = request.headers.get('Content-Type') ?? '';
  const bytes = Buffer.from(await request.arrayBuffer());
  const text = hideSecrets(bytes.toString(mimeType.includes('json') ? 'utf8' : 'latin1'));
  return {
    startedDateTime: new Date(1_800_000_000_000 + index).toISOString(),
    request: {
      method: request.method,
      url: hideSecrets(request.url),
      headers: headers(request.headers).map(({ name, value }) => ({ name, value: hideSecrets(value) })),
      ...(bytes.byteLength > 0 && { postData: { mimeType, text } }),
    },
    response: {
      status: response.status,
      headers: headers(response.headers),
      content: {
        mimeType: response.headers.get('Content-Type') ?? '',
        text: hideSecrets(await response.text()),
      },
    },
  };
}

/** Hides the ends of keys and tickets, as the log of requests does. */
const hideSecrets = (text: string): string => text.replaceAll(/\b((?:vk|tkt)_[\w-]{4})[\w-]{4,}/g, '$1[hidden]');

type Report = {
  readonly testResults: readonly { name: string; status: string; assertionResults: { failureMessages: string[] }[] }[];
};

/** Runs generated tests with Vitest, in a project of their own. Returns the report of each file. */
async function runFiles(files: Readonly<Record<string, string>>, uploads: VitestFile['files']) {
  const folder = await mkdtemp(join(tmpdir(), 'offcut-generated-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const { name, bytes } of uploads) {
    await writeFile(join(folder, name), bytes ?? '');
  }
  for (const [name, source] of Object.entries(files)) {
    await writeFile(join(folder, `${name}.test.ts`), source);
  }
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  await symlink(join(repository, 'node_modules'), join(folder, 'node_modules'));
  const args = [join(repository, 'node_modules/vitest/vitest.mjs'), 'run', '--reporter=json'];
  const options = { cwd: folder, env: { ...process.env, NO_COLOR: '1' } };
  const output = await promisify(execFile)(process.execPath, args, options).catch(
    (thrown: { stdout: string }) => thrown,
  );
  const { testResults } = JSON.parse(output.stdout) as Report;
  return Object.fromEntries(
    testResults.map(({ name, status, assertionResults }) => [
      basename(name, '.test.ts'),
      { status, messages: assertionResults.flatMap(({ failureMessages }) => failureMessages).join() },
    ]),
  );
}

const repository = join(import.meta.dirname, '../..');
const importFrom = join(repository, 'src/emulator/testing.ts');

test('a log with an upload, a review, an edit and errors becomes a test that passes, and fails for other answers', async () => {
  const { offcut, fetch, emulator, getHar } = await openLogged();
  const material = await offcut.upload(talk, { purpose: 'a `test` of ${this}\n' });
  const job = await offcut.run(
    'tighten',
    { material },
    {
      pollMs: 5,
      review: (proposal, { updatedAt }) => ({
        decision: 'approve',
        updatedAt,
        proposal: { ...proposal, cuts: (proposal['cuts'] as object[]).map((cut) => ({ ...cut, isAccepted: false })) },
      }),
    },
  );
  await offcut.download(job.finalUrl ?? '');
  const canvas = await offcut.canvases.get(job.canvasId ?? '');
  await offcut.canvases.edit(canvas.id, {
    revision: canvas.revision,
    edits: [{ type: 'set-canvas', title: "It's new" }],
  } as never);
  await expect(offcut.canvases.edit(canvas.id, { revision: 0, edits: [] })).rejects.toThrow();
  await expect(offcut.run('tighten', { material: 'mat_unknown' })).rejects.toMatchObject({
    code: 'MATERIAL_NOT_FOUND',
  });
  await fetch(`${emulator.baseUrl}v1/me`);
  await offcut.removeBackground({ material, quality: 'fast' });
  await offcut.call('listJobs');

  const generated = toVitestFile(getHar(), { importFrom, title: "A client's test" });
  expect(generated.unknownIds).toEqual([]);
  expect(generated.files).toEqual([
    { name: 'talk.mp4', bytes: new Uint8Array(await talk.arrayBuffer()), sizeBytes: talk.size },
  ]);
  expect(generated.source).not.toMatch(/(mat|job|cnv|tkt|vk)_[\w-]{16}|hidden|20\d\d-\d\d-\d\dT/);
  const { source, files } = generated;
  const failing = "startEmulator({ runs: { 'remove-background': { failWith: 'NO_SUBJECT' } } })";
  const sources = { passing: source, failing: source.replace('startEmulator()', failing) };
  expect(await runFiles(sources, files)).toEqual({
    passing: { status: 'passed', messages: '' },
    failing: { status: 'failed', messages: expect.stringContaining('status: 422') },
  });
}, 120_000);

/** A call of a log. */
const makeEntry = (method: string, path: string, status: number, answer: unknown, body?: unknown): Entry => ({
  startedDateTime: '2026-01-01T00:00:00.000Z',
  request: {
    method,
    url: `https://host.example/app${path}`,
    headers: [{ name: 'authorization', value: 'Bearer vk_abcd[hidden]' }],
    ...(body !== undefined && { postData: { mimeType: 'application/json', text: JSON.stringify(body) } }),
  },
  response: {
    status,
    headers: [],
    content: { mimeType: 'application/json', text: JSON.stringify(answer) },
  },
});

const jobId = 'job_AAAAAAAAAAAAAAAAAAAAAA';
const job = (status: string, more: object = {}) => ({ success: true, data: { id: jobId, status, ...more } });
const toSource = (...entries: Entry[]): VitestFile => toVitestFile({ log: { entries } });

test('polls and event streams become one wait, and errors of runs become outcomes', () => {
  const events = makeEntry('GET', `/v1/jobs/${jobId}/events`, 200, '');
  const { source } = toSource(
    makeEntry('POST', '/v1/run/tighten', 202, job('queued'), { material: 'mat_1' }),
    makeEntry('GET', `/v1/jobs/${jobId}`, 200, job('queued')),
    makeEntry('GET', `/v1/jobs/${jobId}`, 200, job('running')),
    { ...events, response: { ...events.response, content: { mimeType: 'text/event-stream' } } },
    makeEntry('GET', `/v1/jobs/${jobId}`, 200, job('failed', { error: { errorCode: 'NO_AUDIO', message: 'None.' } })),
  );
  expect(source).toContain(
    "emulator.declareNext({ failWith: 'NO_AUDIO' });\n  const answer1 = await call('POST', '/v1/run/tighten'",
  );
  expect(source.match(/settle\(`\/v1\/jobs\/\$\{job\}`\);/g)).toHaveLength(2);
  expect(source).toContain("data: { id: job, status: 'failed', error: { errorCode: 'NO_AUDIO' } }");
});

test('a stream that was open during a review becomes two waits, and its job gives the ids', () => {
  const canvasId = 'cnv_CCCCCCCCCCCCCCCCCCCCCC';
  const makeLog = (text?: string) => {
    const events = makeEntry('GET', `/v1/jobs/${jobId}/events`, 200, '');
    const content = { mimeType: 'text/event-stream', ...(text !== undefined && { text }) };
    return [
      makeEntry('POST', '/v1/run/tighten', 202, job('queued'), { material: 'mat_1' }),
      { ...events, response: { ...events.response, content } },
      makeEntry('POST', `/v1/jobs/${jobId}/review`, 200, job('queued'), {
        decision: 'approve',
        proposal: { cuts: [] },
      }),
      makeEntry('GET', `/v1/canvases/${canvasId}`, 200, { success: true, data: { id: canvasId } }),
    ];
  };
  const end = { id: jobId, status: 'completed', canvasId };
  const seen = toSource(
    ...makeLog(`event: job\ndata: {"status":"queued"}\n\nevent: job\ndata: ${JSON.stringify(end)}\n\n`),
  );
  const unseen = toSource(...makeLog());
  for (const { source, unknownIds } of [seen, unseen]) {
    expect(unknownIds).toEqual([]);
    expect(source).toContain('emulator.declareNext({ proposal: { cuts: [] } });');
    expect(source).toContain(
      'const answer2 = await settle(`/v1/jobs/${job}`);\n  expect(answer2).toMatchObject({ status: 200 });',
    );
    expect(source).toContain("const canvas = pick(answer4.body, ['data', 'canvasId']);");
  }
  expect(seen.source).toContain("data: { id: job, status: 'completed' }");
});

test('names the files to put next to the test, and uploads equal bytes from one file', () => {
  const upload = (material: string): Entry => {
    const entry = makeEntry('POST', '/v1/uploads/tkt_1/file', 200, { success: true, data: { material, bytes: 7 } });
    const headers = [{ name: 'content-type', value: 'multipart/form-data; boundary=x' }];
    return { ...entry, request: { ...entry.request, headers } };
  };
  const { source, files } = toSource(upload('mat_1'), upload('mat_2'), upload('mat_1'));
  expect(files).toEqual([
    { name: 'upload', bytes: null, sizeBytes: 7 },
    { name: '2-upload', bytes: null, sizeBytes: 7 },
  ]);
  expect(source.match(/file: '[\w-]+'/g)).toEqual(["file: 'upload'", "file: '2-upload'", "file: 'upload'"]);
});

test('a run that is canceled lasts until then', () => {
  const { source } = toSource(
    makeEntry('POST', '/v1/run/tighten', 202, job('queued'), { material: 'mat_1' }),
    makeEntry('GET', `/v1/jobs/${jobId}/events`, 200, ''),
    makeEntry('POST', `/v1/jobs/${jobId}/cancel`, 200, job('canceled'), {}),
  );
  expect(source).toContain('emulator.declareNext({ seconds: 3600 });');
  expect(source).not.toContain('settle');
});

test('ids from before the log are reported, and faked answers are left out', () => {
  const faked = makeEntry('GET', '/v1/me', 503, { success: false, errorCode: 'ENGINE_UNAVAILABLE' });
  const { source, unknownIds } = toSource(makeEntry('GET', `/v1/jobs/${jobId}`, 200, job('completed')), {
    ...faked,
    response: { ...faked.response, headers: [{ name: 'X-Offcut-Fault', value: 'flt_1' }] },
  });
  expect(unknownIds).toEqual([jobId]);
  expect(source).not.toContain('/v1/me');
  expect(() => toSource()).toThrow('The log contains no calls to repeat.');
});

test('of a list, only entries of the log are expected', () => {
  const other = { id: 'cnv_BBBBBBBBBBBBBBBBBBBBBB', title: 'other' };
  const { source } = toSource(
    makeEntry('POST', '/v1/canvases', 200, { success: true, data: { id: 'cnv_CCCCCCCCCCCCCCCCCCCCCC' } }, {}),
    makeEntry('GET', '/v1/canvases', 200, {
      success: true,
      data: [other, { id: 'cnv_CCCCCCCCCCCCCCCCCCCCCC', title: 'own' }],
    }),
    makeEntry('DELETE', '/v1/canvases/cnv_CCCCCCCCCCCCCCCCCCCCCC', 200, { success: true }),
  );
  expect(source).toContain("data: expect.arrayContaining([expect.objectContaining({ id: canvas, title: 'own' })])");
});

test('a job that was open in a list may have ended', () => {
  const { source } = toSource(
    makeEntry('POST', '/v1/run/tighten', 202, job('queued'), { material: 'mat_1' }),
    makeEntry('GET', '/v1/jobs', 200, { success: true, data: [{ id: jobId, status: 'running', progress: 0.5 }] }),
    makeEntry('POST', `/v1/jobs/${jobId}/cancel`, 200, job('running'), {}),
  );
  expect(source).toContain('data: [expect.anything()]');
  expect(source).toContain(
    'expect(answer3).toMatchObject({ status: 200, body: { success: true, data: { id: job } } });',
  );
});

test('texts of the log cannot leave their literals', () => {
  const text = "'`${process.exit()}\\\n\u2028*/ mat_DDDDDDDDDDDDDDDDDDDDDD";
  const { source } = toSource(
    makeEntry('POST', '/v1/uploads', 200, {
      success: true,
      data: { material: 'mat_DDDDDDDDDDDDDDDDDDDDDD', [text]: text },
    }),
    makeEntry('POST', '/v1/canvases', 200, { success: true, data: { title: text } }, { title: text, [text]: 1 }),
  );
  const literal = source.match(/title: (`.*`),/)?.[1] ?? '';
  // oxlint-disable-next-line typescript/no-implied-eval, no-new-func -- evaluates the source as a test would
  const evaluate = new Function('material', `return ${literal}`) as (material: string) => string;
  expect(evaluate('mat_DDDDDDDDDDDDDDDDDDDDDD')).toBe(text);
});
