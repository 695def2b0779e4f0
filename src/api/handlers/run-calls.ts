import { Failure } from '#core/failure.ts';
import { isBuilt, recipeIds, recipes, type RecipeId } from '#recipes/catalog.ts';
import { removeBackground } from '#recipes/remove-background/recipe.ts';
import { Answer } from '../answer.ts';
import { waitForJob } from '../follow-job.ts';
import type { Handler, Handlers } from '../handler.ts';
import { createLinks } from '../links.ts';
import { createMaterialFetcher, type MaterialFetcher } from '../material.ts';
import type { World } from '../ports.ts';
import { startRun, type Started } from '../start-run.ts';
import { toJobView, toRunResult } from '../views.ts';

type RunName = `run:${RecipeId}`;

export function createRunHandlers(world: World): Pick<Handlers, RunName> {
  const fetcher = createMaterialFetcher(world);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the names are the ids of the catalog, all of them
  return Object.fromEntries(recipeIds.map((id) => [`run:${id}`, createRunHandler(world, fetcher, id)])) as Record<
    RunName,
    Handler<RunName>
  >;
}

const createRunHandler =
  (world: World, fetcher: MaterialFetcher, recipeId: RecipeId): Handler<RunName> =>
  async ({ key, body, request }) => {
    if (!isBuilt(recipeId)) {
      throw new Failure('NOT_IMPLEMENTED', {
        message: `${recipes[recipeId].name} is in the catalog but cannot be run yet.`,
      });
    }
    // Of the built recipes there is one; the type of the body cannot say that it is this one.
    const input = removeBackground.input.parse(body);
    const { job, isNew } = await startRun(world, fetcher, { key, recipeId, input });
    const isAsked = /\brespond-async\b/i.test(request.headers.get('Prefer') ?? '');
    if (isAsked && job.status !== 'completed') {
      return toAccepted(world, job);
    }
    return toRunResult(world, await waitForJob(world, job.id), isNew);
  };

/** 202: the job instead of its result. */
const toAccepted = async (world: World, job: Started['job']): Promise<Answer> =>
  new Answer(await toJobView(world, job), {
    status: 202,
    headers: { Location: createLinks(world.base).jobPath(job.id), 'Preference-Applied': 'respond-async' },
  });
