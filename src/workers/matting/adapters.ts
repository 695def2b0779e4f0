import { Failure } from '#core/lib/failure.ts';
import type { MatteEntry, ModelEntry } from '#core/model/models.ts';
import type { Picture } from '#core/lib/picture.ts';
import type { Size } from '#core/lib/size.ts';
import { TensorBytes, type Tables } from '#workers/matting/tensor-bytes.ts';

/** float32 data with its shape: the source of a tensor. */
type Numbers = { readonly data: Float32Array; readonly dims: readonly number[] };

/** A recurrent state: the output `from` of a frame is the input `to` of the next. */
export type Carried = { readonly from: string; readonly to: string };

/**
 * The pre- and post-processing of a model family. An adapter belongs to one clip and may remember the frame before.
 * The next call overwrites the result of `toFeeds`.
 */
export type Adapter = {
  /** The size of its images and mattes. */
  readonly size: Size;
  /** The name of the image input, and its number of planes. */
  readonly pictureInput: string;
  readonly channels: number;
  /** The name of the output that `toAlpha` reads. */
  readonly matteOutput: string;
  /** Returns the tensors of one image by input name, without the recurrent states. */
  toFeeds(picture: Picture): Record<string, Numbers>;
  /** Returns the matte, row by row, 0..255, in a new array. */
  toAlpha(output: Float32Array): Uint8Array<ArrayBuffer>;
  /** The alpha of the previous frame, for models with that input. Read and written in place. */
  readonly pastAlpha: Float32Array | null;
  /** Clears the previous frame. */
  reset(): void;
};

/** The recurrent states of a model, without a previous alpha. */
export function findCarried(model: MatteEntry): readonly Carried[] {
  return model.state === 'recurrent' ? [1, 2, 3, 4].map((level) => ({ from: `r${level}o`, to: `r${level}i` })) : [];
}

/** The input and output names of a model file. They differ between files of one family. */
export type Names = { readonly inputs: readonly string[]; readonly outputs: readonly string[] };

type CreateAdapter = (model: MatteEntry, size: Size, names: Names) => Adapter;

const families: Record<MatteEntry['family'], CreateAdapter> = {
  'matte-nano': matteNano,
  selfie: plain,
  'pp-humanseg': personOfTwo,
  // The authors of U2-Net divide by the brightest value of the image, those of IS-Net by 255.
  u2net: (model, size, names) => salient(model, size, names, brightest),
  isnet: (model, size, names) => salient(model, size, names, () => 255),
  modnet: plain,
  rvm,
};

/**
 * Creates the adapter of the model's family. Throws MODEL_UNUSABLE if the file's inputs or outputs do not match the
 * family.
 */
export function createAdapter(model: MatteEntry, size: Size, names: Names): Adapter {
  return families[model.family](model, size, names);
}

/** RGB input, a matte of 0..1 as output, without state. */
function plain(model: MatteEntry, size: Size, names: Names): Adapter {
  const { tensor, input } = createInput(size, 3);
  const tables = createTables(model, 255);
  const pictureInput = only(names.inputs, model);
  const feeds = { [pictureInput]: input };
  return {
    size,
    pictureInput,
    channels: 3,
    matteOutput: first(names.outputs, model),
    toFeeds: (picture) => {
      tensor.load(picture, tables);
      return feeds;
    },
    toAlpha: (output) => tensor.toBytes(output, 0, 1),
    pastAlpha: null,
    reset: () => {},
  };
}

/**
 * A network with two output planes, background and person. Some exports end in a softmax, some do not. Probabilities add up to
 * one in every pixel; raw scores never do in all.
 */
function personOfTwo(model: MatteEntry, size: Size, names: Names): Adapter {
  const single = plain(model, size, names);
  return {
    ...single,
    toAlpha: (output) => {
      const count = output.length / 2;
      return single.toAlpha(addsUpToOne(output) ? output.subarray(count) : toPerson(output));
    },
  };
}

/** Returns the softmax of the second of two planes. */
function toPerson(output: Float32Array): Float32Array {
  const count = output.length / 2;
  const person = new Float32Array(count);
  for (let pixel = 0; pixel < count; pixel += 1) {
    person[pixel] = 1 / (1 + Math.exp((output[pixel] ?? 0) - (output[pixel + count] ?? 0)));
  }
  return person;
}

/** Our own family: the fourth plane is the previous alpha, or zeros for weights that are better without it. */
function matteNano(model: MatteEntry, size: Size, names: Names): Adapter {
  const { tensor, input } = createInput(size, 4);
  const tables = createTables(model, 255);
  const pictureInput = only(names.inputs, model);
  const feeds = { [pictureInput]: input };
  const past = input.data.subarray(3 * size.width * size.height);
  return {
    size,
    pictureInput,
    channels: 4,
    matteOutput: first(names.outputs, model),
    toFeeds: (picture) => {
      tensor.load(picture, tables);
      return feeds;
    },
    toAlpha: (output) => {
      if (model.state === 'previous-alpha') {
        past.set(output);
      }
      return tensor.toBytes(output, 0, 1);
    },
    pastAlpha: model.state === 'previous-alpha' ? past : null,
    reset: () => {
      past.fill(0);
    },
  };
}

