import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { createDeferred } from '#core/lib/deferred.ts';
import { toDeployed } from '#core/model/models.ts';
import { loadOne, type LoadRequest } from '#core/protocol/runners.ts';
import type { Picture } from '#core/lib/picture.ts';
import { createMatting, type Matting } from '#workers/matting/matting.ts';
import { drawBust } from '#workers/matting/trial-picture.ts';
import { shippedModel, shippedVariant } from '../../../test/support/shipped-model.ts';

vi.setConfig({ testTimeout: 60_000 });

const models = resolve(import.meta.dirname, '../../../models');

/** The shipped model under another id, with the alpha of the previous frame as input. */
const request = (id: string, size: { width: number; height: number }): LoadRequest => ({
  models: [toDeployed({ ...shippedModel, id, name: id, state: 'previous-alpha' })],
  quality: 'fast',
  ...size,
});
const wide = request('wide', { width: 1280, height: 720 });
/** The same file as `wide`. */
const twin = request('twin', { width: 1280, height: 720 });
const tall = request('tall', { width: 720, height: 1280 });
const [wideFile, tallFile] = [shippedVariant(144).file, shippedVariant(256).file];

/** Opens a runner that records the files it has read, and cannot read those in `missing`. */
function open(missing = new Set<string>()): { matting: Matting; fetched: string[] } {
  const fetched: string[] = [];
  const fetchDeployed = async (file: string): Promise<Uint8Array<ArrayBuffer>> => {
    fetched.push(file);
    if (missing.has(file)) {
      throw new Error('not here');
    }
    return new Uint8Array(await readFile(`${models}/${file}`));
  };
  const readKept = (): Promise<never> => Promise.reject(new Error('nothing is kept'));
  return { fetched, matting: createMatting({ files: { fetchDeployed, readKept }, runtimeFiles: null }) };
}

/** A person who walks a step to the right with each frame. */
function drawFrame(size: { width: number; height: number }, at: number): Picture {
  const { width, height, rgb } = drawBust(size);
  const shift = 3 * (at * 12);
  return { width, height, rgb: Uint8Array.from(rgb, (value, i) => rgb[i - shift] ?? value) };
}

async function matteAlone(one: LoadRequest, frameCount: number): Promise<Uint8Array[]> {
  const { matting } = open();
  const input = await loadOne(matting, one);
  const mattes: Uint8Array[] = [];
  for (let at = 0; at < frameCount; at++) {
    mattes.push((await matting.matte(input.modelId, drawFrame(input, at))).alpha);
  }
  return mattes;
}

describe('models that are open at once', () => {
  test('are read together, while the runtime is loaded', async () => {
    const fetched: string[] = [];
    const all = createDeferred();
    // No file arrives before both were requested.
    const fetchDeployed = async (file: string): Promise<Uint8Array<ArrayBuffer>> => {
      fetched.push(file);
      if (fetched.length === 2) {
        all.resolve();
      }
      await all.promise;
      return new Uint8Array(await readFile(`${models}/${file}`));
    };
    const readKept = (): Promise<never> => Promise.reject(new Error('nothing is kept'));
    const matting = createMatting({ files: { fetchDeployed, readKept }, runtimeFiles: null });
    const preparing = matting.prepare(toDeployed(shippedModel));
    const inputs = await matting.load([wide, tall]);
    await preparing;
    expect(inputs.map(({ modelId }) => modelId)).toEqual(['wide', 'tall']);
    await matting.load([wide, tall]);
    expect(fetched).toEqual([wideFile, tallFile]);
  });

  test('compute the same mattes as each of them alone', async () => {
    const { matting } = open();
    const inputs = await matting.load([wide, twin, tall]);
    expect(inputs.map(({ modelId, width, height }) => ({ modelId, width, height }))).toEqual([
      { modelId: 'wide', width: 256, height: 144 },
      { modelId: 'twin', width: 256, height: 144 },
      { modelId: 'tall', width: 256, height: 256 },
    ]);
    const together: Uint8Array[][] = inputs.map(() => []);
    for (let at = 0; at < 3; at++) {
      // The twin receives the frames in reverse, to detect a state that belongs to the other model.
      const mattes = inputs.map((one) =>
        matting.matte(one.modelId, drawFrame(one, one.modelId === 'twin' ? 2 - at : at)),
      );
      (await Promise.all(mattes)).forEach(({ alpha }, index) => together[index]?.push(alpha));
    }
    expect(together[0]).toEqual(await matteAlone(wide, 3));
    expect(together[2]).toEqual(await matteAlone(tall, 3));
    expect(together[1]?.[1]).not.toEqual(together[0]?.[1]);
  });

  test('have their own states: one is saved, and the other reset', async () => {
    const { matting } = open();
    const [one, other] = await matting.load([wide, twin]);
    if (!one || !other) {
      throw new Error('two models were to be opened');
    }
    const [first, second] = [drawFrame(one, 0), drawFrame(one, 1)];
    const startOfOther = await matting.matte('twin', first);
    const start = await matting.matte('wide', first);
    expect(start).toEqual(startOfOther);
    const state = await matting.save('wide');
    const next = await matting.matte('wide', second);
    await matting.reset('twin');
    expect(await matting.matte('twin', first)).toEqual(start);
    await matting.restore('wide', state);
    expect(await matting.matte('wide', second)).toEqual(next);
    await matting.restore('twin', state);
    expect(await matting.matte('twin', second)).toEqual(next);
  });
});

describe('the next load', () => {
  test('closes the models that it does not name, and reads only files that are not open', async () => {
    const { matting, fetched } = open();
    const { width, height } = wide;
    await matting.load([wide, tall]);
    await matting.load([tall]);
    await expect(matting.matte('wide', drawBust({ width, height }))).rejects.toThrow('The model "wide" is not open');
    await matting.load([tall, wide]);
    expect(fetched).toEqual([wideFile, tallFile, wideFile]);
  });

  test('starts every clip without a state, also with a model that stays open', async () => {
    const { matting } = open();
    const input = await loadOne(matting, wide);
    const frame = drawFrame(input, 0);
    const first = await matting.matte('wide', frame);
    await matting.matte('wide', drawFrame(input, 1));
    await matting.load([wide, tall]);
    expect(await matting.matte('wide', frame)).toEqual(first);
  });

  test('opens nothing if one of its models cannot be opened', async () => {
    const missing = new Set([tallFile]);
    const { matting, fetched } = open(missing);
    const { width, height } = await loadOne(matting, wide);
    await expect(matting.load([twin, wide, tall])).rejects.toMatchObject({ code: 'MODEL_UNREACHABLE' });
    for (const modelId of ['wide', 'twin', 'tall']) {
      await expect(matting.matte(modelId, drawBust({ width, height }))).rejects.toThrow('is not open');
    }
    missing.clear();
    fetched.length = 0;
    await expect(matting.load([twin, wide, tall])).resolves.toHaveLength(3);
    expect(fetched).toEqual([wideFile, wideFile, tallFile]);
  });

  test('refuses one id twice', async () => {
    await expect(open().matting.load([wide, tall, wide])).rejects.toMatchObject({
      code: 'INTERNAL',
      message: 'The model "wide" was to be opened twice at once.',
    });
  });
});
