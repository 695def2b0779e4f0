import { expect, it } from 'vitest';
import { knownModels } from '#core/model/manifest.ts';
import type { ModelWish } from '#core/protocol/operation.ts';
import { createMemoryStore } from '#store/memory.ts';
import { shippedModel } from '../../test/support/shipped-model.ts';
import { chooseModels, findMissing, foreseeModels } from './choose-model.ts';
import type { ModelContext } from './model-states.ts';

const shipped = shippedModel.variants.map((one) => one.file);
const makeContext = (deployed: readonly string[], manifest = knownModels): ModelContext => ({
  store: createMemoryStore(),
  manifest,
  deployedFiles: async () => [...deployed],
});
const choose = async (
  model: string | undefined,
  deployed: readonly string[] = shipped,
  isEnsemble = false,
  manifest = knownModels,
) =>
  (await chooseModels(makeContext(deployed, manifest), [{ model, subject: 'auto', isEnsemble }])).map(
    (one) => one.model.id,
  );
const getFiles = (id: string): string[] =>
  knownModels.filter((one) => one.id === id).flatMap(({ variants }) => variants.map(({ file }) => file));

it('reports without a run whether a model can be used', async () => {
  expect(await choose(undefined)).toEqual([shippedModel.id]);
  expect(await choose(shippedModel.id)).toEqual([shippedModel.id]);
  await expect(choose('none')).rejects.toMatchObject({ code: 'MODEL_NOT_FOUND' });
  await expect(choose('u2netp')).rejects.toMatchObject({
    code: 'MODEL_NOT_INSTALLED',
    message: expect.stringContaining('U2-Netp is not installed here; install') as string,
    details: { modelId: 'u2netp' },
  });
  await expect(choose('rvm')).rejects.toMatchObject({ code: 'MODEL_NOT_INSTALLED', details: { modelId: null } });
  await expect(choose(undefined, [])).rejects.toMatchObject({
    code: 'MODEL_NOT_INSTALLED',
    message: expect.stringContaining('No model that cuts out people') as string,
  });
});

const withSelfie = [...shipped, ...getFiles('selfie-general')];
/** The known models as if Selfie were the best of them, and the models with these ids were in the ensemble. */
const takingPart = (ids: readonly string[]): typeof knownModels =>
  knownModels.map((one) => ({
    ...one,
    ...(one.id === 'selfie-general' && { rank: 70 }),
    ...(ids.includes(one.id) && { consensus: { weight: 1 } }),
  }));
const better = takingPart([shippedModel.id]);
const ensembleModels = takingPart([shippedModel.id, 'selfie-general']);

it('uses the ensemble, best model first, and a single model if one is named or time is short', async () => {
  const both = ['selfie-general', shippedModel.id];
  expect(await choose(undefined, withSelfie, true, ensembleModels)).toEqual(both);
  expect(await choose(shippedModel.id, withSelfie, true, ensembleModels)).toEqual([shippedModel.id]);
  expect(await choose(undefined, withSelfie, false, ensembleModels)).toEqual(['selfie-general']);
});

it('skips a better small model outside the ensemble, and uses a better large one alone', async () => {
  expect(await choose(undefined, withSelfie, true, better)).toEqual([shippedModel.id]);
  expect(await choose(undefined, withSelfie, false)).toEqual([shippedModel.id]);
  expect(await choose(undefined, [...withSelfie, ...getFiles('rvm')], true)).toEqual(['rvm']);
  expect(await choose(undefined, getFiles('selfie-general'), true)).toEqual(['selfie-general']);
});

it('predicts the models of a run, and returns an empty list if none is installed', async () => {
  const wish = { subject: 'auto', isEnsemble: true } as const;
  expect(await foreseeModels(makeContext(withSelfie), [wish])).toEqual([shippedModel.id]);
  expect(await foreseeModels(makeContext([]), [wish])).toEqual([]);
  await expect(foreseeModels(makeContext([]), [{ ...wish, model: 'none' }])).rejects.toMatchObject({
    code: 'MODEL_NOT_FOUND',
  });
});

it('lists the missing models of a run, and a model that a page can download for it', async () => {
  const missing = (subject: 'auto' | 'object', deployed: readonly string[]) =>
    findMissing(makeContext(deployed), [{ subject, isEnsemble: false }, { task: 'voice' }]);
  expect(await missing('auto', shipped)).toEqual([]);
  expect(await missing('auto', [])).toMatchObject([{ message: expect.stringContaining('people') as string }]);
  const named = { model: 'u2netp', subject: 'object', isEnsemble: false } as const;
  expect(await findMissing(makeContext(shipped), [named])).toMatchObject([{ modelId: 'u2netp' }]);
  expect(await foreseeModels(makeContext(shipped), [named])).toEqual([]);
  const [object] = await missing('object', shipped);
  expect(object?.modelId).toBe('u2netp');
  expect(await missing('object', getFiles('u2netp'))).toEqual([]);
});

const chosen = async (wishes: readonly ModelWish[], deployed: readonly string[], manifest = knownModels) =>
  (await chooseModels(makeContext(deployed, manifest), wishes)).map(({ model }) => model.id);

it('adds the installed detectors that a run can use, and continues without the others', async () => {
  const wishes: readonly ModelWish[] = [{ task: 'voice' }, { subject: 'auto', isEnsemble: false }, { task: 'faces' }];
  const deployed = [...shipped, ...getFiles('silero-vad'), ...getFiles('yunet')];
  expect(await chosen(wishes, deployed)).toEqual(['silero-vad', shippedModel.id, 'yunet']);
  expect(await chosen(wishes, shipped)).toEqual([shippedModel.id]);
  expect(await chosen([{ task: 'voice' }], [])).toEqual([]);
  expect(await foreseeModels(makeContext(deployed), wishes)).toEqual(['silero-vad', shippedModel.id, 'yunet']);
});

it('uses the best detector of a task', async () => {
  const better = knownModels.flatMap((one) =>
    one.id === 'silero-vad' ? [{ ...one, id: 'better', rank: one.rank + 1 }, one] : [one],
  );
  expect(await chosen([{ task: 'voice' }], getFiles('silero-vad'), better)).toEqual(['better']);
});

it('refuses a detector as the model of a run', async () => {
  await expect(choose('silero-vad', [...shipped, ...getFiles('silero-vad')])).rejects.toMatchObject({
    code: 'VALIDATION_FAILED',
    details: [
      {
        path: 'model',
        message: 'Silero VAD cannot create mattes, because its task is voice; choose a model with the task matting',
      },
    ],
  });
});

it('adds the judges of the ensemble to a single model, so that both qualities agree on whether there is a subject', async () => {
  const members = ['matte-close-v1', 'matte-wide-v1', 'matte-deep-v1', 'matte-finder-v1'].flatMap(getFiles);
  const wish = { subject: 'auto', isEnsemble: false, isJudged: true } as const;
  expect(await chosen([wish], [...shipped, ...members])).toEqual([shippedModel.id, 'matte-finder-v1', 'matte-deep-v1']);
  // A run that names the default model is identical to one that names none.
  const named = await chosen([{ ...wish, model: shippedModel.id }], [...shipped, ...members]);
  expect(named).toEqual([shippedModel.id, 'matte-finder-v1', 'matte-deep-v1']);
  expect(await chosen([{ ...wish, model: 'matte-wide-v1' }], [...shipped, ...members])).toEqual(['matte-wide-v1']);
  expect(await chosen([wish], shipped)).toEqual([shippedModel.id]);
  expect(await chosen([wish], [...shipped, ...members, ...getFiles('rvm')])).toEqual(['rvm']);
});
