import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { modelManifest, pickVariant, toInstalled, type ModelEntry } from '#core/models.ts';
import manifestJson from '../../models/manifest.json' with { type: 'json' };

const { models } = modelManifest.parse(manifestJson);
const folder = `${import.meta.dirname}/../../models`;

function find(id: string): ModelEntry {
  const model = models.find((one) => one.id === id);
  if (!model) {
    throw new Error(`no ${id} in the manifest`);
  }
  return model;
}

describe('models/manifest.json', () => {
  const variants = models.flatMap((model) => model.variants);

  test('has each id, file and rank once', () => {
    expect(new Set(models.map((one) => one.id)).size).toBe(models.length);
    expect(new Set(models.map((one) => one.rank)).size).toBe(models.length);
    expect(new Set(variants.map((one) => one.file)).size).toBe(variants.length);
  });

  test('describes the files that are in models/ as they are', () => {
    const files = readdirSync(folder).filter((name) => name.endsWith('.onnx'));
    const shipped = variants.filter((one) => one.address === null);
    expect(shipped.length).toBeGreaterThan(0);
    expect(shipped.every((one) => files.includes(one.file))).toBe(true);
    for (const variant of variants.filter((one) => files.includes(one.file))) {
      const bytes = readFileSync(`${folder}/${variant.file}`);
      expect(bytes.byteLength).toBe(variant.bytes);
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(variant.sha256);
    }
  });

  test('recommends nothing that may not be passed on freely, and only what can be fetched', () => {
    for (const model of models.filter((one) => one.isRecommended)) {
      expect(['MIT', 'Apache-2.0']).toContain(model.licence);
      expect(model.variants.every((one) => one.address?.startsWith('https://'))).toBe(true);
    }
  });
});

describe('toInstalled', () => {
  test('gives the models that are whole, best first', () => {
    const files = ['matte_nano_v0_256x144_fp16w.onnx', 'matte_nano_v0_256x256_fp16w.onnx', 'modnet.onnx', 'notes.txt'];
    expect(toInstalled(models, files).map((one) => one.id)).toEqual(['modnet', 'matte-nano-v0']);
    expect(toInstalled(models, files.slice(1)).map((one) => one.id)).toEqual(['modnet']);
  });
});

describe('pickVariant', () => {
  const nano = find('matte-nano-v0');

  test('fast: the nearest shape', () => {
    expect(pickVariant(nano, { width: 1920, height: 1080 }, 'fast').height).toBe(144);
    expect(pickVariant(nano, { width: 1080, height: 1080 }, 'fast').height).toBe(256);
    expect(pickVariant(nano, { width: 1080, height: 1920 }, 'fast').height).toBe(256);
  });

  test('best: the most pixels', () => {
    expect(pickVariant(nano, { width: 1920, height: 1080 }, 'best').height).toBe(256);
  });
});
