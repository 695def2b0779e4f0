import { expect, it } from 'vitest';
import { knownModels } from '#core/manifest.ts';
import { createMemoryStore } from '#store/memory.ts';
import { shippedModel } from '../../test/support/shipped-model.ts';
import { chooseModel } from './choose-model.ts';

const shipped = shippedModel.variants.map((one) => one.file);
const choose = (model: string | undefined, deployed = shipped) =>
  chooseModel(
    { store: createMemoryStore(), manifest: knownModels, deployedFiles: async () => deployed },
    { model, subject: 'auto' },
  );

it('tells without a run whether a model can be run', async () => {
  expect(await choose(undefined)).toMatchObject({ model: { id: shippedModel.id }, isModelKept: false });
  expect(await choose(shippedModel.id)).toMatchObject({ model: { id: shippedModel.id } });
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
