import { Failure } from '#core/lib/failure.ts';
import type { ModelEntry } from '#core/model/models.ts';
import type { Job, Model } from '#core/model/records.ts';
import type { Transaction } from '#store/store.ts';
import { dropMade } from '#store/sweep.ts';
import { receiveModel, waitForCheck } from '../add-model.ts';
import { listOpenJobs } from '../blockers.ts';
import type { Handlers, OutputOf } from '../handler.ts';
import { refuseNoRoom } from '../ingest.ts';
import { getModelState, isReachable, listModelStates, toModelView } from '../model-states.ts';
import { invalid } from '../parse-request.ts';
import type { ApiContext } from '../ports.ts';
import { parseAddress } from '../remote-file.ts';

type Names = 'listModels' | 'addModel' | 'downloadModel' | 'cancelModel' | 'deleteModel';

export function createModelHandlers(context: ApiContext): Pick<Handlers, Names> {
  const view = async (id: string): Promise<OutputOf<'downloadModel'>> =>
    toModelView(await getModelState(context, id), await listModelStates(context));
  return {
    listModels: async () => {
      const states = await listModelStates(context);
      return states.map((state) => toModelView(state, states));
    },
    addModel: async ({ form }) => {
      const added = await receiveModel(context, form);
      context.bell.ring('models');
      await waitForCheck(context, added);
      return view(added.id);
    },
    downloadModel: async ({ params }) => {
      await startDownload(context, params.modelId);
      return view(params.modelId);
    },
    cancelModel: async ({ params }) => {
      await cancelDownload(context, params.modelId);
      return view(params.modelId);
    },
    deleteModel: async ({ params }) => {
      const { entry, place } = await getModelState(context, params.modelId);
      await deleteModel(context, entry, place);
      context.bell.ring('models');
      return { id: params.modelId, deleted: true };
    },
  };
}

/** Writes the row that requests the download. The service worker reads it and starts the download after the response. */
async function startDownload(context: ApiContext, id: string): Promise<void> {
  const { entry, row, place } = await getModelState(context, id);
  if (place !== null || row?.status === 'checking') {
    return;
  }
  refuseUnreachable(entry, context.base);
  const wanted = new Set(entry.variants.map((one) => one.sha256));
  const total = entry.variants.reduce((sum, one) => sum + one.bytes, 0);
  const here = (row?.files ?? []).filter((file) => wanted.has(file.sha256)).flatMap((file) => file.pieces);
  await refuseNoRoom(context.store, total - here.reduce((sum, piece) => sum + piece.sizeBytes, 0));
  await context.store.transact(['models'], (transaction) => putDownload(transaction, entry, context.clock.now()));
  context.bell.ring('models');
}

async function putDownload(transaction: Transaction<'models'>, entry: ModelEntry, now: number): Promise<void> {
  const row = await transaction.get('models', entry.id);
  const fresh: Model = {
    id: entry.id,
    entry: null,
    status: 'downloading',
    files: [],
    receivedBytes: 0,
    error: null,
    createdAt: now,
    updatedAt: now,
  };
  await transaction.put('models', { ...fresh, ...row, status: 'downloading', error: null, updatedAt: now });
}

function refuseUnreachable(entry: ModelEntry, base: URL): void {
  const toFailure = (message: string): Failure =>
    new Failure('MODEL_UNREACHABLE', { message: `The model "${entry.name}" cannot be downloaded: ${message}.` });
  for (const { address, file } of entry.variants) {
    if (address === null) {
      throw toFailure(`its file ${file} has no URL; add the file itself with POST /v1/models`);
    }
    const { host } = parseAddress(address, base, toFailure);
    if (!isReachable(entry)) {
      throw toFailure(
        `${host} does not allow downloads by other sites (CORS); run "npm run models -- ${entry.id}" where this site is built, or download ${address} and add it with POST /v1/models`,
      );
    }
  }
}

async function cancelDownload({ store, clock, bell, ...context }: ApiContext, id: string): Promise<void> {
  const { entry } = await getModelState({ store, ...context }, id);
  await store.transact(['models'], async (transaction) => {
    const row = await transaction.get('models', id);
    if (row?.status !== 'downloading') {
      throw new Failure('NOT_CANCELABLE', {
        message: `The model "${entry.name}" is not being downloaded, so there is nothing to cancel.`,
      });
    }
    await transaction.put('models', { ...row, status: 'paused', updatedAt: clock.now() });
  });
  bell.ring('models');
}

/** Deletes the row first and then the bytes, which only snapshots may still need. */
async function deleteModel({ store }: ApiContext, { id, name }: ModelEntry, place: string | null): Promise<void> {
  const orphans = await store.transact(['models', 'jobs'], async (transaction) => {
    const row = await transaction.get('models', id);
    if (!row) {
      const why =
        place === null ? 'it is not installed' : 'it is part of this site and uses no storage of this browser';
      throw invalid([{ path: 'modelId', message: `${name} cannot be removed: ${why}` }]);
    }
    const user = (await listOpenJobs(transaction)).find((job) => listModelIds(job).includes(id));
    if (user) {
      throw new Failure('IN_FLIGHT', {
        message: `The run ${user.id} needs the model "${name}"; wait for it to end, or cancel it.`,
        details: { envelopeId: user.id },
      });
    }
    await transaction.remove('models', id);
    return row.files.flatMap((file) => file.pieces.map((piece) => piece.file));
  });
  await dropMade(store, orphans);
}

/** Lists the models of a job, including those of its last proposal: the job waits with that proposal again if a new one fails. */
const listModelIds = ({ modelIds, lastProposed }: Job): string[] => [...modelIds, ...(lastProposed?.modelIds ?? [])];
