import type { ServerContext } from '@modelcontextprotocol/server';
import * as z from 'zod';
import { Failure } from '#core/lib/failure.ts';
import { operations } from '#operations/registry.ts';
import { runArguments, getRunOperation } from '#operations/tools.ts';
import { parsePart } from '../parse-request.ts';
import { within } from '../within.ts';
import type { Outcome } from './api-calls.ts';
import type { ServerParts } from './connector.ts';

const result = z.object({ processedVideoUrl: z.string(), envelopeId: z.string() });
const job = z.looseObject({ id: z.string() });

/**
 * Starts a run and returns its job immediately, even for a recipe whose run call waits over HTTP. Throws IN_FLIGHT if a material is
 * still being fetched when the client would give up; the same call again continues that fetch.
 */
export async function startRecipe(
  { calls, context: { timing } }: ServerParts,
  given: Readonly<Record<string, unknown>>,
  { mcpReq }: ServerContext,
): Promise<Outcome> {
  const { recipeId, input } = runArguments.parse(parsePart(runArguments, given));
  const starting = calls.call(getRunOperation(recipeId), input, { Prefer: 'respond-async' });
  const stopTelling = tellWaiting(mcpReq, timing.heartbeatMs);
  const started = await within(starting, timing.agentMs).finally(stopTelling);
  if (!started) {
    starting.catch(() => undefined); // No caller waits for it any more.
    throw new Failure('IN_FLIGHT', { message: stillFetching });
  }
  if (!started.isDone) {
    return started;
  }
  // An existing result is returned as a result, not as a job.
  const made = result.safeParse(started.data);
  const outcome = made.success ? await calls.call(operations.getJob, { envelopeId: made.data.envelopeId }) : started;
  return outcome.isDone ? { ...outcome, data: nameTwice(outcome.data) } : outcome;
}

const stillFetching = 'The material is still being fetched; repeat the same call of run_recipe.';

/** Reports the waiting time to a client that requested progress, every `everyMs`, until the returned function is called. */
function tellWaiting({ _meta, notify }: ServerContext['mcpReq'], everyMs: number): () => void {
  const progressToken = _meta?.progressToken;
  if (progressToken === undefined) {
    return () => undefined;
  }
  let beats = 0;
  const timer = setInterval(() => {
    const params = { progressToken, progress: (++beats * everyMs) / 1000, message: 'Fetching the material' };
    notify({ method: 'notifications/progress', params }).catch(() => undefined);
  }, everyMs);
  return () => clearInterval(timer);
}

/** Adds the id of a job under both of its names. */
function nameTwice(data: unknown): object {
  const read = job.parse(data);
  return { ...read, envelopeId: read.id };
}
