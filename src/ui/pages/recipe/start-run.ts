import type { ListedRecipeId } from '#recipes/catalog.ts';
import { refreshAccount } from '#ui/app/account.ts';
import { connection } from '#ui/app/client.ts';
import { refreshJobs } from '#ui/pages/jobs/jobs.ts';
import { toExportCall } from '#ui/pages/canvas/export-call.ts';
import { refreshMaterials } from '#ui/pages/materials/materials.ts';

type RunName = `run:${ListedRecipeId}`;
type StartedRun = { readonly id?: string; readonly envelopeId?: string };

/** Starts a run and returns the id of its job, without waiting for the result. Throws OffcutError. */
export async function startRun(recipeId: string, body: Readonly<Record<string, unknown>>): Promise<string> {
  // A new run returns its job; a cached one may return its result.
  const { envelopeId, id = envelopeId } = await callRun(recipeId, body);
  if (id === undefined) {
    throw new TypeError('the run has no id');
  }
  // The run has started, even if these reads fail: a page that needs the data shows the error.
  await Promise.allSettled([refreshJobs(), refreshMaterials(), refreshAccount()]);
  return id;
}

/** Calls the operation that starts the run. The body may be the input of an earlier job, so only the API can validate it. */
async function callRun(recipeId: string, input: Readonly<Record<string, unknown>>): Promise<StartedRun> {
  if (recipeId === 'export') {
    const { canvasId, body } = toExportCall(input);
    return (await connection.send('exportCanvas', { params: { canvasId }, body })).data;
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the API refuses an unknown recipe
  const name = `run:${recipeId}` as RunName;
  return (await connection.send(name, { body: input, headers: { Prefer: 'respond-async' } })).data;
}
