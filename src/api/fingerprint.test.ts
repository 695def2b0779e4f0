import { expect, it } from 'vitest';
import type { MaterialWish } from '#core/operation.ts';
import { personModel } from '../../test/support/node-api.ts';
import { toFingerprint } from './fingerprint.ts';

const wish = (path: string, material: string): MaterialWish => ({
  path,
  material,
  kinds: ['video', 'picture', 'sound'],
});

/** A run of a recipe whose materials stand deep within its input. */
const run = {
  recipeId: 'launch-cut',
  input: { materials: ['mat_1', 'mat_2'], endCard: { text: 'mat', logoMaterial: 'mat_3' }, seed: 1 },
  wishes: [wish('materials.0', 'mat_1'), wish('materials.1', 'mat_2'), wish('endCard.logoMaterial', 'mat_3')],
  assets: [{ sha256: 'a' }, { sha256: 'b' }, { sha256: 'c' }],
  models: [personModel],
  isWatermarked: false,
} as const;

it('is the same for the same bytes under other names, wherever they stand', async () => {
  const renamed = {
    ...run,
    input: { seed: 1, endCard: { logoMaterial: 'https://a.test/c.png', text: 'mat' }, materials: ['mat_9', 'mat_2'] },
    wishes: [
      wish('materials.0', 'mat_9'),
      wish('materials.1', 'mat_2'),
      wish('endCard.logoMaterial', 'https://a.test/c.png'),
    ],
  };
  expect(await toFingerprint(renamed)).toBe(await toFingerprint(run));
});

it('is the same for a run that names the model which it would take anyway', async () => {
  const named = { ...run, input: { ...run.input, model: personModel.id } };
  expect(await toFingerprint(named)).toBe(await toFingerprint(run));
});

it.each([
  ['other bytes', { assets: [{ sha256: 'a' }, { sha256: 'b' }, { sha256: 'd' }] }],
  ['another order', { assets: [{ sha256: 'b' }, { sha256: 'a' }, { sha256: 'c' }] }],
  ['another parameter', { input: { ...run.input, seed: 2 } }],
  ['another model', { models: [{ ...personModel, id: 'other' }] }],
  ['another recipe', { recipeId: 'tighten' }],
  ['a watermark', { isWatermarked: true }],
] as const)('is another one for %s', async (_, change) => {
  expect(await toFingerprint({ ...run, ...change })).not.toBe(await toFingerprint(run));
});

it('needs no material and no model', async () => {
  const bare = { ...run, input: { seed: 1 }, wishes: [], assets: [], models: [] };
  expect(await toFingerprint(bare)).toMatch(/^[0-9a-f]{64}$/);
});
