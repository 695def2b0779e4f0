import { describeMissingTrack } from '#core/model/audio-tracks.ts';
import { Failure } from '#core/lib/failure.ts';
import { describeUndersize } from '#core/model/size-limits.ts';
import { isOpenStatus } from '#core/model/job-status.ts';
import { getMediaKind } from '#core/model/media-kind.ts';
import type { MaterialWish, Recipe } from '#core/protocol/operation.ts';
import { newJob } from '#core/model/new-job.ts';
import type { Asset, Job, Key } from '#core/model/records.ts';
import { findRecipeId, getPace, recipes, type RecipeId } from '#recipes/catalog.ts';
import { readAccount } from '#store/account.ts';
import { createId } from '#store/ids.ts';
import { jobTables } from '#store/job-moves.ts';
import { enqueueJob } from '#store/jobs.ts';
import { requireRoom } from '#store/room.ts';
import type { Rows } from '#store/store.ts';
import { readKey } from './authorise.ts';
import { findKeyBlockers, findStateBlockers, refuseFirst } from './blockers.ts';
import { chooseModels, type ChosenModel } from './choose-model.ts';
import { toWorkload } from '#core/model/run-pace.ts';
import { estimateSeconds } from './eta.ts';
import { replaceIn, toFingerprint } from './fingerprint.ts';
import { findMaterial, type Material, type MaterialFetcher } from './material.ts';
import { invalid } from './parse-request.ts';
import type { ApiContext } from './ports.ts';
import { settleInput } from './settle-input.ts';

/** A run call. `input` is the body of the request after the recipe's schema has parsed it. */
export type RunRequest = {
  readonly key: Key;
  readonly recipeId: RecipeId;
  readonly input: Readonly<Record<string, unknown>>;
};

/** The job for a call; `isNew` is false if an identical job existed before. */
export type Started = { readonly job: Job; readonly isNew: boolean };

/** The decisions before the job exists. */
type Plan = RunRequest & {
  readonly wishes: readonly MaterialWish[];
  readonly models: readonly ChosenModel[];
  readonly isWatermarked: boolean;
};

/** Returns the existing identical run, or a new one in the queue. Refuses early a run that cannot succeed. */
export async function startRun(context: ApiContext, fetcher: MaterialFetcher, request: RunRequest): Promise<Started> {
  const { store } = context;
  const { key, recipeId, input } = request;
  refuseFirst(findKeyBlockers(key, recipeId));
  const recipe: Recipe = recipes[recipeId];
  const plan: Plan = {
    ...request,
    wishes: recipe.materials(input),
    models: await chooseModels(context, recipe.models(input)),
    isWatermarked: isWatermarked((await readAccount(store)).plan),
  };
  // Read before the identical run is searched, although a blocker counts only without one: a run that begins in between is then
  // joined instead of blocking this call.
  const blockers = await findStateBlockers(store, key, recipeId);
  const materials = await Promise.all(plan.wishes.map((wish) => findMaterial(context, wish)));
  const kept = materials.flatMap((material) => (material.kept ? [material.kept] : []));
  const isAllKept = kept.length === materials.length;
  const same = isAllKept && (await findSame(store, await identify(settle(recipe, plan, kept), kept)));
  if (same) {
    return { job: same, isNew: false };
  }
  refuseFirst(blockers);
  if (!(await context.hasEngine())) {
    throw new Failure('ENGINE_UNAVAILABLE', { details: { retryAfterSeconds: 5 } });
  }
  const assets = await fetchMissing(fetcher, materials);
  refuseWrongKinds(recipe, plan.wishes, assets);
  assets.forEach((asset) => refuseSmallVideo(recipe, asset));
  refuseMissingTracks(plan.wishes, assets);
  // The minimum for any result. The engine, which can read the files, estimates more precisely.
  const materialBytes = assets.map(({ sizeBytes }) => sizeBytes);
  await requireRoom(store, 'The run', recipe.minBytes(input, materialBytes));
  return enqueue(context, settle(recipe, plan, assets), assets);
}

const settle = (recipe: Recipe, plan: Plan, assets: readonly Asset[]): Plan => ({
  ...plan,
  input: settleInput(recipe, plan.input, assets),
});

/** True on plans that put a watermark on results. */
export const isWatermarked = (plan: string): boolean => plan === 'free';

async function fetchMissing(fetcher: MaterialFetcher, materials: readonly Material[]): Promise<Asset[]> {
  const assets: Asset[] = [];
  for (const material of materials) {
    assets.push(material.kept ?? (await fetcher(material.address)));
  }
  return assets;
}

const kindNames = { video: 'a video', picture: 'an image', sound: 'audio', font: 'a font' } as const;

/** Refuses materials of a kind that the recipe does not accept. Throws UNSUPPORTED_MEDIA. */
function refuseWrongKinds(recipe: Recipe, wishes: readonly MaterialWish[], assets: readonly Asset[]): void {
  for (const [index, { path, kinds }] of wishes.entries()) {
    const asset = assets[index];
    const kind = asset && getMediaKind(asset.mimeType);
    if (kind && !kinds.includes(kind)) {
      const wanted = kinds.map((one) => kindNames[one]).join(' or ');
      throw new Failure('UNSUPPORTED_MEDIA', {
        message: `${recipe.name} needs ${wanted} as ${path}, but this material is ${kindNames[kind]} (${asset.mimeType}); send another material.`,
        details: [{ path, message: `must be ${wanted}` }],
      });
    }
  }
}