/** Salient-object models: the output is stretched to the full range, as in their authors' code. */
function salient(model: MatteEntry, size: Size, names: Names, findDivisor: (rgb: Uint8Array) => number): Adapter {
  const { tensor, input } = createInput(size, 3);
  const pictureInput = only(names.inputs, model);
  const feeds = { [pictureInput]: input };
  return {
    size,
    pictureInput,
    channels: 3,
    matteOutput: first(names.outputs, model),
    toFeeds: (picture) => {
      tensor.load(picture, createTables(model, findDivisor(picture.rgb)));
      return feeds;
    },
    toAlpha: (output) => {
      const { least, range } = findRange(output);
      return tensor.toBytes(output, least, range);
    },
    pastAlpha: null,
    reset: () => {},
  };
}

/** Robust Video Matting: four recurrent states; in the first frame each is a single zero. */
function rvm(model: MatteEntry, size: Size, names: Names): Adapter {
  const { tensor, input } = createInput(size, 3);
  const tables = createTables(model, 255);
  const carried = findCarried(model);
  requireNames(names.inputs, ['src', 'downsample_ratio', ...carried.map((state) => state.to)], model);
  requireNames(names.outputs, ['pha', ...carried.map((state) => state.from)], model);
  const feeds = { src: input, downsample_ratio: { data: new Float32Array([1]), dims: [1] } };
  return {
    size,
    pictureInput: 'src',
    channels: 3,
    matteOutput: 'pha',
    toFeeds: (picture) => {
      tensor.load(picture, tables);
      return feeds;
    },
    toAlpha: (output) => tensor.toBytes(output, 0, 1),
    pastAlpha: null,
    reset: () => {},
  };
}

function createInput(size: Size, channels: number): { readonly tensor: TensorBytes; readonly input: Numbers } {
  const tensor = new TensorBytes(size, channels);
  return { tensor, input: { data: tensor.input, dims: [1, channels, size.height, size.width] } };
}

/** Lookup tables of the normalization, one per channel: `(value / divisor - mean) / deviation` for each byte. */
function createTables(model: MatteEntry, divisor: number): Tables {
  const { mean, deviation } = model.normalisation;
  const table = (channel: 0 | 1 | 2): Float32Array =>
    Float32Array.from({ length: 256 }, (_, value) => (value / divisor - mean[channel]) / deviation[channel]);
  return [table(0), table(1), table(2)];
}

function addsUpToOne(output: Float32Array): boolean {
  const count = output.length / 2;
  for (let pixel = 0; pixel < count; pixel += 1) {
    if (Math.abs((output[pixel] ?? 0) + (output[pixel + count] ?? 0) - 1) > 0.01) {
      return false;
    }
  }
  return true;
}

/** The minimum range that is stretched. Below it there is no salient object, and noise would become a subject. */
const minRange = 0.2;

/** Returns the minimum, which becomes background, and the distance of the maximum, which becomes subject. */
function findRange(output: Float32Array): { readonly least: number; readonly range: number } {
  let least = Infinity;
  let greatest = -Infinity;
  for (let index = 0; index < output.length; index += 1) {
    const value = output[index] ?? 0;
    least = value < least ? value : least;
    greatest = value > greatest ? value : greatest;
  }
  return { least, range: Math.max(greatest - least, minRange) };
}

/** Returns the maximum, at least 1, so that a black image is not divided by 0. */
function brightest(rgb: Uint8Array): number {
  let most = 1;
  for (let index = 0; index < rgb.length; index += 1) {
    const value = rgb[index] ?? 0;
    most = value > most ? value : most;
  }
  return most;
}

/** Returns the only name of a list. Throws MODEL_UNUSABLE if the list has another length. */
function only(names: readonly string[], model: MatteEntry): string {
  const [name] = names;
  if (name === undefined || names.length > 1) {
    throw unusable(
      model,
      `has the inputs ${names.join(', ') || 'none'}; a model of the family ${model.family} has one`,
    );
  }
  return name;
}

/** Returns the first name. Families with several outputs list the finest first. */
function first(names: readonly string[], model: MatteEntry): string {
  const [name] = names;
  if (name === undefined) {
    throw unusable(model, 'has no output');
  }
  return name;
}

function requireNames(names: readonly string[], required: readonly string[], model: MatteEntry): void {
  const missing = required.filter((name) => !names.includes(name));
  if (missing.length > 0) {
    throw unusable(model, `lacks ${missing.join(', ')}, which a model of the family ${model.family} has`);
  }
}

/** Returns the failure for a file that is not a model of its entry's kind. `what` completes the sentence. */
export const unusable = (model: Pick<ModelEntry, 'id' | 'name'>, what: string, cause?: unknown): Failure =>
  new Failure('MODEL_UNUSABLE', {
    message: `The model "${model.name}" ${what}.`,
    details: { modelId: model.id },
    cause,
  });
