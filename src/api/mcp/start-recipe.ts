import * as z from 'zod';
import { operations } from '#operations/registry.ts';
import { runArguments, runOperationOf } from '#operations/tools.ts';
import { parsePart } from '../parse-request.ts';
import type { ApiCalls, Outcome } from './api-calls.ts';

const result = z.object({ processedVideoUrl: z.string(), envelopeId: z.string() });
const job = z.looseObject({ id: z.string() });

/** Starts a run, whose job is the answer at once, also of a recipe whose run call waits over HTTP. */
export async function startRecipe(calls: ApiCalls, given: Readonly<Record<string, unknown>>): Promise<Outcome> {
  const { recipeId, input } = runArguments.parse(parsePart(runArguments, given));
  const started = await calls.call(runOperationOf(recipeId), input, { Prefer: 'respond-async' });
  if (!started.isDone) {
    return started;
  }
  // A result that is there already is answered as a result, and not as a job.
  const made = result.safeParse(started.data);
  const outcome = made.success ? await calls.call(operations.getJob, { envelopeId: made.data.envelopeId }) : started;
  return outcome.isDone ? { ...outcome, data: nameTwice(outcome.data) } : outcome;
}

/** A job by both names of its id. */
function nameTwice(data: unknown): object {
  const read = job.parse(data);
  return { ...read, envelopeId: read.id };
}
