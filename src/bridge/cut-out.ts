import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod';
import { Failure } from '#core/failure.ts';
import type { ApiClient } from './api-client.ts';
import type { Stopwatch } from './stopwatch.ts';

const me = z.object({ plan: z.string(), creditsRemaining: z.number() });
const estimate = z.object({ etaSeconds: z.number(), blockers: z.array(z.object({ message: z.string() })) });
const newTicket = z.object({ ticket: z.string() });
const upload = z.object({ material: z.string() });
const runResult = z.object({
  processedVideoUrl: z.string(),
  canvasId: z.string(),
  model: z.string(),
  credits: z.number(),
  creditsCharged: z.boolean(),
  warnings: z.array(z.string()),
});
const job = z.object({ stage: z.string(), progress: z.number(), framesPerSecond: z.number().nullable() });

export type CutOut = z.output<typeof runResult>;

const dayMs = 24 * 3600 * 1000;
const progressEveryMs = 500;
/** How often a run is called when its answer is lost. An identical call joins the run and is not charged again. */
const attempts = 3;
/** The pause before the next attempt, in which a browser that has ended can start again. */
const retryAfterMs = 5000;

/** The contract's typical flow: upload, estimate, run. `material` is a path or an address. Throws the Failure of a call. */
export async function cutOut(
  watch: Stopwatch,
  api: ApiClient,
  options: { material: string; quality: string; outputFormat: string },
): Promise<CutOut> {
  const account = await watch.time('me', () => api.call('/v1/me', me));
  process.stderr.write(`Plan ${account.plan}, ${account.creditsRemaining} credits.\n`);
  const isAddress = /^https?:/.test(options.material);
  const material = isAddress ? options.material : await watch.time('upload', () => uploadFile(api, options.material));
  await watch.time('estimate', () => checkEstimate(api));
  const body = { material, quality: options.quality, outputFormat: options.outputFormat };
  return watch.time('run', () => runWithProgress(api, body));
}

/** Uploads a file, which is read from the disk as it is sent, and gives its handle. */
async function uploadFile(api: ApiClient, file: string): Promise<string> {
  const { ticket } = await api.call('/v1/uploads', newTicket, { method: 'POST', json: { purpose: 'npm run demo' } });
  const form = new FormData();
  form.set('file', await openAsBlob(file), basename(file));
  const filled = await api.call(`/v1/uploads/${ticket}/file`, upload, { method: 'POST', form, timeoutMs: dayMs });
  return filled.material;
}

async function checkEstimate(api: ApiClient): Promise<void> {
  const { blockers } = await api.call('/v1/estimate?recipeId=remove-background', estimate);
  const [blocker] = blockers;
  if (blocker) {
    throw new Failure('VALIDATION_FAILED', { message: blocker.message });
  }
}

async function runWithProgress(api: ApiClient, body: unknown): Promise<CutOut> {
  const ended = new AbortController();
  const showing = showProgress(api, ended.signal);
  try {
    return await run(api, body, attempts);
  } finally {
    ended.abort();
    await showing;
  }
}

async function run(api: ApiClient, body: unknown, attemptsLeft: number): Promise<CutOut> {
  const path = '/v1/run/remove-background';
  try {
    return await api.call(path, runResult, { method: 'POST', json: body, timeoutMs: dayMs });
  } catch (error) {
    const isLost = !(error instanceof Failure) || error.code === 'ENGINE_UNAVAILABLE';
    if (isLost && attemptsLeft > 1) {
      await wait(retryAfterMs);
      return run(api, body, attemptsLeft - 1);
    }
    throw error;
  }
}

/** Shows the progress of the run: one line that changes on a terminal, else a line for each stage. Never rejects. */
async function showProgress(api: ApiClient, ended: AbortSignal): Promise<void> {
  let shown = '';
  while (!ended.aborted) {
    const [running] = await api.call('/v1/jobs?status=running&limit=1', z.array(job)).catch(() => []);
    if (running && !ended.aborted) {
      shown = show(running, shown);
    }
    await new Promise((resolve) => setTimeout(resolve, progressEveryMs));
  }
  if (process.stderr.isTTY) {
    process.stderr.write('\r\u001b[K');
  }
}

function show(running: z.output<typeof job>, shown: string): string {
  const speed = running.framesPerSecond === null ? '' : `, ${running.framesPerSecond.toFixed(1)} frames/s`;
  const line = `${running.stage}: ${Math.round(running.progress * 100)} %${speed}`;
  if (process.stderr.isTTY) {
    process.stderr.write(`\r\u001b[K${line}`);
    return line;
  }
  const isOtherStage = !shown.startsWith(`${running.stage}:`);
  if (isOtherStage) {
    process.stderr.write(`${line}\n`);
  }
  return isOtherStage ? line : shown;
}
