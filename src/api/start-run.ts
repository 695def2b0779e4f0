import { engineVersion } from '#core/engine.ts';
import { Failure } from '#core/failure.ts';
import { isOpenStatus } from '#core/job-status.ts';
import { newJob, type Asset, type Job, type Key } from '#core/records.ts';
import { recipes, type InputOf, type RecipeId } from '#recipes/catalog.ts';
import { leastBytesFor } from '#recipes/remove-background/size.ts';
import { createId } from '#store/ids.ts';
import { enqueueJob, readAccount } from '#store/jobs.ts';
import { requireRoom } from '#store/room.ts';
import type { Store } from '#store/store.ts';
import { readKey } from './authorise.ts';
import { findKeyBlockers, findStateBlockers, refuseFirst } from './blockers.ts';
import { chooseModel, type ChosenModel } from './choose-model.ts';
import { estimateSeconds } from './eta.ts';
import { hashText, toCanonicalJson } from './hash.ts';
import { findMaterial, type MaterialFetcher } from './material.ts';
import type { World } from './ports.ts';

/** A recipe that is built takes a material; what else it takes is its own. */
type RunInput = InputOf<'remove-background'>;

export type RunRequest = { readonly key: Key; readonly recipeId: RecipeId; readonly input: RunInput };

/** The job that stands for a call; `isNew` unless an identical one was there before. */
export type Started = { readonly job: Job; readonly isNew: boolean };

/** What is decided before there is a job. */
type Plan = RunRequest & ChosenModel & { readonly isWatermarked: boolean };

/** The identical run that is there already, or a new one in the queue; refuses early what cannot be run. */
export async function startRun(world: World, fetcher: MaterialFetcher, request: RunRequest): Promise<Started> {
  const { store } = world;
  const { key, recipeId } = request;
  refuseFirst(findKeyBlockers(key, recipeId));
  const plan: Plan = {
    ...request,
    ...(await chooseModel(world, request.input)),
    isWatermarked: isWatermarked((await readAccount(store)).plan),
  };
  // Looked for before the identical run is, though it counts after it: a run that begins in between is then joined, and not
  // taken for another one that is in flight.
  const blockers = await findStateBlockers(store, key, recipeId);
  const material = await findMaterial(world, request.input.material);
  const same = material.kept && (await findSame(store, await toFingerprint(plan, material.kept)));
  if (same) {
    return { job: same, isNew: false };
  }
  refuseFirst(blockers);
  if (!(await world.hasEngine())) {
    throw new Failure('ENGINE_UNAVAILABLE', { details: { retryAfterSeconds: 5 } });
  }
  const asset = material.kept ?? (await fetcher(material.address));
  // However small the result comes out. The engine, which can look inside, knows more.
  await requireRoom(store, 'The run', leastBytesFor(request.input, asset.sizeBytes));
  return enqueue(world, plan, asset);
}

/** True on plans that put a watermark on results. */
export const isWatermarked = (plan: string): boolean => plan === 'free';

/** Equal for two runs exactly if they must give the same result. */
function toFingerprint({ recipeId, input, model, isWatermarked }: Plan, asset: Asset): Promise<string> {
  // Naming the model that would be used anyway is the same run.
  const { material: _, model: __, ...parameters } = input;
  return hashText(
    toCanonicalJson({
      recipeId,
      material: asset.sha256,
      parameters,
      model: { id: model.id, files: model.variants.map((one) => one.sha256) },
      engineVersion,
      isWatermarked,
    }),
  );
}

/**
 * An identical run that is done or under way. One that failed or was canceled is no answer, and one that is being canceled
 * would end so for who joins it.
 */
async function findSame(rows: Pick<Store, 'get' | 'list'>, fingerprint: string): Promise<Job | undefined> {
  const jobs = await rows.list('jobs', { index: 'fingerprint', value: fingerprint });
  const newest = jobs.toSorted((a, b) => b.createdAt - a.createdAt);
  const done = newest.find((job) => job.status === 'completed');
  return done ?? newest.find((job) => isOpenStatus(job.status) && !job.isCancelRequested);
}

/** The row, and all that was checked before once more: between then and now others may have come first. */
async function enqueue(world: World, plan: Plan, asset: Asset): Promise<Started> {
  const job = await toJob(world, plan, asset);
  const started = await world.store.transact(async (transaction): Promise<Started> => {
    const same = await findSame(transaction, job.fingerprint);
    if (same) {
      return { job: same, isNew: false };
    }
    if (!(await transaction.get('assets', asset.id))) {
      throw new Failure('MATERIAL_NOT_FOUND');
    }
    if (plan.isModelKept && !(await transaction.get('models', plan.model.id))) {
      throw new Failure('MODEL_NOT_FOUND', { message: `The model "${plan.model.name}" was removed just now.` });
    }
    const key = await readKey(transaction, plan.key.id);
    refuseFirst(await findStateBlockers(transaction, key, plan.recipeId));
    await enqueueJob(transaction, job);
    return { job, isNew: true };
  });
  if (started.isNew) {
    world.bell.ring('jobs');
    world.bell.ring('account');
  }
  return started;
}

async function toJob(world: World, plan: Plan, asset: Asset): Promise<Job> {
  const { key, recipeId, input, model, isWatermarked } = plan;
  return newJob(
    {
      id: createId('job'),
      recipeId,
      fingerprint: await toFingerprint(plan, asset),
      keyId: key.id,
      materialId: asset.id,
      input,
      modelId: model.id,
      isWatermarked,
      etaSeconds: await estimateSeconds(world.store, recipeId, { quality: input.quality, model: model.id }),
      credits: recipes[recipeId].priceCredits,
    },
    world.clock.now(),
  );
}
