import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { knownModels } from './manifest.ts';
import {
  addedModelEntry,
  fillModelEntry,
  isAmong,
  isShipped,
  modelEntry,
  modelFamilies,
  pickVariant,
} from './models.ts';
import { shippedModel, shippedVariant } from '#test/support/shipped-model.ts';

const folder = `${import.meta.dirname}/../../../models`;

describe('models/manifest.json', () => {
  const variants = knownModels.flatMap((model) => model.variants);

  test('has each id, file and rank only once', () => {
    expect(new Set(knownModels.map((one) => one.id)).size).toBe(knownModels.length);
    expect(new Set(knownModels.map((one) => one.rank)).size).toBe(knownModels.length);
    expect(new Set(variants.map((one) => one.file)).size).toBe(variants.length);
  });

  test('has a model of every family, which supplies the defaults of added models', () => {
    expect(new Set(knownModels.map((one) => one.family))).toEqual(new Set(modelFamilies));
  });

  test('describes the files in models/ correctly', () => {
    const files = readdirSync(folder).filter((name) => name.endsWith('.onnx'));
    const shipped = knownModels.filter(isShipped).flatMap((model) => model.variants);
    expect(shipped.length).toBeGreaterThan(0);
    expect(shipped.every((one) => files.includes(one.file))).toBe(true);
    for (const variant of variants.filter((one) => files.includes(one.file))) {
      const bytes = readFileSync(`${folder}/${variant.file}`);
      expect(bytes.byteLength).toBe(variant.bytes);
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(variant.sha256);
    }
  });

  test('recommends only models that may be redistributed and can be downloaded', () => {
    for (const model of knownModels.filter((one) => one.isRecommended)) {
      expect(['MIT', 'Apache-2.0']).toContain(model.licence);
      expect(model.variants.every((one) => one.address?.startsWith('https://'))).toBe(true);
    }
  });
});

test('a model is installed if all of its files are', () => {
  const files = [shippedVariant(144).file, 'modnet.onnx', 'notes.txt'];
  expect(knownModels.filter((one) => isAmong(one, new Set(files))).map((one) => one.id)).toEqual(['modnet']);
});

describe('an entry that the user adds', () => {
  const least = { id: 'mine', name: 'Mine', family: 'isnet', subject: 'object', variants: [{ width: 8, height: 4 }] };
  const file = { bytes: 5, sha256: 'a'.repeat(64) };

  test('needs few fields: the family supplies the preprocessing', () => {
    const entry = fillModelEntry(addedModelEntry.parse(least), [file], knownModels);
    expect(entry).toMatchObject({ id: 'mine', rank: 0, state: 'none', variants: [{ ...file, width: 8, height: 4 }] });
    expect(entry).toMatchObject({ normalisation: { mean: [0.5, 0.5, 0.5], deviation: [1, 1, 1] } });
  });

  test('keeps its own values, and equals a manifest entry if it is complete', () => {
    for (const model of knownModels) {
      expect(fillModelEntry(addedModelEntry.parse(model), model.variants, knownModels)).toEqual(model);
    }
  });

  test.each([
    [{ id: 'Mine' }],
    [{ family: 'yolo' }],
    [{ variants: [] }],
    [{ variants: [{ width: 8 }] }],
    [{ nonsense: 1 }],
    [{ name: ' ' }],
    [{ rank: 1e9 }],
    [{ variants: [{ width: 100_000, height: 4 }] }],
    [{ variants: [{ width: 8, height: 2049 }] }],
    [{ variants: [{ width: 8, height: 4, bytes: 2 ** 31 }] }],
    [{ variants: [{ width: 8, height: 4, address: `https://models.test/${'x'.repeat(2000)}` }] }],
    [{ normalisation: { mean: [0, 0, 0], deviation: [1, 1, 0] } }],
    [{ normalisation: { mean: [0, 0, 0], deviation: [1, 1, -1] } }],
    [{ normalisation: { mean: [0, 0, 0], deviation: [1, 1, 1e-300] } }],
    [{ normalisation: { mean: [0, 0, Number.POSITIVE_INFINITY], deviation: [1, 1, 1] } }],
    [{ normalisation: { mean: [0, 0, Number.NaN], deviation: [1, 1, 1] } }],
    [{ normalisation: { mean: [0, 0, 1e30], deviation: [1, 1, 1] } }],
  ])('is refused with %j', (change) => {
    expect(addedModelEntry.safeParse({ ...least, ...change }).success).toBe(false);
  });
});

test('an entry without a task creates mattes, as entries did before there were other tasks', () => {
  const { task: _, ...entry } = shippedModel;
  expect(modelEntry.parse(entry)).toEqual(shippedModel);
});

describe('a detector entry that the user adds', () => {
  const voice = { id: 'ears', name: 'Ears', task: 'voice', family: 'silero-vad' };
  const file = { bytes: 5, sha256: 'a'.repeat(64) };

  test('needs its task and family, and no size', () => {
    const entry = fillModelEntry(addedModelEntry.parse(voice), [file], knownModels);
    expect(entry).toMatchObject({ id: 'ears', task: 'voice', rank: 0, variants: [{ ...file, file: 'model.onnx' }] });
  });

  test.each([
    [{ task: 'faces' }],
    [{ task: 'hearing' }],
    [{ task: undefined }],
    [{ subject: 'person' }],
    [{ variants: [] }],
    [{ variants: [{ width: 8, height: 4 }] }],
    [{ variants: [{}, {}] }],
  ])('is refused with %j', (change) => {
    expect(addedModelEntry.safeParse({ ...voice, ...change }).success).toBe(false);
  });
});

describe('pickVariant', () => {
  test('fast: the nearest shape', () => {
    expect(pickVariant(shippedModel, { width: 1920, height: 1080 }, 'fast').height).toBe(144);
    expect(pickVariant(shippedModel, { width: 1080, height: 1080 }, 'fast').height).toBe(256);
    expect(pickVariant(shippedModel, { width: 1080, height: 1920 }, 'fast').height).toBe(256);
  });

  test('best: the most pixels', () => {
    expect(pickVariant(shippedModel, { width: 1920, height: 1080 }, 'best').height).toBe(256);
  });
});
