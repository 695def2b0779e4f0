import { Failure } from '#core/lib/failure.ts';
import type { Snapshot } from '#core/model/lab-rows.ts';
import { countRows, listStateFiles, type State } from '#core/model/state.ts';
import { createId } from './ids.ts';
import { schemaVersion } from './migrations.ts';
import { readState } from './state.ts';
import type { Rows, Store } from './store.ts';
import { listNamedFiles, namingTables, sweepMade } from './sweep.ts';

/** The number of attempts at a snapshot while rows are deleted. */
const triesMax = 5;

/**
 * Stores all rows under a name, and replaces a snapshot with the same name. Files are immutable, so the snapshot lists the files
 * that its rows need instead of copying them; they stay as long as the snapshot. Throws IN_FLIGHT if files are deleted all the time.
 */
export async function takeSnapshot(store: Store, name: string, now: number): Promise<Snapshot> {
  for (let tries = 1; tries <= triesMax; tries += 1) {
    const taken = await tryTake(store, name, now);
    if (taken) {
      return taken;
    }
  }
  throw new Failure('IN_FLIGHT', { message: 'Files were deleted while the snapshot was taken; take it again.' });
}

/** Returns null if a row of the snapshot has been deleted since it was read, because its file may be deleted too. */
async function tryTake(store: Store, name: string, now: number): Promise<Snapshot | null> {
  const state = await readState(store);
  const file = createId('snapshot');
  return store.bytes.hold(file, async () => {
    const snapshot: Snapshot = {
      id: name,
      file,
      files: listStateFiles(state),
      counts: countRows(state),
      sizeBytes: measureFiles(state) + (await writeRows(store, file, state)),
      createdAt: now,
    };
    let replaced: Snapshot | undefined;
    const isTaken = await store.transact(namingTables, async (transaction) => {
      const named = await listNamedFiles(transaction);
      if (!snapshot.files.every((one) => named.has(one))) {
        return false;
      }
      replaced = await transaction.get('snapshots', name);
      await transaction.put('snapshots', snapshot);
      return true;
    });
    await sweepMade(store, isTaken ? listFiles(replaced) : [file]);
    return isTaken ? snapshot : null;
  });
}

/** The size of the files whose rows contain their size. */
function measureFiles({ assets, models }: State): number {
  const pieces = models.flatMap(({ files }) => files.flatMap((file) => file.pieces));
  const sizes = new Map([...assets, ...pieces].map(({ file, sizeBytes }) => [file, sizeBytes]));
  return [...sizes.values()].reduce((sum, sizeBytes) => sum + sizeBytes, 0);
}

async function writeRows({ bytes }: Pick<Store, 'bytes'>, file: string, state: State): Promise<number> {
  const json = new TextEncoder().encode(JSON.stringify({ schemaVersion, tables: state }));
  const sink = await bytes.create(file);
  try {
    await sink.write(json);
    await sink.close();
  } catch (thrown) {
    await sink.abort(thrown).catch(() => undefined);
    throw thrown;
  }
  return json.byteLength;
}

const listFiles = (snapshot: Snapshot | undefined): string[] => (snapshot ? [snapshot.file, ...snapshot.files] : []);

/** Returns a snapshot. Throws NOT_FOUND. */
export async function getSnapshot(store: Pick<Rows<'snapshots'>, 'get'>, name: string): Promise<Snapshot> {
  const snapshot = await store.get('snapshots', name);
  if (!snapshot) {
    throw new Failure('NOT_FOUND', { message: 'No snapshot has this name; GET /sandbox/v1/snapshots lists them.' });
  }
  return snapshot;
}

/** Deletes a snapshot, and the files that only it needs. Throws NOT_FOUND. */
export async function deleteSnapshot(store: Store, name: string): Promise<void> {
  const snapshot = await store.transact(['snapshots'], async (transaction) => {
    const found = await getSnapshot(transaction, name);
    await transaction.remove('snapshots', name);
    return found;
  });
  await sweepMade(store, listFiles(snapshot));
}
