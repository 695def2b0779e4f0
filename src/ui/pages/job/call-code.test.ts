import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runArguments, tools } from '#operations/tools.ts';
import { toCallCode } from './call-code.ts';

const base = 'http://localhost:1/app/';
const job = {
  recipeId: 'remove-background',
  input: { material: "https://example.com/it's a $clip.mp4", quality: 'fast', edge: { shiftPx: 0 } },
};
const getCode = (label: string): string => toCallCode(job, base).find((each) => each.label === label)?.code ?? '';

it('writes a curl call that a shell parses correctly', () => {
  const args = execFileSync('sh', ['-c', `curl() { printf '%s\\0' "$@"; }\n${getCode('curl')}`], {
    env: { OFFCUT_API_KEY: 'vk_test' },
    encoding: 'utf8',
  }).split('\0');
  expect(args).toContain('http://localhost:1/app/v1/run/remove-background');
  expect(args).toContain('Authorization: Bearer vk_test');
  expect(JSON.parse(args[args.indexOf('--data') + 1] ?? '')).toEqual(job.input);
});

it.each([
  ['waits for the proposal of the job that is answered, approves it, and waits for the result', 'awaiting_review', 5],
  ['approves nothing of a job that was reviewed before', 'completed', 3],
])('writes a curl call that %s', (_, last, count) => {
  const code = toCallCode(job, base, { hasReview: true }).find(({ label }) => label === 'curl')?.code ?? '';
  const answers = `curl() {
  echo "$*" >> "$LOG"
  case "$*" in
    */run/*) echo '{"success":true,"data":{"id":"job_2","envelopeId":"job_2","status":"queued"}}';;
    */review*) echo '{"success":true}';;
    *) count=$(grep -c /v1/jobs/job_2 "$LOG"); [ "$count" -gt 1 ] && status=${last} || status=running
      echo '{"success":true,"data":{"id":"job_2","recipeId":"remove-background","status":"'$status'","log":[{"status":"awaiting_review"}]}}';;
  esac
}
sleep() { :; }`;
  const folder = mkdtempSync(join(tmpdir(), 'offcut-calls-'));
  const log = join(folder, 'calls');
  execFileSync('sh', ['-c', `${answers}\n${code}`], { env: { ...process.env, OFFCUT_API_KEY: 'vk_test', LOG: log } });
  const calls = readFileSync(log, 'utf8').match(/http:\S+/g);
  rmSync(folder, { recursive: true });
  const waited = `${base}v1/jobs/job_2`;
  const all = [`${base}v1/run/remove-background`, waited, waited, `${base}v1/jobs/job_2/review`, waited];
  expect(calls).toEqual(all.slice(0, count));
});

it('writes a curl call that ends when the run is refused', () => {
  const code = toCallCode(job, base, { hasReview: true }).find(({ label }) => label === 'curl')?.code ?? '';
  const refused = `curl() { echo '{"success":false,"errorCode":"MATERIAL_NOT_FOUND"}'; }`;
  const said = execFileSync('sh', ['-c', `${refused}\n${code}`], { env: process.env, encoding: 'utf8' });
  expect(said).toBe('{"success":false,"errorCode":"MATERIAL_NOT_FOUND"}\n');
});

it('writes TypeScript that sends the same calls', async () => {
  const code = toCallCode(job, base, { hasReview: true }).find(({ label }) => label === 'TypeScript')?.code ?? '';
  const made: unknown[][] = [];
  const statuses = ['queued', 'running', 'awaiting_review', 'queued', 'completed'];
  const fetchIt = (url: string, { method, body }: { method: string; body?: string }) => {
    made.push([method, url, ...(body === undefined ? [] : [JSON.parse(body)])]);
    return Promise.resolve({
      json: () => Promise.resolve({ success: true, data: { id: 'job_2', status: statuses.shift() } }),
    });
  };
  // oxlint-disable-next-line typescript/no-implied-eval -- runs the code as a user who pastes it would
  const run = new Function(
    'fetch',
    'console',
    'setTimeout',
    `return (async () => { ${code.replace('path: string, body?: object', 'path, body').replace('job: any', 'job')} })()`,
  );
  const soon = (resolve: () => void): void => resolve();
  await (run as (...parts: unknown[]) => Promise<void>)(fetchIt, { log: () => undefined }, soon);
  const waited = ['GET', `${base}v1/jobs/job_2`];
  expect(made).toEqual([
    ['POST', `${base}v1/run/remove-background`, job.input],
    waited,
    waited,
    ['POST', `${base}v1/jobs/job_2/review`, { decision: 'approve' }],
    waited,
  ]);
});

it('writes calls of existing tools with valid arguments', () => {
  const run = JSON.parse(getCode('MCP')) as { params: { name: string; arguments: unknown } };
  expect(run.params.name).toBe('run_recipe');
  expect(runArguments.safeParse(run.params.arguments).success).toBe(true);
  const input = { format: 'mp4', canvasId: 'cnv_1', revision: 3, span: null };
  const [, , made] = toCallCode({ recipeId: 'export', input }, base);
  const exported = JSON.parse(made?.code ?? '') as typeof run;
  const tool = tools.find(({ name }) => name === exported.params.name);
  expect(tool?.input.safeParse(exported.params.arguments).success).toBe(true);
});

it('writes the call of an export for its canvas', () => {
  const known = { format: 'mp4', width: 640, height: 360, frameRate: 25, quality: 'best', background: '#000000' };
  const input = { ...known, canvasId: 'cnv_1', revision: 3, durationSeconds: 4, span: null };
  const [{ code } = { code: '' }] = toCallCode({ recipeId: 'export', input }, base);
  expect(code).toContain("'http://localhost:1/app/v1/canvases/cnv_1/export'");
  expect(JSON.parse(/--data '(.*)'/s.exec(code)?.[1] ?? '')).toEqual(known);
});
