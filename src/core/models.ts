import * as z from 'zod';
import type { Quality } from './formats.ts';

/** The families of models of mattes. Each prepares pictures and mattes in its own way, by an adapter of the matting runner. */
const matteFamilies = ['matte-nano', 'selfie', 'pp-humanseg', 'u2net', 'isnet', 'modnet', 'rvm'] as const;
/** The families of detectors, by task. */
const voiceFamilies = ['silero-vad'] as const;
const faceFamilies = ['yunet'] as const;

/** All families of models. */
export const modelFamilies = [...matteFamilies, ...voiceFamilies, ...faceFamilies] as const;

/** What detectors are for: finding speech in sound, and faces in pictures. Every recipe does without them. */
const detectorTasks = ['voice', 'faces'] as const;
export type DetectorTask = (typeof detectorTasks)[number];

/** What models are for. */
export const modelTasks = ['matting', ...detectorTasks] as const;

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

const modelFile = z.object({
  /** File name within `models/`. */
  file: z.string().regex(/^[\w.-]+\.onnx$/),
  bytes: z.int().positive(),
  sha256,
  /** https address of exactly these bytes; null for files that the project ships or that a person added. */
  address: z.url().nullable(),
  /** False when the host lets no page read the file (CORS), so that only `npm run models` can fetch it. */
  isReachableFromPage: z.boolean(),
});
export type ModelFile = z.output<typeof modelFile>;

const variant = modelFile.extend({
  /** Input size in pixels. */
  width: z.int().positive(),
  height: z.int().positive(),
});

/** One number for each of R, G and B. */
const perChannel = z.tuple([z.number(), z.number(), z.number()]);
const normalisation = z.object({ mean: perChannel, deviation: perChannel });
const modelState = z.enum(['none', 'previous-alpha', 'recurrent']);

export const modelId = z
  .string()
  .max(100)
  .regex(/^[a-z0-9-]+$/, { message: 'lower-case letters, digits and hyphens' });

/** What every entry says. */
const anyEntry = z.object({
  id: modelId,
  name: z.string(),
  licence: z.string(),
  /** Where the weights come from, for people. */
  source: z.string(),
  /** Higher is better: the best installed model is the default. */
  rank: z.int(),
  /** True for what `npm run models` fetches: weights under a permissive licence that earn their size. */
  isRecommended: z.boolean(),
  /** What it is good at, with the numbers that were measured, or that none were. */
  summary: z.string(),
});

/** The task of entries that name none, as all did before there were others. The union tells entries apart by it. */
const matting = z.literal('matting').optional().default('matting');

/**
 * A model that makes mattes. It may have several variants: the same weights at other input sizes (for families that take any
 * size there is one variant, whose size is the one to aim at).
 */
const matteEntry = anyEntry.extend({
  task: matting,
  family: z.enum(matteFamilies),
  /** The input of the network is `(x / 255 - mean) / deviation` for each of R, G and B. */
  normalisation,
  /** What the network gets of earlier frames: nothing, the previous alpha as a fourth channel, or recurrent states. */
  state: modelState,
  subject: z.enum(['person', 'object']),
  /** Its weight in the mean of several models; left out for a model that is only ever used alone. */
  consensus: z.object({ weight: z.number().positive().max(100) }).optional(),
  variants: z.array(variant).min(1),
});
export type MatteEntry = z.output<typeof matteEntry>;
export type ModelVariant = MatteEntry['variants'][number];

/** A model that finds speech, 16 kHz in one channel. It has one file. */
const voiceEntry = anyEntry.extend({
  task: z.literal('voice'),
  family: z.enum(voiceFamilies),
  variants: z.array(modelFile).length(1),
});
/** A model that finds faces in pictures of any size. It has one file. */
const facesEntry = anyEntry.extend({
  task: z.literal('faces'),
  family: z.enum(faceFamilies),
  variants: z.array(modelFile).length(1),
});

/** One entry of `models/manifest.json`. */
export const modelEntry = z.discriminatedUnion('task', [matteEntry, voiceEntry, facesEntry]);
export type ModelEntry = z.output<typeof modelEntry>;
/** A model of a task that every recipe does without. */
export type DetectorEntry = Exclude<ModelEntry, MatteEntry>;

export const isMatteEntry = (entry: ModelEntry): entry is MatteEntry => entry.task === 'matting';

/** Whether the model's family is light: a small fixed input, and some 10 ms a frame on one core. */
export const isLight = ({ family }: Pick<MatteEntry, 'family'>): boolean =>
  family === 'matte-nano' || family === 'selfie' || family === 'pp-humanseg';

