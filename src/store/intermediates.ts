import { isOpenStatus } from '#core/job-status.ts';
import type { Checkpoint } from '#core/records.ts';
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
    const isDropped = await store.transact(['jobs', 'checkpoints'], async (transaction) => {
      const job = await transaction.get('jobs', checkpoint.id);
      const isClaimed = job?.status === 'running' || job?.status === 'queued';
      await (isClaimed ? undefined : transaction.remove('checkpoints', checkpoint.id));
      return !isClaimed;
    });
    if (isDropped) {
      await dropMade(store, listStepFiles(checkpoint));
      left -= sizeBytes;
    }
  }
}

/** In the order in which they go: first those of lost runs, then those that wait for review; the oldest first. */
async function listResting(store: Files): Promise<Resting[]> {
  const found = await Promise.all(
    (await store.list('checkpoints')).map(async (checkpoint) => ({
      checkpoint,
      job: await store.get('jobs', checkpoint.id),
      sizeBytes: await measure(store, checkpoint),
    })),
  );
  const isWaiting = ({ job }: (typeof found)[number]): number => Number(job !== undefined && isOpenStatus(job.status));
  return found
    .filter(({ job }) => job?.status !== 'running' && job?.status !== 'queued')
    .toSorted((a, b) => isWaiting(a) - isWaiting(b) || (a.job?.updatedAt ?? 0) - (b.job?.updatedAt ?? 0));
}

async function measure({ bytes }: Files, checkpoint: Checkpoint): Promise<number> {
  const made = listStepFiles(checkpoint);
  const files = (await bytes.list()).filter((name) =>
    made.some((file) => name === file || name.startsWith(`${file}.`)),
  );
  const sizes = await Promise.all(files.map(async (name) => (await bytes.read(name)).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}
