import { execFile, spawnSync } from 'node:child_process';
import { openAsBlob } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JobView } from '#operations/jobs.ts';
import { demos } from '#bridge/cli/demos.ts';
import { toCallCode } from '#ui/pages/job/call-code.ts';
import { readContent } from '../conformance/mcp.suite.ts';
import { listenFor } from '../support/http-api.ts';
import { connectClient } from '../support/mcp-clients.ts';
import { startNodeApi, type NodeApi } from '../support/node-api.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');

let api: NodeApi;
let folder: string;

beforeAll(async () => {
  api = await startNodeApi();
  folder = await mkdtemp(join(tmpdir(), 'offcut-copied-'));
});

afterAll(async () => {
  await api.close();
  await rm(folder, { recursive: true });
});

test.skipIf(!hasCurl()).each(Object.keys(demos))('copies the curl call of a job of %s', async (recipeId) => {
  const { job, code } = await copy(recipeId, 'curl');
  const { stdout } = await run('sh', ['-c', code], { env: env() });
  expect(stdout).toContain(`"envelopeId":"${job.id}"`);
  expect(await getJobs(recipeId)).toHaveLength(1);
});

test('compiles the TypeScript that the pages of jobs of all recipes offer to copy, which starts the same jobs', async () => {
  const ids: string[] = [];
  for (const recipeId of Object.keys(demos)) {
    const { job, code } = await copy(recipeId, 'TypeScript');
    ids.push(job.id);
    await writeFile(join(folder, `${recipeId}.mts`), code);
  }
  // In one process: starting one takes longer than the calls.
  const all = join(folder, 'all.mts');
  await writeFile(
    all,
    Object.keys(demos)
      .map((recipeId) => `await import('./${recipeId}.mts');`)
      .join('\n'),
  );
  const { stdout } = await run(process.execPath, ['--import', 'tsx', all], { env: env(), cwd: root });
  expect(ids.filter((id) => !stdout.includes(id))).toEqual([]);
  expect(await call<readonly JobView[]>('v1/jobs')).toHaveLength(ids.length);
});

test.each(Object.keys(demos))('copies the call for agents of a job of %s', async (recipeId) => {
  const { job, code } = await copy(recipeId, 'MCP');
  const [first = ''] = code.split('\n\n');
  const { params } = JSON.parse(first) as { params: { name: string; arguments: object } };
  const client = await connectClient(api);
  expect(readContent(await client.call(params.name, params.arguments))).toMatchObject({ id: job.id });
  expect(await getJobs(recipeId)).toHaveLength(1);
});

/** Skipped on machines without it. */
function hasCurl(): boolean {
  return spawnSync('curl', ['--version']).status === 0;
}

/** A job of the demo of a recipe, and the calls on its page. */
async function copy(recipeId: string, label: string): Promise<{ job: JobView; code: string }> {
  const baseUrl = `${await listenFor(api)}/`;
  const body = JSON.stringify(await toBody(recipeId));
  // A run that has started answers with its job, and an earlier equal run may answer with its result.
  const answer = await call<{ id?: string; envelopeId?: string }>(`v1/run/${recipeId}`, body, {
    Prefer: 'respond-async',
  });
  const job = await call<JobView>(`v1/jobs/${answer.envelopeId ?? answer.id}`);
  const codes = toCallCode(job, baseUrl, { hasReview: 'autoApprove' in job.input });
  return { job, code: codes.find((each) => each.label === label)?.code ?? '' };
}

const getJobs = async (recipeId: string): Promise<readonly JobView[]> =>
  (await call<readonly JobView[]>('v1/jobs')).filter((job) => job.recipeId === recipeId);

/** Returns the body of the run of a demo, whose files are stored. */
async function toBody(recipeId: string): Promise<object> {
  const { files = {}, parameters = {} } = demos[recipeId] ?? {};
  const handles = await Promise.all(
    Object.entries(files).map(async ([field, names]) => [
      field,
      typeof names === 'string' ? await store(names) : await Promise.all(names.map(store)),
    ]),
  );
  return { ...parameters, ...(Object.fromEntries(handles) as object) };
}

const stored = new Map<string, Promise<string>>();

/** Returns the material of a file, which is stored once. */
function store(name: string): Promise<string> {
  const known = stored.get(name) ?? upload(name);
  stored.set(name, known);
  return known;
}

async function upload(name: string): Promise<string> {
  const { ticket } = await call<{ ticket: string }>('v1/uploads', '{}');
  const form = new FormData();
  const type = name.endsWith('.m4a') ? 'audio/mp4' : 'video/mp4';
  form.append('file', await openAsBlob(join(root, 'public/sample', name), { type }), name);
  return (await call<{ material: string }>(`v1/uploads/${ticket}/file`, form)).material;
}

async function call<T>(path: string, body?: BodyInit, headers: Record<string, string> = {}): Promise<T> {
  const type = typeof body === 'string' ? { 'Content-Type': 'application/json' } : {};
  const response = await api.fetch(`${api.baseUrl}${path}`, {
    headers: { Authorization: `Bearer ${api.apiKey}`, ...type, ...headers },
    ...(body === undefined ? {} : { method: 'POST', body }),
  });
  const { data } = (await response.json()) as { data: T };
  return data;
}

const env = (): NodeJS.ProcessEnv => ({ ...process.env, OFFCUT_API_KEY: api.apiKey });
