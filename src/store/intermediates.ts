import { isOpenStatus } from '#core/model/job-status.ts';
import type { EngineTask } from '#core/protocol/engine-tasks.ts';
import type { Checkpoint, Job } from '#core/model/records.ts';
import { listAnswers, removeAnswer } from './engine-tasks.ts';
import type { Store } from './store.ts';
import { dropMade, listStepFiles } from './sweep.ts';

/** The maximum total size of intermediates, files that only save repeated work. */
const budgetBytes = 4 * 1024 ** 3;

/** The maximum number of cached task results: each is a file and a row. */
const answersMax = 5000;

type Files = Pick<Store, 'bytes' | 'get' | 'list' | 'transact'>;

/** A checkpoint that no run is working on. */
type Resting = { readonly checkpoint: Checkpoint; readonly sizeBytes: number };

/** Deletes intermediates beyond the limit. */
export async function trimIntermediates(store: Files): Promise<void> {
  const [resting, answers] = await Promise.all([listResting(store), listAnswers(store)]);
  const restingBytes = resting.reduce((sum, one) => sum + one.sizeBytes, 0);
  await dropAnswers(store, answers.slice(0, -answersMax), Number.POSITIVE_INFINITY);
  const newest = answers.slice(-answersMax);
  const answerBytes = newest.reduce((sum, one) => sum + getSize(one), 0);
  const left = await dropAnswers(store, newest, answerBytes + restingBytes - budgetBytes);
  await dropFirst(store, resting, left);
}

/** Deletes intermediates until `wantedBytes` are free or none are left. The first are those that are cheapest to create again. */
export async function freeIntermediates(store: Files, wantedBytes: number): Promise<void> {
  const left = await dropAnswers(store, await listAnswers(store), wantedBytes);
  await dropFirst(store, await listResting(store), left);
}

const getSize = ({ answer }: EngineTask): number => answer?.sizeBytes ?? 0;

/** Deletes task results until `wantedBytes` are free. Returns the number of bytes that are still missing. */
async function dropAnswers(store: Files, answers: readonly EngineTask[], wantedBytes: number): Promise<number> {
  let left = wantedBytes;
  for (const task of answers) {
    if (left <= 0) {
      return left;
    }
    await removeAnswer(store, task);
    left -= getSize(task);
  }
  return left;
}

async function dropFirst(store: Files, resting: readonly Resting[], wantedBytes: number): Promise<void> {
  let left = wantedBytes;
  for (const { checkpoint, sizeBytes } of resting) {
    if (left <= 0) {
      return;
    }
    const dropped = await removeResting(store, checkpoint.id);
    if (dropped) {
      await dropMade(store, listStepFiles(dropped));
      left -= sizeBytes;
    }
  }
}

/** Removes the row of an unowned checkpoint. Returns undefined if another job has taken it over since it was listed. */
const removeResting = (store: Files, id: string): Promise<Checkpoint | undefined> =>
  store.transact(['jobs', 'checkpoints'], async (transaction) => {
    const checkpoint = await transaction.get('checkpoints', id);
    if (!isResting(await transaction.get('jobs', id))) {
      return undefined;
    }
    await transaction.remove('checkpoints', id);
    return checkpoint;
  });

const isResting = (job: Job | undefined): boolean => job?.status !== 'running' && job?.status !== 'queued';

/** Lists unowned checkpoints in the order of deletion: first those of lost runs, then those that wait for review; oldest first. */
async function listResting(store: Files): Promise<Resting[]> {
  const found = await Promise.all(
    (await store.list('checkpoints')).map(async (checkpoint) => ({
      checkpoint,
      job: await store.get('jobs', checkpoint.id),
    })),
  );
  const isWaiting = ({ job }: (typeof found)[number]): number => Number(job !== undefined && isOpenStatus(job.status));
  const resting = found
    .filter(({ job }) => isResting(job))
    .toSorted((a, b) => isWaiting(a) - isWaiting(b) || (a.job?.updatedAt ?? 0) - (b.job?.updatedAt ?? 0));
  return Promise.all(
    resting.map(async ({ checkpoint }) => ({ checkpoint, sizeBytes: await measure(store, checkpoint) })),
  );
}

async function measure({ bytes }: Files, checkpoint: Checkpoint): Promise<number> {
  const made = listStepFiles(checkpoint);
  const files = (await bytes.list()).filter((name) =>
    made.some((file) => name === file || name.startsWith(`${file}.`)),
  );
  // A file may be deleted in the meantime: a job that waits for review can be canceled at any time.
  const measureFile = (name: string): Promise<number> =>
    bytes.read(name).then(
      ({ size }) => size,
      () => 0,
    );
  const sizes = await Promise.all(files.map(measureFile));
  return sizes.reduce((sum, size) => sum + size, 0);
}
