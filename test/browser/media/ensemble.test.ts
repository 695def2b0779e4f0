import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listPackets } from '#test/support/clips.ts';
import { getData, shareProduct, type Product, type RunData } from '#test/support/product.ts';
import { shippedModel, shippedPanel, shippedVariant } from '#test/support/shipped-model.ts';

/** The shipped weights for wide images, added under other names: one takes part in an ensemble, one does not. */
const folder = join(import.meta.dirname, '../../..');
const wide = shippedVariant(144);
const makeEntry = (id: string, consensus?: object) => ({
  id,
  name: id,
  family: shippedModel.family,
  subject: 'person',
  // Lower than the model that works alone, and higher than those of the ensemble.
  rank: shippedModel.rank - 1,
  variants: [{ width: wide.width, height: wide.height }],
  consensus,
});

/** The models of a run at `fast`: one computes the mattes, two of the ensemble decide whether there is a subject. */
const hurriedModels = [shippedModel.id, 'matte-finder-v1', 'matte-deep-v1'];
const judgedWithSecond = [shippedModel.id, 'matte-finder-v1', 'second'];
/** The ensemble with the added model; at most four models form one. */
const together = ['second', ...shippedPanel].slice(0, 4);

let product: Product;
let material: string;
/** The runs before the models were added. */
let earlier: Readonly<Record<'best' | 'alone' | 'hurried', RunData>>;
let added: readonly unknown[];
const weights = join(folder, 'models', wide.file);
const run = async (change: object): Promise<RunData> =>
  getData((await product.run({ material, trim: { startSeconds: 0, endSeconds: 0.12 }, ...change })).body);
const getPackets = async ({ processedVideoUrl }: RunData) =>
  listPackets(Buffer.from(await (await fetch(processedVideoUrl)).arrayBuffer()));

beforeAll(async () => {
  product = await shareProduct();
  material = await product.upload(join(folder, 'test/fixtures/sample/short.mp4'));
  earlier = {
    best: await run({ quality: 'best' }),
    alone: await run({ quality: 'best', model: shippedModel.id }),
    hurried: await run({ quality: 'fast' }),
  };
  added = [
    getData((await product.addModel(makeEntry('second', { weight: 1 }), weights)).body),
    getData((await product.addModel(makeEntry('loner'), weights)).body),
  ];
});
afterAll(() => product.close());

test('uses the whole ensemble at best, a named model alone, and one model with two judges at fast', async () => {
  const { best, alone, hurried } = earlier;
  expect(best.models).toEqual(shippedPanel.slice(0, 4));
  expect([alone.models, hurried.models]).toEqual([[shippedModel.id], hurriedModels]);
  expect(added).toMatchObject([{ consensus: true }, { consensus: false }]);
  expect(await product.model(shippedModel.id)).toMatchObject({ consensus: false, default: true });
  expect(await product.model(shippedPanel[0] ?? '')).toMatchObject({ consensus: true, default: false });

  const first = await run({ quality: 'best' });
  expect(first).toMatchObject({ cached: false, model: together[0], models: together });
  expect((await product.job(first.envelopeId)).models).toEqual(together);
  const packets = await getPackets(first);
  expect(packets).not.toEqual(await getPackets(alone));
  // The same call as before: the ensemble does not affect a named model.
  expect(await run({ quality: 'best', model: shippedModel.id })).toMatchObject({
    cached: true,
    envelopeId: alone.envelopeId,
  });
  // `fast` uses the same judges as `best`, one of which is different now.
  expect((await run({ quality: 'fast' })).models).toEqual(judgedWithSecond);
  expect((await run({ quality: 'best', model: 'loner' })).models).toEqual(['loner']);
  // The same run in the same browser returns the same bytes, whichever thread was free first.
  await product.api('DELETE', `/v1/jobs/${first.envelopeId}`);
  const again = await run({ quality: 'best' });
  expect(again.cached).toBe(false);
  expect(await getPackets(again)).toEqual(packets);
});

test('names the models of a run in its estimate, and reports that the run outlasts its caller', async () => {
  const estimate = async (query: string) =>
    getData(
      (await product.api<{ models?: string[]; warnings?: string[] }>('GET', `/v1/estimate?recipeId=${query}`)).body,
    );
  expect(await estimate('remove-background&quality=best&durationSeconds=1')).toMatchObject({
    models: together,
    warnings: [],
  });
  expect((await estimate('remove-background&quality=fast')).models).toEqual(judgedWithSecond);
  expect((await estimate('remove-background&model=loner')).models).toEqual(['loner']);
  const long = await estimate('remove-background&durationSeconds=360000');
  expect(long.warnings).toEqual([expect.stringMatching(/minutes.*respond-async/)]);
  expect(await estimate('remove-background')).not.toHaveProperty('models');
});

test('refuses an ensemble of models that cannot form one, with a reason', async () => {
  const { status, body } = await product.addModel(
    { ...makeEntry('odd', { weight: 1 }), state: 'previous-alpha' },
    weights,
  );
  expect(status).toBe(400);
  expect(body).toMatchObject({ errorCode: 'VALIDATION_FAILED', message: expect.stringMatching(/no state/) as string });
});
