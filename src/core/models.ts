import * as z from 'zod';

/** How a model's pictures and mattes are to be prepared: one adapter of the matting runner each. */
const modelFamilies = ['matte-nano', 'selfie', 'pp-humanseg', 'u2net', 'modnet', 'rvm'] as const;

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

/**
 * One entry of `models/manifest.json`. A model may have several variants: the same weights at other input sizes (for
 * families that take any size there is one variant, whose size is the one to aim at).
 */
const modelEntry = z.object({
  id: z.string().regex(/^[a-z0-9-]+$/),
  name: z.string(),
  family: z.enum(modelFamilies),
  licence: z.string(),
  /** Where the weights come from, for people. */
  source: z.string(),
  /** Higher is better: the best installed model is the default. */
  rank: z.int(),
  /** True for what `npm run models` fetches: weights under a permissive licence that earn their size. */
  isRecommended: z.boolean(),
  /** `(x / 255 - mean) / deviation` for each of R, G, B. */
  normalisation: z.object({
    mean: z.tuple([z.number(), z.number(), z.number()]),
    deviation: z.tuple([z.number(), z.number(), z.number()]),
  }),
  /** What the past does: nothing, the previous alpha as a fourth channel, or recurrent states. */
  state: z.enum(['none', 'previous-alpha', 'recurrent']),
  subject: z.enum(['person', 'object']),
  /** One sentence: what it is good at, with a number that was measured. */
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

/**
 * The variant to use for a source of `width` by `height`. At `best` the one with the most pixels: of matte-nano v0 the
 * square is better than the wide one even on wide pictures (IoU .750 against .732 on 73 stills). At `fast` the one whose
 * shape is nearest, and of two as near the smaller.
 */
export function pickVariant(
  model: ModelEntry,
  source: { width: number; height: number },
  quality: 'best' | 'fast',
): ModelVariant {
  const aspect = Math.log(source.width / source.height);
  const misfit = (one: ModelVariant): number => Math.abs(Math.log(one.width / one.height) - aspect);
  const pixels = (one: ModelVariant): number => one.width * one.height;
  const [first] = model.variants.toSorted(
    quality === 'best'
      ? (a, b) => pixels(b) - pixels(a) || misfit(a) - misfit(b)
      : (a, b) => misfit(a) - misfit(b) || pixels(a) - pixels(b),
  );
  if (!first) {
    throw new RangeError(`model ${model.id} has no variant`);
  }
  return first;
}
