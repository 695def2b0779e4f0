import * as z from 'zod';

/**
 * One entry of `models/manifest.json`. A model may have several variants: the same weights at other input sizes (for
 * families that take any size there is one variant, whose size is the one to aim at).
 */
export const modelFamilies = ['matte-nano', 'selfie', 'pp-humanseg', 'u2net', 'modnet', 'rvm'] as const;

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

const variant = z.object({
  /** File name within `models/`. */
  file: z.string().regex(/^[\w.-]+\.onnx$/),
  bytes: z.int().positive(),
  sha256,
  /** Input size in pixels. */
  width: z.int().positive(),
  height: z.int().positive(),
  /** https address of the very bytes, or null for what the project ships. */
  address: z.url().nullable(),
});

export const modelEntry = z.object({
  id: z.string().regex(/^[a-z0-9-]+$/),
  name: z.string(),
  family: z.enum(modelFamilies),
  licence: z.string(),
  source: z.string(),
  /** Higher is better: the best installed model is the default. */
  rank: z.int(),
  isRecommended: z.boolean(),
  layout: z.enum(['nchw', 'nhwc']),
  /** `(x / 255 - mean) / deviation` for each of R, G, B. */
  normalisation: z.object({
    mean: z.tuple([z.number(), z.number(), z.number()]),
    deviation: z.tuple([z.number(), z.number(), z.number()]),
  }),
  /** What the past does: nothing, the previous alpha as a fourth channel, or recurrent states. */
  state: z.enum(['none', 'previous-alpha', 'recurrent']),
  subject: z.enum(['person', 'object']),
  summary: z.string(),
  variants: z.array(variant).min(1),
});
export type ModelEntry = z.output<typeof modelEntry>;
export type ModelVariant = ModelEntry['variants'][number];

export const modelManifest = z.object({ models: z.array(modelEntry).min(1) });

/** What `models/installed.json` of a deployment says: the files that are really there. */
export const installedModels = z.object({ files: z.array(z.string()) });

/** The models all of whose files are among `files`, best first. */
export function toInstalled(models: readonly ModelEntry[], files: readonly string[]): ModelEntry[] {
  const present = new Set(files);
  return models
    .filter((model) => model.variants.every((one) => present.has(one.file)))
    .toSorted((a, b) => b.rank - a.rank);
}

/** The variant whose shape is nearest to a source of `width` by `height`; of two as near, the larger at `best`. */
export function pickVariant(
  model: ModelEntry,
  source: { width: number; height: number },
  quality: 'best' | 'fast',
): ModelVariant {
  const aspect = Math.log(source.width / source.height);
  const cost = (one: ModelVariant): number => Math.abs(Math.log(one.width / one.height) - aspect);
  const larger = (a: ModelVariant, b: ModelVariant): number =>
    (b.width * b.height - a.width * a.height) * (quality === 'best' ? 1 : -1);
  const [first] = model.variants.toSorted((a, b) => cost(a) - cost(b) || larger(a, b));
  if (!first) {
    throw new RangeError(`model ${model.id} has no variant`);
  }
  return first;
}
