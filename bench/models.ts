import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { addedModelEntry, fillModelEntry, isShipped, modelManifest, type ModelEntry } from '#core/models.ts';
import { sharedFolder } from '../test/support/native.ts';

/** A model of the comparison, which all sides run from the same file. */
export type BenchModel = {
  readonly label: string;
  readonly entry: ModelEntry;
  /** The folder of the entry's files. */
  readonly dir: string;
  /** The upload that adds the model to the product; null for the shipped one. */
  readonly added: { readonly file: string; readonly entry: object } | null;
};

const modelsDir = resolve(import.meta.dirname, '../models');
const manifest = modelManifest.parse(JSON.parse(readFileSync(join(modelsDir, 'manifest.json'), 'utf8'))).models;

const sharedModels = [
  { label: 'selfie', file: 'selfie_segmentation_hf_onnx-community.onnx', family: 'selfie', side: 256 },
  { label: 'rvm', file: 'rvm_mobilenetv3_fgf_u8w.onnx', family: 'rvm', side: 512 },
];

/** Lists the shipped model and those of the shared folder, where present. `labels` picks some of them. */
export function listModels(labels: readonly string[]): BenchModel[] {
  const shipped = manifest
    .filter(isShipped)
    .map((entry) => ({ label: 'matte-nano', entry, dir: modelsDir, added: null }));
  const dir = join(sharedFolder, 'models');
  const others = sharedModels.filter(({ file }) => existsSync(join(dir, file))).map((one) => toBenchModel(dir, one));
  return [...shipped, ...others].filter(({ label }) => labels.length === 0 || labels.includes(label));
}

function toBenchModel(dir: string, { label, file, family, side }: (typeof sharedModels)[number]): BenchModel {
  const id = `bench-${label}`;
  const entry = { id, name: id, family, subject: 'person', variants: [{ file, width: side, height: side }] };
  const bytes = readFileSync(join(dir, file));
  const sum = { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
  return {
    label,
    entry: fillModelEntry(addedModelEntry.parse(entry), [sum], manifest),
    dir,
    added: { file: join(dir, file), entry },
  };
}
