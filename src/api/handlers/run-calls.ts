import type { Recipe } from '#core/protocol/operation.ts';
import type { Job } from '#core/model/records.ts';
import type { SyncRunResult } from '#operations/runs.ts';
import { recipeIds, recipes, type ListedRecipeId } from '#recipes/catalog.ts';
import { Answer } from '../answer.ts';
import { waitForJob } from '../follow-job.ts';
import type { Call, Handlers } from '../handler.ts';
import { createLinks } from '../links.ts';
import { createMaterialFetcher, type MaterialFetcher } from '../material.ts';
import type { ApiContext } from '../ports.ts';
import { startRun } from '../start-run.ts';
import { toJobView, toRunResult } from '../views.ts';

type RunName = `run:${ListedRecipeId}`;
type RunHandlers = Pick<Handlers, RunName>;

/** Creates the handlers of all run calls. They differ only by the recipe. */
export function createRunHandlers(context: ApiContext): RunHandlers {
  const fetcher = createMaterialFetcher(context);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the names are all ids of the catalog
  return Object.fromEntries(
    recipeIds.map((id) => [`run:${id}`, createRunHandler(context, fetcher, id)]),
  ) as unknown as RunHandlers;
}

const createRunHandler =
  (context: ApiContext, fetcher: MaterialFetcher, recipeId: ListedRecipeId) =>
  async ({ key, body, request }: Pick<Call<RunName>, 'key' | 'body' | 'request'>): Promise<Answer | SyncRunResult> => {
    const recipe: Recipe = recipes[recipeId];
    const { job, isNew } = await startRun(context, fetcher, { key, recipeId, input: { ...body } });
    if (recipe.reply === 'queued') {
      return toQueued(context, job);
    }
    const isAsked = /\brespond-async\b/i.test(request.headers.get('Prefer') ?? '');
    if (isAsked && job.status !== 'completed') {
      return toAccepted(context, job, { 'Preference-Applied': 'respond-async' });
    }
    return toRunResult(context, await waitForJob(context, job.id), isNew);
  };

/** Returns 202 with the job instead of its result. */
const toAccepted = async (context: ApiContext, job: Job, headers: Record<string, string>): Promise<Answer> =>
  new Answer(await toJobView(context, job), { status: 202, headers: { ...toLocation(context, job), ...headers } });

/** Returns 202 with the queued job, whose id has the name that the contract gives it. */
export const toQueued = async (context: ApiContext, job: Job): Promise<Answer> =>
  new Answer(
    { ...(await toJobView(context, job)), envelopeId: job.id },
    { status: 202, headers: toLocation(context, job) },
  );

const toLocation = ({ base }: ApiContext, { id }: Job): Record<string, string> => ({
  Location: createLinks(base).jobPath(id),
});
