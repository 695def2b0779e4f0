import { expect, it } from 'vitest';
import { knownModels } from '#core/manifest.ts';
import { createMemoryStore } from '#store/memory.ts';
import { shippedModel } from '../../test/support/shipped-model.ts';
import { chooseModels, foreseeModels } from './choose-model.ts';
import type { ModelContext } from './model-states.ts';

const shipped = shippedModel.variants.map((one) => one.file);
const contextOf = (deployed: readonly string[]): ModelContext => ({
  store: createMemoryStore(),
  manifest: knownModels,
  deployedFiles: async () => [...deployed],
});
const choose = async (model: string | undefined, deployed: readonly string[] = shipped, isConsensus = false) =>
  (await chooseModels(contextOf(deployed), [{ model, subject: 'auto', isConsensus }])).map((one) => one.model.id);
const filesOf = (id: string): string[] =>
  knownModels.filter((one) => one.id === id).flatMap(({ variants }) => variants.map(({ file }) => file));

it('tells without a run whether a model can be run', async () => {
  expect(await choose(undefined)).toEqual([shippedModel.id]);
  expect(await choose(shippedModel.id)).toEqual([shippedModel.id]);
  await expect(choose('none')).rejects.toMatchObject({ code: 'MODEL_NOT_FOUND' });
  await expect(choose('u2netp')).rejects.toMatchObject({
    code: 'VALIDATION_FAILED',
    details: [{ path: 'model', message: expect.stringContaining('is not installed here; POST') as string }],
  });
  await expect(choose(undefined, [])).rejects.toMatchObject({
    code: 'VALIDATION_FAILED',
    details: [{ path: 'subject', message: expect.stringContaining('no model that cuts out people') as string }],
  });
});

const withSelfie = [...shipped, ...filesOf('selfie-general')];

it('uses all models together that agree, the best first, and one alone where it is named or there is no time', async () => {
  expect(await choose(undefined, withSelfie, true)).toEqual(['selfie-general', shippedModel.id]);
  expect(await choose(shippedModel.id, withSelfie, true)).toEqual([shippedModel.id]);
  expect(await choose(undefined, withSelfie)).toEqual(['selfie-general']);
});

it('leaves a better model alone that takes part in no consensus', async () => {
  expect(await choose(undefined, [...withSelfie, ...filesOf('rvm')], true)).toEqual(['rvm']);
});

it('foresees what a run would use, and nothing where nothing is installed', async () => {
  const wish = { subject: 'auto', isConsensus: true } as const;
  expect(await foreseeModels(contextOf(withSelfie), [wish])).toEqual(['selfie-general', shippedModel.id]);
  expect(await foreseeModels(contextOf([]), [wish])).toEqual([]);
  await expect(foreseeModels(contextOf([]), [{ ...wish, model: 'none' }])).rejects.toMatchObject({
    code: 'MODEL_NOT_FOUND',
  });
});
