import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { knownMattes } from '#core/model/manifest.ts';
import { addedModelEntry, fillModelEntry, isMatteEntry, type MatteEntry } from '#core/model/models.ts';
import { projectDir } from '#bridge/cli/build.ts';
import { sharedFolder } from '#test/support/native.ts';
import { shippedModel } from '#test/support/shipped-model.ts';

/** A model of the comparison, which all sides run from the same file. */
export type BenchModel = {
  readonly label: string;
  readonly entry: MatteEntry;
  /** The folder of the entry's files. */
  readonly dir: string;
  /** The upload that adds the model to the product; null for the shipped one. */
  readonly added: { readonly file: string; readonly entry: object } | null;
};

const modelsDir = join(projectDir, 'models');
const sharedModels = [
  { label: 'selfie', file: 'selfie_segmentation_hf_onnx-community.onnx', family: 'selfie', width: 256, height: 256 },
  { label: 'rvm', file: 'rvm_mobilenetv3_fgf_u8w.onnx', family: 'rvm', width: 512, height: 512 },
];

/** The small models of the shared folder that join an ensemble once they are added. */
const panelModels = [
  { label: 'selfie', file: 'selfie_segmentation_hf_onnx-community.onnx', family: 'selfie', width: 256, height: 256 },
  { label: 'landscape', file: 'selfie_segmentation_landscape_fp16w.onnx', family: 'selfie', width: 256, height: 144 },
  { label: 'humanseg', file: 'pp_humansegv2_lite_i8w.onnx', family: 'pp-humanseg', width: 256, height: 144 },
];

/** Lists the third-party models that join an ensemble, if present; each may be added to the product. */
export function listPanel(): BenchModel[] {
  const dir = join(sharedFolder, 'models');
  return panelModels
    .filter(({ file }) => existsSync(join(dir, file)))
    .map((one) => toBenchModel(dir, { ...one, consensus: { weight: 1 } }));
}

/** Lists the model that works alone at `fast` and those of the shared folder, if present. `labels` selects some of them. */
export function listModels(labels: readonly string[]): BenchModel[] {
  const shipped = { label: 'matte-nano', entry: shippedModel, dir: modelsDir, added: null };
  const dir = join(sharedFolder, 'models');
  const others = sharedModels.filter(({ file }) => existsSync(join(dir, file))).map((one) => toBenchModel(dir, one));
  return [shipped, ...others].filter(({ label }) => labels.length === 0 || labels.includes(label));
}

type SharedModel = (typeof sharedModels)[number] & { readonly consensus?: object };

function toBenchModel(dir: string, { label, file, family, width, height, consensus }: SharedModel): BenchModel {
  const id = `bench-${label}`;
  const entry = { id, name: id, family, subject: 'person', variants: [{ file, width, height }], consensus };
  const bytes = readFileSync(join(dir, file));
  const sum = { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
  const filled = fillModelEntry(addedModelEntry.parse(entry), [sum], knownMattes);
  if (!isMatteEntry(filled)) {
    throw new Error(`${file} makes no mattes`);
  }
  return {
    label,
    entry: filled,
    dir,
    added: { file: join(dir, file), entry },
  };
}
