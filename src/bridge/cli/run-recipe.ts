import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod';
import { Failure, failures, type FailureCode } from '#core/lib/failure.ts';
import type { ApiClient } from './api-client.ts';

const started = z.union([z.object({ envelopeId: z.string() }), z.object({ id: z.string() })]);

const job = z.object({
  id: z.string(),
  recipeId: z.string(),
  status: z.string(),
  stage: z.string(),
  progress: z.number(),
  framesPerSecond: z.number().nullable(),
  credits: z.number(),
  creditsCharged: z.boolean(),
  models: z.array(z.string()),
  warnings: z.array(z.string()),
  proposal: z.unknown().optional(),
  previews: z.array(z.object({ atSeconds: z.number(), url: z.string() })).default([]),
  finalUrl: z.string().optional(),
  proxyUrl: z.string().optional(),
  sidecars: z.array(z.object({ name: z.string(), url: z.string() })).default([]),
  canvasId: z.string().optional(),
  error: z.object({ errorCode: z.string(), message: z.string() }).optional(),
});

/** A job as the API returns it. */
export type DemoJob = z.output<typeof job>;

const pollMs = 500;
/** The number of consecutive requests that may fail, because a browser that ended needs time to restart. */
const lossesMax = 20;

/** Starts a run and polls its job until the job ends or waits for review. Throws the Failure of the request or of the job. */
export async function startRecipe(api: ApiClient, recipeId: string, body: unknown): Promise<DemoJob> {
  const answer = await api.call(`/v1/run/${recipeId}`, started, {
    method: 'POST',
    json: body,
    headers: { Prefer: 'respond-async' },
  });
  return followJob(api, 'envelopeId' in answer ? answer.envelopeId : answer.id);
}

/** Approves the proposal of a job without changes, and polls the job until it ends. Throws the same errors as `startRecipe`. */
export async function approve(api: ApiClient, { id }: DemoJob): Promise<DemoJob> {
  await api.call(`/v1/jobs/${id}/review`, job, { method: 'POST', json: { decision: 'approve' } });
  return followJob(api, id);
}

async function followJob(api: ApiClient, id: string): Promise<DemoJob> {
  const progress = showProgress();
  try {
    for (let losses = 0; ;) {
      const now = await readJob(api, id);
      losses = now ? 0 : losses + 1;
      if (losses > lossesMax) {
        throw new Failure('ENGINE_UNAVAILABLE');
      }
      if (now?.status === 'running') {
        progress.show(now);
      } else if (now && now.status !== 'queued') {
        return requireSuccess(now);
      }
      await wait(pollMs);
    }
  } finally {
    progress.end();
  }
}

/** Reads the job; undefined if no response arrived. */
async function readJob(api: ApiClient, id: string): Promise<DemoJob | undefined> {
  try {
    return await api.call(`/v1/jobs/${id}`, job);
  } catch (error) {
    if (error instanceof Failure && error.code !== 'ENGINE_UNAVAILABLE') {
      throw error;
    }
    return undefined;
  }
}

function requireSuccess(now: DemoJob): DemoJob {
  if (now.error) {
    const { errorCode, message } = now.error;
    throw new Failure(isCode(errorCode) ? errorCode : 'INTERNAL', { message: `${errorCode}: ${message}` });
  }
  if (now.status === 'canceled') {
    throw new Failure('CANCELED');
  }
  return now;
}

const isCode = (text: string): text is FailureCode => Object.hasOwn(failures, text);

/** The progress of a job, from 0 to 1 in its stage. */
type Progress = { readonly stage: string; readonly progress: number; readonly framesPerSecond: number | null };

/** Shows the progress of a job: in a terminal on one line that is rewritten, elsewhere with a line for each stage. */
function showProgress(): { show: (progress: Progress) => void; end: () => void } {
  let shownStage = '';
  return {
    show: ({ stage, progress, framesPerSecond }) => {
      const speed = framesPerSecond === null ? '' : `, ${framesPerSecond.toFixed(1)} frames/s`;
      const line = `${stage}: ${Math.round(progress * 100)} %${speed}`;
      if (process.stderr.isTTY) {
        process.stderr.write(`\r\u001b[K${line}`);
      } else if (stage !== shownStage) {
        shownStage = stage;
        process.stderr.write(`${line}\n`);
      }
    },
    end: () => {
      if (process.stderr.isTTY) {
        process.stderr.write('\r\u001b[K');
      }
    },
  };
}
