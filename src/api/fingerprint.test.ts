import { expect, it } from 'vitest';
import { toDetectorEntry } from '../../test/support/detector-files.ts';
import { personModel } from '../../test/support/node-api.ts';
import { toFingerprint } from './fingerprint.ts';

type Identity = Parameters<typeof toFingerprint>[0];

/** Identifies a run on two materials, one of them in a nested field. Its title may be any text. */
function identify(
  { title = '', ...change }: Partial<Identity> & { title?: string } = {},
  handles = ['mat_1', 'mat_2'],
) {
  const [material = '', logo = ''] = handles;
  return toFingerprint({
    recipeId: 'tighten',
    input: { material, title, cards: [{ logo }] },
    wishes: [
      { path: 'material', material, kinds: ['video'] },
      { path: 'cards.0.logo', material: logo, kinds: ['picture'] },
    ],
    assets: [{ sha256: 'a' }, { sha256: 'b' }],
    models: [personModel],
    isWatermarked: false,
    ...change,
  });
}

it('is the same for other handles of the same bytes, wherever the input names them', async () => {
  expect(await identify({}, ['mat_3', 'https://example.test/logo.png'])).toBe(await identify());
});

it('differs for other bytes, and for the same bytes in other fields', async () => {
  expect(await identify({ assets: [{ sha256: 'a' }, { sha256: 'c' }] })).not.toBe(await identify());
  expect(await identify({ assets: [{ sha256: 'b' }, { sha256: 'a' }] })).not.toBe(await identify());
});

it('keeps a text that looks like the handle of a material', async () => {
  expect(await identify({ title: 'mat_3' }, ['mat_3', 'mat_2'])).not.toBe(await identify({ title: 'mat_1' }));
});

it('differs for the same model files with other settings', async () => {
  const { normalisation, variants } = personModel;
  const others = [
    { ...personModel, normalisation: { ...normalisation, deviation: [0.5, 0.5, 0.25] as [number, number, number] } },
    { ...personModel, variants: variants.map((one) => ({ ...one, width: one.width * 2 })) },
  ];
  const all = await Promise.all([personModel, ...others].map((model) => identify({ models: [model] })));
  expect(new Set(all).size).toBe(3);
  expect(await identify({ models: [{ ...personModel, name: 'Another name', rank: 7 }] })).toBe(all[0]);
});

it('is the same for a run that names its default model', async () => {
  const input = { material: 'mat_1', title: '', cards: [{ logo: 'mat_2' }], model: personModel.id };
  expect(await identify({ input })).toBe(await identify());
});

it('differs for another recipe and with a watermark, and requires neither material nor model', async () => {
  const bare = { input: { seed: 1 }, wishes: [], assets: [], models: [] };
  const all = [identify(), identify({ recipeId: 'launch-cut' }), identify({ isWatermarked: true }), identify(bare)];
  expect(new Set(await Promise.all(all)).size).toBe(4);
});

it('differs with and without a detector and for another detector file, but not for descriptions of models', async () => {
  const voice = toDetectorEntry('voice', Uint8Array.of(1));
  const others = [[personModel], [personModel, voice], [personModel, toDetectorEntry('voice', Uint8Array.of(2))]];
  const all = await Promise.all(others.map((models) => identify({ models })));
  expect(new Set(all).size).toBe(3);
  expect(await identify({ models: [personModel, { ...voice, name: 'Another name', rank: 7 }] })).toBe(all[1]);
});
