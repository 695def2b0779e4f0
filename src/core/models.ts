import * as z from 'zod';
import type { Quality } from './formats.ts';

/** The families of models. Each prepares pictures and mattes in its own way, by an adapter of the matting runner. */
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
  /** https address of exactly these bytes; null for files that the project ships or that a person added. */
  address: z.url().nullable(),
  /** False when the host lets no page read the file (CORS), so that only `npm run models` can fetch it. */
  isReachableFromPage: z.boolean(),
});

/** One number for each of R, G and B. */
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
  /** The input of the network is `(x / 255 - mean) / deviation` for each of R, G and B. */
  normalisation,
  /** What the network gets of earlier frames: nothing, the previous alpha as a fourth channel, or recurrent states. */
  state: modelState,
  subject: z.enum(['person', 'object']),
  /** Its weight in the mean of several models; left out for a model that is only ever used alone. */
  consensus: z.object({ weight: z.number().positive().max(100) }).optional(),
  /** What it is good at, with the numbers that were measured, or that none were. */
  summary: z.string(),
  variants: z.array(variant).min(1),
});
export type ModelEntry = z.output<typeof modelEntry>;
export type ModelVariant = ModelEntry['variants'][number];

/** Whether the model's family is light: a small fixed input, and some 10 ms a frame on one core. */
export const isLight = ({ family }: Pick<ModelEntry, 'family'>): boolean =>
  family === 'matte-nano' || family === 'selfie' || family === 'pp-humanseg';

/** Whether the model can look at several parts of a picture in turn: it is light, and sees every picture by itself. */
export const canLook = (model: Pick<ModelEntry, 'family' | 'state'>): boolean =>
  isLight(model) && model.state === 'none';

const isFitForConsensus = ({
  consensus,
  family,
  subject,
  state = 'none',
}: Pick<ModelEntry, 'family' | 'subject' | 'consensus'> & { state?: ModelEntry['state'] | undefined }): boolean =>
  consensus === undefined || (subject === 'person' && canLook({ family, state }));
const consensusRule = {
  path: ['consensus'],
  message: 'only for models of people of the families matte-nano, selfie and pp-humanseg that have no state',
};

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
  .strict()
  .refine(isFitForConsensus, consensusRule);
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
 * A model that can be run. `pieces` has, by the sha256 of each file that is stored in this browser, the names of its pieces in
 * `Bytes`, in order. Files that are not listed lie in `models/` of the deployment.
 */
export type RunnableModel = {
  readonly entry: ModelEntry;
  readonly pieces: Readonly<Record<string, readonly string[]>>;
};

/** A runnable model whose files all lie in `models/` of the deployment. */
export const toDeployed = (entry: ModelEntry): RunnableModel => ({ entry, pieces: {} });

export const modelManifest = z.object({
  models: z.array(modelEntry.refine(isFitForConsensus, consensusRule)).min(1),
});

/** True when the model is part of the product: its files have no address elsewhere. */
export const isShipped = (model: ModelEntry): boolean => model.variants.every((one) => one.address === null);

/** The content of `models/installed.json`: the files that a deployment has. */
export const installedModels = z.object({ files: z.array(z.string()) });

/** True when all files of the model are among `files`. */
export const isAmong = (model: ModelEntry, files: ReadonlySet<string>): boolean =>
  model.variants.every((one) => files.has(one.file));

/**
 * The variant to use for a source of `width` by `height` pixels. `best` takes the variant with the most pixels: our own
 * square one is better than the wide one even on wide pictures (IoU .890 against .870 on 22 stills). `fast` takes the nearest
 * shape, and of two equally near ones the smaller: the square takes 1.75 times as long there, for an IoU of .872 against .856.
 * Throws RangeError for a model without variants.
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
