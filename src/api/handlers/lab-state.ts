import type { Snapshot } from '#core/model/lab-rows.ts';
import { countRows, listStateFiles, type State } from '#core/model/state.ts';
import { toIsoTime } from '#core/lib/time.ts';
import { deleteSnapshot, getSnapshot, takeSnapshot } from '#store/snapshots.ts';
import { readState } from '#store/state.ts';
import { diffStates } from '../diff-state.ts';
import type { Handlers, OutputOf } from '../handler.ts';
import { openBody } from '../open-body.ts';
import { readPieces } from '../parse-request.ts';
import type { ApiContext } from '../ports.ts';
import { readWorld } from '../read-world.ts';
import { parseState, restoreState } from '../stored-state.ts';
import { writeWorld } from '../write-world.ts';

type Names =
  | 'listSnapshots'
  | 'takeSnapshot'
  | 'restoreSnapshot'
  | 'deleteSnapshot'
  | 'getWorld'
  | 'putWorld'
  | 'getDiff';

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
    getWorld: async ({ query }) =>
      new Response(await writeWorld(store, query.secrets === 'include', clock.now()), {
        headers: {
          'Content-Type': 'application/zip',
          'Content-Disposition': 'attachment; filename="offcut-world.zip"',
        },
      }),
    getDiff: async ({ query }) => {
      const { state, snapshot } = await readSnapshot(context, query.since);
      const changes = diffStates(state, await readState(store));
      return { since: snapshot.id, createdAt: toIsoTime(snapshot.createdAt), ...changes };
    },
    putWorld: async ({ request }) => {
      const state = await readWorld(context, readPieces(await openBody(request)));
      return { restored: true, files: listStateFiles(state).length, rows: countRows(state) };
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
  const { state, snapshot } = await readSnapshot(context, name);
  await restoreState(context, state);
  return toSnapshotView(snapshot);
}

async function readSnapshot({ store }: ApiContext, name: string): Promise<{ snapshot: Snapshot; state: State }> {
  const snapshot = await getSnapshot(store, name);
  const file = await store.bytes.read(snapshot.file);
  return { snapshot, state: parseState(JSON.parse(await file.text()), [name]) };
}
