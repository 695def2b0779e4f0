import type { EngineTask, TaskAnswer, TaskRequest, MediaFacts } from '#core/protocol/engine-tasks.ts';
import type { WireFailure } from '#core/lib/failure.ts';
import type { Asset } from '#core/model/records.ts';
import type { Store } from './store.ts';
import { listKeptFiles } from './sweep.ts';

/** The time after which a task that was not requested again is dropped, because its caller has given up. */
const wantedMs = 60_000;

/** The time for which equal requests get the same failure; after that the task is retried. */
const failedMs = 60_000;

/** The minimum interval between two writes of the time when a result was last used. */
const touchMs = 3_600_000;

type TaskStore = Pick<Store, 'transact'>;

/** Returns the id of the task for a request. */
async function toTaskId(request: TaskRequest): Promise<string> {
  const fields = Object.entries(request).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify(fields)));
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Returns the task for `request`: an existing one, or a new one. */
export async function requestTask(store: Store, request: TaskRequest, now: number): Promise<EngineTask> {
  const id = await toTaskId(request);
  const known = await store.get('errands', id);
  if (known && isFresh(known, now)) {
    return known;
  }
  return store.transact(['errands'], async (transaction) => {
    const row = await transaction.get('errands', id);
    const isDone = row?.status === 'done';
    const asked: EngineTask = {
      id,
      request,
      status: isDone ? 'done' : 'waiting',
      answer: isDone ? row.answer : null,
      error: null,
      askedAt: now,
    };
    await transaction.put('errands', asked);
    return asked;
  });
}

function isFresh({ status, askedAt }: EngineTask, now: number): boolean {
  const freshMs = { waiting: wantedMs / 2, done: touchMs, failed: failedMs };
  return now - askedAt < freshMs[status];
}

/** Returns the oldest waiting task of these kinds. Removes tasks whose callers have given up. */
export const nextTask = (
  store: TaskStore,
  kinds: readonly TaskRequest['kind'][],
  now: number,
): Promise<EngineTask | undefined> =>
  store.transact(['errands'], async (transaction) => {
    const waiting = await transaction.list('errands', { index: 'status', value: 'waiting' });
    const given = waiting.filter(({ askedAt }) => now - askedAt > wantedMs);
    await Promise.all(given.map(({ id }) => transaction.remove('errands', id)));
    return waiting
      .filter((task) => kinds.includes(task.request.kind) && !given.includes(task))
      .toSorted((a, b) => a.askedAt - b.askedAt)[0];
  });

/** Ends a task. Returns false if its row is deleted, so that the result is not needed. */
export const settleTask = (
  store: TaskStore,
  id: string,
  end: { readonly answer: TaskAnswer } | { readonly error: WireFailure },
  now: number,
): Promise<boolean> =>
  store.transact(['errands'], async (transaction) => {
    const row = await transaction.get('errands', id);
    if (!row) {
      return false;
    }
    const settled: EngineTask =
      'answer' in end
        ? { ...row, status: 'done', answer: end.answer, error: null, askedAt: now }
        : { ...row, status: 'failed', answer: null, error: end.error, askedAt: now };
    await transaction.put('errands', settled);
    return true;
  });

/** Writes the facts about a file to the row of its asset. */
export const noteFacts = (store: TaskStore, { id }: Asset, facts: MediaFacts): Promise<void> =>
  store.transact(['assets'], async (transaction) => {
    const asset = await transaction.get('assets', id);
    if (asset) {
      await transaction.put('assets', { ...asset, facts });
    }
  });

/** Lists the cached results, least recently used first. */
export const listAnswers = async (store: Pick<Store, 'list'>): Promise<EngineTask[]> =>
  (await store.list('errands', { index: 'status', value: 'done' })).toSorted((a, b) => a.askedAt - b.askedAt);

/** Removes a result: first the row and then the file. */
export async function removeAnswer(
  store: Pick<Store, 'transact' | 'bytes'>,
  { id, answer }: EngineTask,
): Promise<void> {
  await store.transact(['errands'], (transaction) => transaction.remove('errands', id));
  if (answer) {
    await store.bytes.remove(answer.file);
  }
}

/** Removes tasks that are no longer needed: expired failures, and results for deleted files. */
export async function dropUselessTasks(store: Pick<Store, 'list' | 'transact' | 'bytes'>, now: number): Promise<void> {
  const [tasks, kept] = await Promise.all([store.list('errands'), listKeptFiles(store)]);
  const files = new Set(kept.map(({ file }) => file));
  const isUseless = ({ status, request, askedAt }: EngineTask): boolean =>
    (status === 'failed' && now - askedAt > failedMs) ||
    (status === 'done' && 'file' in request && !files.has(request.file));
  for (const task of tasks.filter(isUseless)) {
    await removeAnswer(store, task);
  }
}
