import { Failure } from '#core/lib/failure.ts';
import type { Recipe } from '#core/protocol/operation.ts';
import type { Job } from '#core/model/records.ts';
import { findRecipeId, recipes, type RecipeId } from '#recipes/catalog.ts';
import { getJob } from '#store/jobs.ts';
import { anotherProposal, refuseUnlessWaiting, reviewJob, type Review } from '#store/reviews.ts';
import { chooseModels } from './choose-model.ts';
import { replaceIn, toFingerprint } from './fingerprint.ts';
import type { Call } from './handler.ts';
import { toCanonicalJson } from './hash.ts';
import { invalid, parsePart } from './parse-request.ts';
import type { ApiContext } from './ports.ts';
import { redactMaterial } from './redact-address.ts';
import { settleInput } from './settle-input.ts';

type ReviewBody = Call<'reviewJob'>['body'];
type Input = Job['input'];

/**
 * Applies the user's decision on a proposal and returns the job. Throws JOB_NOT_FOUND, NOT_REVIEWABLE, and VALIDATION_FAILED for a
 * decision that does not fit the recipe. After a failure the job still waits.
 */
export async function reviewRun(context: ApiContext, id: string, body: ReviewBody): Promise<Job> {
  const { store, bell, clock } = context;
  const job = await getJob(store, id);
  refuseUnlessWaiting(job);
  if (body.updatedAt !== undefined && Date.parse(body.updatedAt) !== job.updatedAt) {
    throw anotherProposal();
  }
  const reviewed = await reviewJob(store, id, job.updatedAt, await toReview(context, job, body), clock.now());
  bell.ring('jobs');
  bell.ring('account');
  return reviewed;
}

async function toReview(
  context: ApiContext,
  job: Job,
  { decision, proposal, parameters }: ReviewBody,
): Promise<Review> {
  const recipeId = getRecipeId(job);
  if (parameters !== undefined && decision !== 'regenerate') {
    throw invalid([
      {
        path: 'parameters',
        message: 'only the decision "regenerate" accepts parameters; omit them or change the decision',
      },
    ]);
  }
  if (decision === 'reject') {
    return { decision };
  }
  const settled = settleProposal(recipeId, job, proposal);
  return decision === 'approve'
    ? { decision, ...settled }
    : { decision, ...settled, change: await changeInput(context, recipeId, job, parameters ?? {}) };
}

/** Returns the proposal of the decision: the job's own, or the one in the request, which the recipe validates and completes. */
function settleProposal(recipeId: RecipeId, job: Job, sent: unknown): { proposal: unknown; isEdited: boolean } {
  const recipe: Recipe = recipes[recipeId];
  if (sent === undefined || !recipe.proposal) {
    return { proposal: job.proposal, isEdited: false };
  }
  const parsed = parsePart(recipe.proposal, sent, ['proposal']);
  const proposal = recipe.settleProposal?.(parsed, job.proposal, job.input) ?? parsed;
  return { proposal, isEdited: toCanonicalJson(proposal) !== toCanonicalJson(job.proposal) };
}

/**
 * Returns the input with changed parameters, and the values that follow from them. Null removes a parameter, so its default
 * applies. The materials of a run cannot change.
 */
async function changeInput(
  context: ApiContext,
  recipeId: RecipeId,
  job: Job,
  parameters: Input,
): Promise<Pick<Job, 'input' | 'fingerprint' | 'modelIds'>> {
  const recipe: Recipe = recipes[recipeId];
  const given = Object.entries({ ...job.input, ...parameters }).filter(([, value]) => value !== null);
  const parsed = toRecord(parsePart(recipe.input, Object.fromEntries(given), ['parameters']));
  const assets = await Promise.all(job.materialIds.map((id) => context.store.get('assets', id)));
  const input = await redactMaterials(recipe, settleInput(recipe, parsed, assets, ['parameters']));
  const wishes = recipe.materials(input);
  refuseOtherMaterials(recipe, await redactMaterials(recipe, job.input), input);
  const chosen = await chooseModels(context, recipe.models(input));
  const models = chosen.map(({ model }) => model);
  const fingerprint = await toFingerprint({
    recipeId,
    input,
    wishes,
    assets: assets.map((asset) => ({ sha256: asset?.sha256 ?? null })),
    models,
    isWatermarked: job.isWatermarked,
  });
  return { input, fingerprint, modelIds: models.map(({ id }) => id) };
}

/** Returns the input with URLs as they may be stored. A caller that sends them again must send them in full. */
async function redactMaterials(recipe: Recipe, input: Input): Promise<Input> {
  const shown = recipe
    .materials(input)
    .map(async ({ path, material }) => [path, await redactMaterial(material)] as const);
  return replaceIn(input, new Map(await Promise.all(shown)));
}

function refuseOtherMaterials(recipe: Recipe, before: Input, after: Input): void {
  const named = recipe.materials(before);
  const other = recipe.materials(after).find(({ material }, index) => named[index]?.material !== material);
  if (other || named.length !== recipe.materials(after).length) {
    const path = `parameters.${other?.path ?? named.at(-1)?.path ?? ''}`;
    throw invalid([{ path, message: 'the materials of a run cannot change; start another run instead' }]);
  }
}

function getRecipeId({ recipeId }: Job): RecipeId {
  const found = findRecipeId(recipeId);
  if (!found) {
    throw new Failure('NOT_REVIEWABLE', {
      message: `This version of Offcut has no recipe "${recipeId}"; reject the job, or update Offcut.`,
    });
  }
  return found;
}

const toRecord = (value: unknown): Input => ({ ...(typeof value === 'object' ? value : null) });
