import * as z from 'zod';
import type { Quality } from './formats.ts';

/** How a model's pictures and mattes are to be prepared: one adapter of the matting runner each. */
export const modelFamilies = ['matte-nano', 'selfie', 'pp-humanseg', 'u2net', 'isnet', 'modnet', 'rvm'] as const;

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

const variant = z.object({
  /** File name within `models/`. */
  file: z.string().regex(/^[\w.-]+\.onnx$/),
  bytes: z.int().positive(),
  sha256,
  /** Input size in pixels. */
  width: z.int().positive(),
  height: z.int().positive(),
  /** https address of the very bytes; null for what the project ships, and for a person's own file. */
  address: z.url().nullable(),
  /** False where the host lets no page read the file (CORS), so that only `npm run models` can fetch it. */
  isReachableFromPage: z.boolean(),
});

/** A number for each of R, G, B. */
const perChannel = z.tuple([z.number(), z.number(), z.number()]);
const normalisation = z.object({ mean: perChannel, deviation: perChannel });
const modelState = z.enum(['none', 'previous-alpha', 'recurrent']);

export const modelId = z
  .string()
  .max(100)
  .regex(/^[a-z0-9-]+$/, { message: 'lower-case letters, digits and hyphens' });

/**
 * One entry of `models/manifest.json`. A model may have several variants: the same weights at other input sizes (for
 * families that take any size there is one variant, whose size is the one to aim at).
 */
export const modelEntry = z.object({
  id: modelId,
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
  normalisation,
  /** What the past does: nothing, the previous alpha as a fourth channel, or recurrent states. */
  state: modelState,
  subject: z.enum(['person', 'object']),
  /** What it is good at, with the numbers that were measured, or that none were. */
  summary: z.string(),
  variants: z.array(variant).min(1),
});
export type ModelEntry = z.output<typeof modelEntry>;
export type ModelVariant = ModelEntry['variants'][number];

/** An ONNX file is one protobuf message, and those end at 2 GiB. */
const onnxBytesMax = 2 ** 31 - 1;
/** The largest input of a known matting network is 1024 pixels wide; four times its pixels still fit into memory. */
const inputSize = z.int().positive().max(2048);
const channelsWithin = (least: number, most: number) => {
  const channel = z.number().min(least).max(most);
  return z.tuple([channel, channel, channel]);
};

/**
 * A model as somebody adds it to this browser. Required are its id, name, family, subject and input size; pictures are
 * prepared as the manifest says for the family. The limits are here and not in `modelEntry`, which also reads stored rows.
 */
export const addedModelEntry = modelEntry
  .extend({
    name: z.string().trim().min(1).max(200),
    licence: z.string().max(200).default('not stated'),
    source: z.string().max(2000).default('Added in this browser'),
    rank: z.int().min(-1_000_000).max(1_000_000).default(0),
    isRecommended: z.boolean().default(false),
    // Pixels are divided by the deviation: with 0 the network would be fed infinities.
    normalisation: z
      .strictObject({ mean: channelsWithin(-1000, 1000), deviation: channelsWithin(0.0001, 1000) })
      .optional(),
    state: modelState.optional(),
    summary: z.string().max(2000).default('Added in this browser; not measured.'),
    variants: z
      .array(
        z.strictObject({
          ...variant.shape,
          file: variant.shape.file.max(200).default('model.onnx'),
          bytes: variant.shape.bytes.max(onnxBytesMax).optional(),
          sha256: variant.shape.sha256.optional(),
          width: inputSize,
          height: inputSize,
          address: z.url().max(2000).nullable().default(null),
          isReachableFromPage: z.boolean().default(true),
        }),
      )
      .min(1)
      .max(10),
  })
  .strict();
export type AddedModelEntry = z.output<typeof addedModelEntry>;

/**
 * The whole entry: what is not given is as for the manifest's first model of the family. Throws ZodError when that is not
 * known either, or when a file has no bytes.
 */
export function fillModelEntry(
  { variants, ...added }: AddedModelEntry,
  files: readonly Pick<ModelVariant, 'bytes' | 'sha256'>[],
  manifest: readonly ModelEntry[],
): ModelEntry {
  const known = manifest.find((one) => one.family === added.family);
  return modelEntry.parse({
    ...added,
    normalisation: added.normalisation ?? known?.normalisation,
    state: added.state ?? known?.state,
    variants: variants.map((one, index) => ({ ...one, ...files[index] })),
  });
}

/**
 * A model that can be run. `pieces` has, by the sha256 of a file that is kept in this browser, the names of its pieces in
 * `Bytes`, in order; a file that is not there lies in the deployment's `models/`.
 */
export type RunnableModel = {
  readonly entry: ModelEntry;
  readonly pieces: Readonly<Record<string, readonly string[]>>;
};

/** A model whose files all come with the deployment. */
export const toDeployed = (entry: ModelEntry): RunnableModel => ({ entry, pieces: {} });

export const modelManifest = z.object({ models: z.array(modelEntry).min(1) });

/** Whether the model is part of the product itself: its files have no other address. */
export const isShipped = (model: ModelEntry): boolean => model.variants.every((one) => one.address === null);

/** What `models/installed.json` of a deployment says: the files that are really there. */
export const installedModels = z.object({ files: z.array(z.string()) });

/** Whether all files of the model are among `files`. */
export const isAmong = (model: ModelEntry, files: ReadonlySet<string>): boolean =>
  model.variants.every((one) => files.has(one.file));

/**
 * The variant to use for a source of `width` by `height`. At `best` the one with the most pixels: of our own the
 * square is better than the wide one even on wide pictures (IoU .890 against .870 on 22 stills). At `fast` the one whose
 * shape is nearest, and of two as near the smaller: there the square takes 1.75 times as long for .872 against .856, and on
 * four wide scenes of `bench/quality.ts` for .001 to .008 more.
 */
export function pickVariant(
  model: ModelEntry,
  source: { width: number; height: number },
  quality: Quality,
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
