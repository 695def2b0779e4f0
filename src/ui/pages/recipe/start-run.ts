import type { ListedRecipeId } from '#recipes/catalog.ts';
import { refreshAccount } from '#ui/app/account.ts';
import { call, type CallOptions } from '#ui/app/client.ts';
import { isRecord } from '#ui/app/envelope.ts';
import { refreshJobs } from '#ui/pages/jobs/jobs.ts';
import { toExportCall } from '#ui/pages/canvas/export-call.ts';
import { refreshMaterials } from '#ui/pages/materials/materials.ts';

type RunName = `run:${ListedRecipeId}`;

/** Starts a run and returns the id of its job, without waiting for the result. Throws ApiError. */
export async function startRun(recipeId: string, body: Readonly<Record<string, unknown>>): Promise<string> {
  const answer = await callRun(recipeId, body);
  // A new run returns its job; a cached one may return its result.
  const id = isRecord(answer) ? (answer['envelopeId'] ?? answer['id']) : undefined;
  if (typeof id !== 'string') {
    throw new TypeError('the run has no id');
  }
  // The run has started, even if these reads fail: a page that needs the data shows the error.
  await Promise.allSettled([refreshJobs(), refreshMaterials(), refreshAccount()]);
  return id;
}

/** Calls the operation that starts the run. The body may be the input of an earlier job, so only the API can validate it. */
function callRun(recipeId: string, input: Readonly<Record<string, unknown>>): Promise<unknown> {
  const headers = { Prefer: 'respond-async' };
  // oxlint-disable typescript/no-unsafe-type-assertion -- the API refuses an unknown recipe or an invalid body
  if (recipeId === 'export') {
    const { canvasId, body } = toExportCall(input);
    return call('exportCanvas', { params: { canvasId }, body: body as CallOptions<'exportCanvas'>['body'] & object });
  }
  return call(`run:${recipeId}` as RunName, { body: input as NonNullable<CallOptions<RunName>['body']>, headers });
  // oxlint-enable typescript/no-unsafe-type-assertion
}