/** Whether the model can look at several parts of a picture in turn: it is light, and sees every picture by itself. */
export const canLook = (model: Pick<MatteEntry, 'family' | 'state'>): boolean =>
  isLight(model) && model.state === 'none';

const isFitForConsensus = ({
  consensus,
  family,
  subject,
  state = 'none',
}: Pick<MatteEntry, 'family' | 'subject' | 'consensus'> & { state?: MatteEntry['state'] | undefined }): boolean =>
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

const addedFile = z.strictObject({
  ...modelFile.shape,
  file: modelFile.shape.file.max(200).default('model.onnx'),
  bytes: modelFile.shape.bytes.max(onnxBytesMax).optional(),
  sha256: modelFile.shape.sha256.optional(),
  address: z.url().max(2000).nullable().default(null),
  isReachableFromPage: z.boolean().default(true),
});

/** What an added entry may say of any model, and what stands there when it does not. */
const addedShape = {
  name: z.string().trim().min(1).max(200),
  licence: z.string().max(200).default('not stated'),
  source: z.string().max(2000).default('Added in this browser'),
  rank: z.int().min(-1_000_000).max(1_000_000).default(0),
  isRecommended: z.boolean().default(false),
  summary: z.string().max(2000).default('Added in this browser; not measured.'),
};

const addedMatteEntry = matteEntry
  .extend({
    ...addedShape,
    // Pixels are divided by the deviation: with 0 the network would be fed infinities.
    normalisation: z
      .strictObject({ mean: channelsWithin(-1000, 1000), deviation: channelsWithin(0.0001, 1000) })
      .optional(),
    state: modelState.optional(),
    variants: z
      .array(addedFile.extend({ width: inputSize, height: inputSize }))
      .min(1)
      .max(10),
  })
  .strict()
  .refine(isFitForConsensus, consensusRule);
const addedDetector = {
  ...addedShape,
  variants: z
    .array(addedFile)
    .length(1)
    .default([addedFile.parse({})]),
};

/**
 * A model as somebody adds it to this browser. Required are its id, name and family; its task, unless it makes mattes; and of a
 * model of mattes also the subject and the input size: its pictures are prepared as the manifest says for the family. The limits
 * are here and not in `modelEntry`, which also reads stored rows.
 */
export const addedModelEntry = z.discriminatedUnion('task', [
  addedMatteEntry,
  voiceEntry.extend(addedDetector).strict(),
  facesEntry.extend(addedDetector).strict(),
]);
export type AddedModelEntry = z.output<typeof addedModelEntry>;

/**
 * The whole entry: what is not given is as for the manifest's first model of the family. Throws ZodError when that is not
 * known either, or when a file has no bytes.
 */
export function fillModelEntry(
  { variants, ...added }: AddedModelEntry,
  files: readonly Pick<ModelFile, 'bytes' | 'sha256'>[],
  manifest: readonly ModelEntry[],
): ModelEntry {
  const whole = { ...added, variants: variants.map((one, index) => ({ ...one, ...files[index] })) };
  if (added.task !== 'matting') {
    return modelEntry.parse(whole);
  }
  const known = manifest.filter(isMatteEntry).find((one) => one.family === added.family);
  return modelEntry.parse({
    ...whole,
    normalisation: added.normalisation ?? known?.normalisation,
    state: added.state ?? known?.state,
  });
}

/**
 * A model that can be run. `pieces` has, by the sha256 of each file that is stored in this browser, the names of its pieces in
 * `Bytes`, in order. Files that are not listed lie in `models/` of the deployment.
 */
export type RunnableModel<E extends ModelEntry = MatteEntry> = {
  readonly entry: E;
  readonly pieces: Readonly<Record<string, readonly string[]>>;
};

/** A runnable model whose files all lie in `models/` of the deployment. */
export const toDeployed = <E extends ModelEntry>(entry: E): RunnableModel<E> => ({ entry, pieces: {} });

/** A model that makes mattes, which is what `RunnableModel` means where nothing else is said. */
export const isRunnableMatte = (model: RunnableModel<ModelEntry>): model is RunnableModel => isMatteEntry(model.entry);

/** A model of a task that every recipe does without. */
export const isRunnableDetector = (model: RunnableModel<ModelEntry>): model is RunnableModel<DetectorEntry> =>
  !isMatteEntry(model.entry);

export const modelManifest = z.object({
  models: z
    .array(z.discriminatedUnion('task', [matteEntry.refine(isFitForConsensus, consensusRule), voiceEntry, facesEntry]))
    .min(1),
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
  model: MatteEntry,
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
