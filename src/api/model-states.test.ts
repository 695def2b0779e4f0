import { beforeEach, expect, it } from 'vitest';
import { knownModels } from '#core/model/manifest.ts';
import type { Model } from '#core/model/records.ts';
import { createMemoryStore } from '#store/memory.ts';
import type { Store } from '#store/store.ts';
import type { ModelView } from '#operations/models.ts';
import { expectFailure } from '#conformance/client.ts';
import { openNodeApi, personModel } from '../../test/support/node-api.ts';
import { testJob } from '../../test/support/rows.ts';
import { shippedModel } from '../../test/support/shipped-model.ts';
import { listModelStates, toModelView } from './model-states.ts';

let store: Store;
beforeEach(() => {
  store = createMemoryStore();
});

const shipped = shippedModel.variants.map((one) => one.file);

async function view(id: string, deployed = shipped, manifest = knownModels): Promise<ModelView | undefined> {
  const states = await listModelStates({ store, manifest, deployedFiles: async () => deployed });
  return states.map((state) => toModelView(state, states)).find((one) => one.id === id);
}

async function keep(change: Partial<Model> = {}, isWritten = true): Promise<void> {
  const sha256 = knownModels.find((one) => one.id === 'u2netp')?.variants[0]?.sha256 ?? '';
  if (isWritten) {
    await (await store.bytes.create('mdl_1')).close();
  }
  const files = [{ sha256, etag: null, pieces: [{ file: 'mdl_1', sizeBytes: 4_574_861 }] }];
  const row = { id: 'u2netp', entry: null, status: 'installed', files, receivedBytes: 4_574_861, error: null } as const;
  await store.transact(['models'], (transaction) =>
    transaction.put('models', { ...row, files, createdAt: 1, updatedAt: 1, ...change }),
  );
}

it('reports the location of the files of each model', async () => {
  expect(await view(shippedModel.id)).toMatchObject({ state: 'installed', place: 'shipped', default: true });
  expect(await view('rvm', [...shipped, 'rvm_mobilenetv3_fp32.onnx'])).toMatchObject({
    state: 'installed',
    place: 'deployment',
    default: true,
    removable: false,
  });
  await keep();
  expect(await view('u2netp')).toMatchObject({ state: 'installed', place: 'browser', default: true, removable: true });
});

it('reports the ensemble, which does not include a single model or a model behind a better large one', async () => {
  const selfie = [...shipped, 'selfie_segmentation_general.onnx'];
  const ensembleModels = knownModels.map((one) => ({
    ...one,
    ...(one.id === 'selfie-general' && { rank: 70 }),
    ...(['selfie-general', shippedModel.id].includes(one.id) && { consensus: { weight: 1 } }),
  }));
  expect(await view(shippedModel.id)).toMatchObject({ consensus: false });
  expect(await view(shippedModel.id, selfie, ensembleModels)).toMatchObject({ consensus: true, default: false });
  expect(await view('selfie-general', selfie, ensembleModels)).toMatchObject({ consensus: true, default: true });
  const larger = [...selfie, 'rvm_mobilenetv3_fp32.onnx'];
  expect(await view(shippedModel.id, larger, ensembleModels)).toMatchObject({ consensus: false });
});

it('does not report a model as installed if the browser has lost its bytes, or if they belong to an earlier manifest', async () => {
  await keep({}, false);
  expect(await view('u2netp')).toMatchObject({ state: 'broken', place: null, downloadable: true, default: false });
  await keep({ files: [{ sha256: 'f'.repeat(64), etag: null, pieces: [{ file: 'mdl_1', sizeBytes: 5 }] }] });
  const { state, error } = (await view('u2netp')) ?? {};
  expect([state, error?.errorCode]).toEqual(['broken', 'MODEL_UNUSABLE']);
  expect(error?.message).toMatch(/"U2-Netp" are missing .* download it again/);
});

it('keeps an added model whose id a later manifest uses too', async () => {
  await keep({ id: 'rvm', entry: { ...personModel, id: 'rvm', name: 'Mine' }, status: 'checking' });
  expect(await view('rvm')).toMatchObject({ name: 'Mine', added: true, state: 'checking' });
});

it('reports the task of a detector, and whether recipes use it', async () => {
  expect(await view('silero-vad')).toMatchObject({ task: 'voice', subject: null, state: 'available', default: false });
  const deployed = [...shipped, 'silero_vad_op18_ifless.onnx'];
  const installed = await view('silero-vad', deployed);
  expect(installed).toMatchObject({ state: 'installed', place: 'deployment', default: true, consensus: false });
  expect(installed?.files[0]).not.toHaveProperty('width');
  expect(await view('yunet', deployed)).toMatchObject({ task: 'faces', default: false });
});

it('removes no model of a proposal to which a job may return while another one is requested', async () => {
  const { api, client } = await openNodeApi({ store });
  api.emulator.stop();
  await keep();
  const lastProposed = { input: {}, fingerprint: 'f', modelIds: ['u2netp'] };
  const put = (job: object): Promise<void> =>
    store.transact(['jobs'], (transaction) => transaction.put('jobs', { ...testJob(), ...job }));
  await put({ lastProposed });
  expectFailure(await client.call('DELETE', '/v1/models/u2netp'), 409, 'IN_FLIGHT');
  await put({ lastProposed: null });
  expect(await client.call('DELETE', '/v1/models/u2netp')).toMatchObject({ status: 200 });
});