/** Refuses a video that is known to be smaller than the recipe accepts. Throws UNSUPPORTED_MEDIA. */
export function refuseSmallVideo({ minSidePx = 0 }: Recipe, { name, facts }: Pick<Asset, 'name' | 'facts'>): void {
  const { kind, width = null, height = null } = facts ?? {};
  const message =
    kind === 'video' && width !== null && height !== null && describeUndersize({ width, height }, minSidePx);
  if (message) {
    throw new Failure('UNSUPPORTED_MEDIA', { message: `"${name}": ${message}` });
  }
}

/**
 * Throws VALIDATION_FAILED for an audio track that a material does not have, if its tracks are known. Images have none and need
 * none.
 */
function refuseMissingTracks(wishes: readonly MaterialWish[], assets: readonly Asset[]): void {
  const faults = wishes.flatMap(({ audioTrack }, at) => {
    const { kind, audioTracks } = assets[at]?.facts ?? {};
    if (!audioTrack || !audioTracks || kind === 'picture' || audioTrack.index < audioTracks.length) {
      return [];
    }
    return [{ path: audioTrack.path, message: describeMissingTrack(audioTrack.index, audioTracks.length) }];
  });
  if (faults.length > 0) {
    throw invalid(faults);
  }
}

const identify = ({ recipeId, input, wishes, models, isWatermarked }: Plan, assets: readonly Asset[]) =>
  toFingerprint({ recipeId, input, wishes, assets, models: models.map(({ model }) => model), isWatermarked });

/**
 * Finds an identical run that is completed or in progress. Ignores runs that failed, were canceled, or are being canceled, and runs
 * with an edited proposal.
 */
export async function findSame(rows: Pick<Rows<'jobs'>, 'list'>, fingerprint: string): Promise<Job | undefined> {
  const jobs = await rows.list('jobs', { index: 'fingerprint', value: fingerprint });
  const equal = jobs.filter((job) => !job.isProposalEdited).toSorted((a, b) => b.createdAt - a.createdAt);
  const done = equal.find((job) => job.status === 'completed' && isWhole(job));
  return done ?? equal.find((job) => isOpenStatus(job.status) && !job.isCancelRequested);
}

/** Whether the canvas of the job still exists, if it had one. A completed run returns both its result and its canvas. */
function isWhole({ recipeId, canvasId }: Job): boolean {
  const id = findRecipeId(recipeId);
  return canvasId !== null || (id !== undefined && !recipes[id].makesCanvas);
}

/** Writes the row, after repeating all checks, because other calls may have changed the rows in the meantime. */
async function enqueue(context: ApiContext, plan: Plan, assets: readonly Asset[]): Promise<Started> {
  const job = await toJob(context, plan, assets);
  const started = await context.store.transact([...jobTables, 'models'], async (transaction): Promise<Started> => {
    const same = await findSame(transaction, job.fingerprint);
    if (same) {
      return { job: same, isNew: false };
    }
    for (const { id } of assets) {
      if (!(await transaction.get('assets', id))) {
        throw new Failure('MATERIAL_NOT_FOUND');
      }
    }
    for (const { model, isModelKept } of plan.models) {
      if (isModelKept && !(await transaction.get('models', model.id))) {
        throw new Failure('MODEL_NOT_FOUND', {
          message: `The model "${model.name}" was just removed; install it again, or choose another one.`,
        });
      }
    }
    const key = await readKey(transaction, plan.key.id);
    refuseFirst(await findStateBlockers(transaction, key, plan.recipeId));
    await enqueueJob(transaction, job);
    return { job, isNew: true };
  });
  if (started.isNew) {
    context.bell.ring('jobs');
    context.bell.ring('account');
  }
  return started;
}

async function toJob(context: ApiContext, plan: Plan, assets: readonly Asset[]): Promise<Job> {
  const { key, recipeId, input, models, isWatermarked } = plan;
  const modelIds = models.map(({ model }) => model.id);
  return newJob(
    {
      id: createId('job'),
      recipeId,
      fingerprint: await identify(plan, assets),
      keyId: key.id,
      materialIds: assets.map(({ id }) => id),
      input: replaceIn(
        input,
        new Map(plan.wishes.map((wish, index) => [wish.path, getShownName(wish, assets[index])])),
      ),
      modelIds,
      isWatermarked,
      etaSeconds: await estimateSeconds(context.store, recipeId, {
        pace: getPace(recipeId, input),
        modelIds,
        workload: toWorkload(
          assets.map(({ facts }) => facts),
          input,
        ),
      }),
      credits: recipes[recipeId].priceCredits,
    },
    context.clock.now(),
  );
}

/** The URL of a material as it may be stored; undefined for a handle, which stays unchanged. */
const getShownName = ({ material }: MaterialWish, asset: Asset | undefined): string | undefined =>
  asset?.id === material ? undefined : (asset?.sourceUrl ?? undefined);
