import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listPackets } from '#test/support/clips.ts';
import { getData, shareProduct, type Product, type RunData } from '#test/support/product.ts';
import { shippedModel, shippedPanel, shippedVariant } from '#test/support/shipped-model.ts';

/** The shipped weights for wide pictures, added under names of their own: one takes part in a consensus, one does not. */
const folder = join(import.meta.dirname, '../../..');
const wide = shippedVariant(144);
const makeEntry = (id: string, consensus?: object) => ({
  id,
  name: id,
  family: shippedModel.family,
  subject: 'person',
  // Behind the one that works alone, and before those that agree.
  rank: shippedModel.rank - 1,
  variants: [{ width: wide.width, height: wide.height }],
  consensus,
});

/** In a hurry one makes the mattes, and two of those that agree say whether there is a subject. */
const hurriedModels = [shippedModel.id, 'matte-finder-v1', 'matte-deep-v1'];
const judgedWithSecond = [shippedModel.id, 'matte-finder-v1', 'second'];
/** With the one that is added; no more than four work together. */
const together = ['second', ...shippedPanel].slice(0, 4);

let product: Product;
let material: string;
const weights = join(folder, 'models', wide.file);
const run = async (change: object): Promise<RunData> =>
  getData((await product.run({ material, trim: { startSeconds: 0, endSeconds: 0.12 }, ...change })).body);
const getPackets = async ({ processedVideoUrl }: RunData) =>
  listPackets(Buffer.from(await (await fetch(processedVideoUrl)).arrayBuffer()));

beforeAll(async () => {
  product = await shareProduct();
  material = await product.upload(join(folder, 'test/fixtures/sample/short.mp4'));
});
afterAll(() => product.close());

test('at best all models work together that agree, a named one works alone, and one in a hurry with two judges', async () => {
  const before = await run({ quality: 'best' });
  const alone = await run({ quality: 'best', model: shippedModel.id });
  const hurried = await run({ quality: 'fast' });
  expect(before.models).toEqual(shippedPanel.slice(0, 4));
  expect([alone.models, hurried.models]).toEqual([[shippedModel.id], hurriedModels]);
  expect(getData((await product.addModel(makeEntry('second', { weight: 1 }), weights)).body)).toMatchObject({
    consensus: true,
  });
  expect(getData((await product.addModel(makeEntry('loner'), weights)).body)).toMatchObject({ consensus: false });
  expect(await product.model(shippedModel.id)).toMatchObject({ consensus: false, default: true });
  expect(await product.model(shippedPanel[0] ?? '')).toMatchObject({ consensus: true, default: false });

  const first = await run({ quality: 'best' });
  expect(first).toMatchObject({ cached: false, model: together[0], models: together });
  expect((await product.job(first.envelopeId)).models).toEqual(together);
  const packets = await getPackets(first);
  expect(packets).not.toEqual(await getPackets(alone));
  // The same call as before: a named model has nothing to do with the others.
  expect(await run({ quality: 'best', model: shippedModel.id })).toMatchObject({
    cached: true,
    envelopeId: alone.envelopeId,
  });
  // `fast` asks the same judges as `best`, one of which is another one now.
  expect((await run({ quality: 'fast' })).models).toEqual(judgedWithSecond);
  expect((await run({ quality: 'best', model: 'loner' })).models).toEqual(['loner']);
  // The same run in the same browser gives the same bytes, whichever thread was free first.
  await product.api('DELETE', `/v1/jobs/${first.envelopeId}`);
  const again = await run({ quality: 'best' });
  expect(again.cached).toBe(false);
  expect(await getPackets(again)).toEqual(packets);
});

test('an estimate tells which models a run would use, and that it outlasts its caller', async () => {
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

test('a consensus is refused for what cannot agree, in a sentence', async () => {
  const { status, body } = await product.addModel(
    { ...makeEntry('odd', { weight: 1 }), state: 'previous-alpha' },
    weights,
  );
  expect(status).toBe(400);
  expect(body).toMatchObject({ errorCode: 'VALIDATION_FAILED', message: expect.stringMatching(/no state/) as string });
});
