import { isOpenStatus } from '#core/job-status.ts';
import type { Checkpoint, Job } from '#core/records.ts';
import type { Store } from './store.ts';
import { dropMade, listStepFiles } from './sweep.ts';

/** How much may be kept only so that work need not be done again. */
const budgetBytes = 4 * 1024 ** 3;

type Files = Pick<Store, 'bytes' | 'get' | 'list' | 'transact'>;

/** A checkpoint that no run is working on. */
type Resting = { readonly checkpoint: Checkpoint; readonly sizeBytes: number };

/** Drops what is over the budget of intermediates. */
export async function trimIntermediates(store: Files): Promise<void> {
  const resting = await listResting(store);
  const total = resting.reduce((sum, one) => sum + one.sizeBytes, 0);
  await dropFirst(store, resting, total - budgetBytes);
}

/** Drops intermediates until `wantedBytes` are freed, or there are no more. */
export const freeIntermediates = async (store: Files, wantedBytes: number): Promise<void> =>
  dropFirst(store, await listResting(store), wantedBytes);

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

/** Removes the row of a checkpoint that is still nobody's; undefined when another job has taken it over since it was listed. */
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

/** In the order in which they go: first those of lost runs, then those that wait for review; the oldest first. */
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
  // A file may go in between: a job that waits for review can be canceled at any time.
  const measureFile = (name: string): Promise<number> =>
    bytes.read(name).then(
      ({ size }) => size,
      () => 0,
    );
  const sizes = await Promise.all(files.map(measureFile));
  return sizes.reduce((sum, size) => sum + size, 0);
}
