import type { Snapshot } from '#core/model/lab-rows.ts';
import { toIsoTime } from '#core/lib/time.ts';
import { deleteSnapshot, getSnapshot, takeSnapshot } from '#store/snapshots.ts';
import type { Handlers, OutputOf } from '../handler.ts';
import type { ApiContext } from '../ports.ts';
import { parseState, restoreState } from '../stored-state.ts';

type Names = 'listSnapshots' | 'takeSnapshot' | 'restoreSnapshot' | 'deleteSnapshot';

/** Creates the handlers of the lab that read and replace the stored state. */
export function createLabStateHandlers(context: ApiContext): Pick<Handlers, Names> {
  const { store, bell, clock } = context;
  return {
    listSnapshots: async () =>
      (await store.list('snapshots')).toSorted((a, b) => b.createdAt - a.createdAt).map(toSnapshotView),
    takeSnapshot: async ({ body }) => {
      const snapshot = await takeSnapshot(store, body.name, clock.now());
      bell.ring('snapshots');
      return toSnapshotView(snapshot);
    },
    restoreSnapshot: ({ params }) => restoreSnapshot(context, params.name),
    deleteSnapshot: async ({ params }) => {
      await deleteSnapshot(store, params.name);
      bell.ring('snapshots');
      return { name: params.name, deleted: true };
    },
  };
}

const toSnapshotView = ({ id, sizeBytes, files, counts, createdAt }: Snapshot): OutputOf<'takeSnapshot'> => ({
  name: id,
  sizeBytes,
  files: files.length,
  rows: counts,
  createdAt: toIsoTime(createdAt),
});

/** Replaces the state by a snapshot. Throws NOT_FOUND. */
export async function restoreSnapshot(context: ApiContext, name: string): Promise<OutputOf<'restoreSnapshot'>> {
  const snapshot = await getSnapshot(context.store, name);
  const file = await context.store.bytes.read(snapshot.file);
  await restoreState(context, parseState(JSON.parse(await file.text()), [name]));
  return toSnapshotView(snapshot);
}
