import * as z from 'zod';
import type { Quality } from './formats.ts';

/** The families of matting models. An adapter of the matting runner preprocesses images and mattes for each family. */
const matteFamilies = ['matte-nano', 'selfie', 'pp-humanseg', 'u2net', 'isnet', 'modnet', 'rvm'] as const;
/** The families of detectors, by task. */
const voiceFamilies = ['silero-vad'] as const;
const faceFamilies = ['yunet'] as const;

/** All families of models. */
export const modelFamilies = [...matteFamilies, ...voiceFamilies, ...faceFamilies] as const;

/** The tasks of detectors: detect speech in audio, and faces in images. They are optional in every recipe. */
const detectorTasks = ['voice', 'faces'] as const;
export type DetectorTask = (typeof detectorTasks)[number];

/** The tasks of models. */
export const modelTasks = ['matting', ...detectorTasks] as const;

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

const modelFile = z.object({
  /** File name within `models/`. */
  file: z.string().regex(/^[\w.-]+\.onnx$/),
  bytes: z.int().positive(),
  sha256,
  /** The https URL of exactly these bytes; null for files that the project ships or that the user added. */
  address: z.url().nullable(),
  /** False if the host does not allow pages to read the file (CORS), so that only `npm run models` can download it. */
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

/** The fields of every entry. */
const anyEntry = z.object({
  id: modelId,
  name: z.string(),
  licence: z.string(),
  /** The origin of the weights, as text for users. */
  source: z.string(),
  /** Higher is better: the best installed model is the default. */
  rank: z.int(),
  /** True for the models that `npm run models` downloads: their license is permissive, and their quality justifies their size. */
  isRecommended: z.boolean(),
  /** The strengths of the model, with the measured figures, or a note that there are none. */
  summary: z.string(),
});

/** The task of entries that name none, because they are older than the other tasks. The union discriminates by it. */
const matting = z.literal('matting').optional().default('matting');

/**
 * A model that creates mattes. Its variants are the same weights at different input sizes. A family that accepts any size has one
 * variant, whose size is the target.
 */
const matteEntry = anyEntry.extend({
  task: matting,
  family: z.enum(matteFamilies),
  /** The input of the network is `(x / 255 - mean) / deviation` for each of R, G and B. */
  normalisation,
  /** The input from earlier frames: none, the previous alpha as a fourth channel, or recurrent states. */
  state: modelState,
  subject: z.enum(['person', 'object']),
  /**
   * The weight of the model in an ensemble; absent for a model that is only used alone. A large model can process fewer crops than
   * the others: one every `interval` frames (1).
   */
  consensus: z
    .object({ weight: z.number().positive().max(100), interval: z.int().min(1).max(12).optional() })
    .optional(),
  variants: z.array(variant).min(1),
});
export type MatteEntry = z.output<typeof matteEntry>;
export type ModelVariant = MatteEntry['variants'][number];

/** A model that detects speech in 16 kHz mono audio. It has one file. */
const voiceEntry = anyEntry.extend({
  task: z.literal('voice'),
  family: z.enum(voiceFamilies),
  variants: z.array(modelFile).length(1),
});
/** A model that detects faces in images of any size. It has one file. */
const facesEntry = anyEntry.extend({
  task: z.literal('faces'),
  family: z.enum(faceFamilies),
  variants: z.array(modelFile).length(1),
});

/** One entry of `models/manifest.json`. */
export const modelEntry = z.discriminatedUnion('task', [matteEntry, voiceEntry, facesEntry]);
export type ModelEntry = z.output<typeof modelEntry>;
/** An entry of an optional model. */
export type DetectorEntry = Exclude<ModelEntry, MatteEntry>;

export const isMatteEntry = (entry: ModelEntry): entry is MatteEntry => entry.task === 'matting';

/** Whether the model's family is light: a small fixed input, and about 10 ms per frame on one core. */
export const isLight = ({ family }: Pick<MatteEntry, 'family'>): boolean =>
  family === 'matte-nano' || family === 'selfie' || family === 'pp-humanseg';

/** Whether the model can process several crops of a frame: it is light, and processes each image independently. */
export const canUseCrops = (model: Pick<MatteEntry, 'family' | 'state'>): boolean =>
  isLight(model) && model.state === 'none';

const isFitForEnsemble = ({
  consensus,
  family,
  subject,
  state = 'none',
}: Pick<MatteEntry, 'family' | 'subject' | 'consensus'> & { state?: MatteEntry['state'] | undefined }): boolean =>
  consensus === undefined || (subject === 'person' && canUseCrops({ family, state }));
const ensembleRule = {
  path: ['consensus'],
  message: 'only for models of people of the families matte-nano, selfie and pp-humanseg that have no state',
};

/** The size limit of an ONNX file, which is one protobuf message: 2 GiB. */
const onnxBytesMax = 2 ** 31 - 1;
/** The input size limit. The widest known matting network has 1024 pixels; four times its pixels still fit into memory. */
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

/** The fields that an added entry may have for any task, with their defaults. */
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
    // Pixels are divided by the deviation: a deviation of 0 would create infinities.
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
  .refine(isFitForEnsemble, ensembleRule);
const addedDetector = {
  ...addedShape,
  variants: z
    .array(addedFile)
    .length(1)
    .default([addedFile.parse({})]),
};

/**
 * The entry of a model that the user adds to this browser. Required: the id, name and family; the task, unless it is matting; for
 * matting also the subject and the input size. The manifest supplies the preprocessing of the family. `modelEntry` does not have
 * these limits, because it also reads stored rows.
 */
export const addedModelEntry = z.discriminatedUnion('task', [
  addedMatteEntry,
  voiceEntry.extend(addedDetector).strict(),
  facesEntry.extend(addedDetector).strict(),
]);
export type AddedModelEntry = z.output<typeof addedModelEntry>;

/**
 * Completes an entry with the values of the manifest's first model of the family. Throws ZodError if the manifest does not have
 * them either, or if a file is empty.
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
 * A model that can be run. `pieces` maps the sha256 of each file in this browser to the names of its pieces in `Bytes`, in order.
 * Other files are in `models/` of the deployment.
 */
export type RunnableModel<E extends ModelEntry = MatteEntry> = {
  readonly entry: E;
  readonly pieces: Readonly<Record<string, readonly string[]>>;
};

/** Returns a runnable model whose files are all in `models/` of the deployment. */
export const toDeployed = <E extends ModelEntry>(entry: E): RunnableModel<E> => ({ entry, pieces: {} });

/** Whether the model creates mattes, which is the default meaning of `RunnableModel`. */
export const isRunnableMatte = (model: RunnableModel<ModelEntry>): model is RunnableModel => isMatteEntry(model.entry);

/** Whether the model is an optional detector. */
export const isRunnableDetector = (model: RunnableModel<ModelEntry>): model is RunnableModel<DetectorEntry> =>
  !isMatteEntry(model.entry);

export const modelManifest = z.object({
  models: z
    .array(z.discriminatedUnion('task', [matteEntry.refine(isFitForEnsemble, ensembleRule), voiceEntry, facesEntry]))
    .min(1),
});

/** True if the model is part of the app: its files have no URL. */
export const isShipped = (model: ModelEntry): boolean => model.variants.every((one) => one.address === null);

/** The content of `models/installed.json`: the files of a deployment. */
export const installedModels = z.object({ files: z.array(z.string()) });

/** True if all files of the model are among `files`. */
export const isAmong = (model: ModelEntry, files: ReadonlySet<string>): boolean =>
  model.variants.every((one) => files.has(one.file));

/**
 * Returns the variant to use for a source of `width` by `height` pixels. `best` returns the variant with the most pixels: our
 * square variant is better than the wide one even for wide images (IoU .890 against .870 on 22 stills). `fast` returns the variant
 * with the most similar aspect ratio, and the smaller of two equally similar ones: there the square variant takes 1.75 times as
 * long, for an IoU of .872 against .856. Throws RangeError for a model without variants.
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
