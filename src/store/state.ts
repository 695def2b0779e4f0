import { stateTables, type State, type StateTable } from '#core/model/state.ts';
import type { Checkpoint, Key, Model, RowOf } from '#core/model/records.ts';
import { requeueRunning } from './losses.ts';
import type { Store } from './store.ts';

/** Reads all rows of the state in one transaction, so that they are consistent while jobs run. */
export const readState = (store: Pick<Store, 'transact'>): Promise<State> =>
  store.transact(stateTables, async (transaction) => {
    const state: State = {
      account: await transaction.list('account'),
      keys: await transaction.list('keys'),
      tickets: await transaction.list('tickets'),
      assets: await transaction.list('assets'),
      jobs: await transaction.list('jobs'),
      checkpoints: (await transaction.list('checkpoints')).flatMap(keepFinished),
      canvases: await transaction.list('canvases'),
      versions: await transaction.list('versions'),
      documents: await transaction.list('documents'),
      replays: await transaction.list('replays'),
      measurements: await transaction.list('measurements'),
      models: await transaction.list('models'),
      bookings: await transaction.list('bookings'),
    };
    return state;
  });

/** Keeps the finished steps of a checkpoint. The scratch files of the others change while a job runs, so those steps run again. */
function keepFinished(checkpoint: Checkpoint): Checkpoint[] {
  const steps = checkpoint.steps.filter(({ isDone }) => isDone);
  return steps.length === 0 ? [] : [{ ...checkpoint, steps }];
}

/**
 * Replaces all rows of the state in one transaction. The files of the rows must exist. Running jobs are queued again, downloads of
 * models are paused, and open pages keep their session.
 */
export const replaceState = (store: Pick<Store, 'transact'>, state: State, now: number): Promise<void> =>
  store.transact(stateTables, async (transaction) => {
    const sessions = (await transaction.list('keys')).filter(({ kind }) => kind === 'session');
    await Promise.all(stateTables.map((table) => transaction.clear(table)));
    await Promise.all(sessions.map((session) => transaction.put('keys', toUnused(session))));
    const stored: State = { ...state, models: state.models.map(toPaused) };
    for (const table of stateTables) {
      const rows: readonly RowOf<StateTable>[] = stored[table];
      await Promise.all(rows.map((row) => transaction.put(table, row)));
    }
    await requeueRunning(transaction, () => true, now);
  });

/** The runs that a session has paid are not part of the new state. */
const toUnused = (session: Key): Key => ({ ...session, spentCredits: 0, reservedCredits: 0 });

/** A download in progress would continue with files that only the replaced rows name. */
const toPaused = (model: Model): Model => (model.status === 'downloading' ? { ...model, status: 'paused' } : model);
