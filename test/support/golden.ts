import { existsSync, readFileSync } from 'node:fs';
import { knownMattes } from '#core/model/manifest.ts';
import type { MatteEntry } from '#core/model/models.ts';
import { sharedFolder } from './native.ts';

/** A real model, and images with the mattes that it computes; see `models/README.md` of the shared folder. */
export type GoldenCase = {
  readonly id: string;
  /** The path in the shared folder of models. */
  readonly file: string;
  /** The values that a user enters to add the model. */
  readonly entry: Pick<MatteEntry, 'family' | 'subject'> & { licence?: string; variants?: object[] };
  readonly width: number;
  readonly height: number;
  /** The input of each frame and its matte. */
  readonly frames: readonly (readonly [input: string, output: string])[];
  /** The output plane that contains the subject. */
  readonly plane: number;
  /** The golden input was transformed by `(x / 255 - mean) / deviation`. */
  readonly mean: readonly number[];
  readonly deviation: readonly number[];
};

const plain = { plane: 0, mean: [0, 0, 0], deviation: [1, 1, 1] };
const selfie = { family: 'selfie', subject: 'person' } as const;

const general = {
  ...plain,
  entry: selfie,
  width: 256,
  height: 256,
  frames: [['selfie_segmentation_general.in', 'selfie_segmentation_general.out']] as const,
};

export const goldenCases: readonly GoldenCase[] = [
  { ...general, id: 'selfie-small-weights', file: 'selfie_segmentation_general_fp16w.onnx' },
  { ...general, id: 'selfie-public-file', file: 'selfie_segmentation_hf_onnx-community.onnx' },
  {
    ...plain,
    id: 'selfie-landscape',
    file: 'selfie_segmentation_landscape_fp16w.onnx',
    entry: selfie,
    width: 256,
    height: 144,
    frames: [['selfie_segmentation_landscape.in', 'selfie_segmentation_landscape.out']],
  },
  {
    id: 'pp-humanseg-v2-lite',
    file: 'pp_humansegv2_lite_i8w.onnx',
    entry: { family: 'pp-humanseg', subject: 'person' },
    width: 256,
    height: 144,
    frames: [['pp_humansegv2_lite.in', 'pp_humansegv2_lite.out']],
    plane: 1,
    mean: [0.5, 0.5, 0.5],
    deviation: [0.5, 0.5, 0.5],
  },
  {
    id: 'u2netp-small-weights',
    file: 'u2netp_fp16w.onnx',
    entry: { family: 'u2net', subject: 'object' },
    width: 320,
    height: 320,
    frames: [['u2netp.in', 'u2netp.out']],
    plane: 0,
    mean: [0.485, 0.456, 0.406],
    deviation: [0.229, 0.224, 0.225],
  },
  {
    ...plain,
    id: 'rvm-small-weights',
    file: 'rvm_mobilenetv3_fgf_u8w.onnx',
    entry: { family: 'rvm', subject: 'person', licence: 'GPL-3.0', variants: [{ width: 512, height: 512 }] },
    width: 288,
    height: 160,
    frames: [
      ['rvm_dr1_t0.src', 'rvm_dr1_t0.pha'],
      ['rvm_dr1_t1.src', 'rvm_dr1_t1.pha'],
    ],
  },
];

const folder = `${sharedFolder}/models`;

/** Skips with a message if they do not exist. */
export function hasGolden(): boolean {
  const isHere = existsSync(`${folder}/golden`);
  if (!isHere) {
    console.log('skipped: the shared models do not exist');
  }
  return isHere;
}

export const weightsPath = ({ file }: GoldenCase): string => `${folder}/${file}`;

/** Returns the entry of the product's manifest for the case's family. */
export function getEntry({ entry }: GoldenCase): MatteEntry {
  const found = knownMattes.find(({ family }) => family === entry.family);
  if (!found) {
    throw new Error(`the manifest has no ${entry.family}`);
  }
  return found;
}

/** Returns a golden input as an image: RGB, interleaved. */
export function readPicture({ width, height, frames, mean, deviation }: GoldenCase, frame: number): Uint8Array {
  const count = width * height;
  const planes = readFloats(frames[frame]?.[0]);
  return Uint8Array.from({ length: 3 * count }, (_, byte) => {
    const channel = byte % 3;
    const value = planes[channel * count + Math.floor(byte / 3)] ?? Number.NaN;
    return Math.round((value * (deviation[channel] ?? 1) + (mean[channel] ?? 0)) * 255);
  });
}

/** Returns a golden matte in bytes; that of U2-Net is stretched to the full range, as its authors do. */
export function readMatte({ width, height, frames, plane, entry }: GoldenCase, frame: number): Uint8Array {
  const count = width * height;
  const values = readFloats(frames[frame]?.[1]).subarray(plane * count, (plane + 1) * count);
  const isSalient = entry.family === 'u2net';
  const least = isSalient ? values.reduce((a, b) => Math.min(a, b)) : 0;
  const greatest = isSalient ? values.reduce((a, b) => Math.max(a, b)) : 1;
  return Uint8Array.from(values, (value) => Math.round((255 * (value - least)) / (greatest - least)));
}

const readFloats = (name = ''): Float32Array =>
  new Float32Array(new Uint8Array(readFileSync(`${folder}/golden/${name}.f32`)).buffer);
