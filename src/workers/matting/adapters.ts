import { Failure } from '#core/failure.ts';
import type { ModelEntry } from '#core/models.ts';
import type { Picture } from '#core/runners.ts';
import type { Size } from '#core/size.ts';

/** float32 numbers with their shape, before they become a tensor. */
type Numbers = { readonly data: Float32Array; readonly dims: readonly number[] };

/** A recurrent state: what the output `from` gave is what the input `to` takes with the next frame. */
export type Carried = { readonly from: string; readonly to: string };

/**
 * One model family's way from a picture to tensors and from tensors to a matte. An adapter belongs to one clip: it may
 * remember the frame before. What `toFeeds` gives is overwritten by the next call.
 */
export type Adapter = {
  /** The size of the pictures that it takes and of the mattes that it gives. */
  readonly size: Size;
  /** The input that takes the picture, and how many planes it has. */
  readonly pictureInput: string;
  readonly channels: number;
  /** The output that `toAlpha` reads. */
  readonly matteOutput: string;
  /** The tensors of one picture, by input name, without the carried ones. */
  toFeeds(picture: Picture): Record<string, Numbers>;
  /** The matte, row by row, 0..255; a new array each time. */
  toAlpha(output: Float32Array): Uint8Array<ArrayBuffer>;
  /** The alpha of the frame before where the model wants to see it, to be read and written in place. */
  readonly pastAlpha: Float32Array | null;
  /** Forgets the frame before. */
  reset(): void;
};

/** What the frames of a model hand on to each other, apart from a previous alpha. */
export function findCarried(model: ModelEntry): readonly Carried[] {
  return model.state === 'recurrent' ? [1, 2, 3, 4].map((level) => ({ from: `r${level}o`, to: `r${level}i` })) : [];
}

/** The names that a model file gives to its inputs and outputs; the same family goes by several. */
export type Names = { readonly inputs: readonly string[]; readonly outputs: readonly string[] };

type CreateAdapter = (model: ModelEntry, size: Size, names: Names) => Adapter;

const families: Record<ModelEntry['family'], CreateAdapter> = {
  'matte-nano': matteNano,
  selfie: plain,
  'pp-humanseg': (model, size, names) => ({ ...plain(model, size, names), toAlpha: personOfTwo }),
  // Its authors divide by the brightest value of the picture, those of IS-Net by the greatest that there can be.
  u2net: (model, size, names) => salient(model, size, names, brightest),
  isnet: (model, size, names) => salient(model, size, names, () => 255),
  modnet: plain,
  rvm,
};

/** The adapter of the model's family. Throws MODEL_UNUSABLE when the file's inputs or outputs are not those of the family. */
export function createAdapter(model: ModelEntry, size: Size, names: Names): Adapter {
  return families[model.family](model, size, names);
}

/** RGB in, a matte of 0..1 out, nothing remembered. */
function plain(model: ModelEntry, size: Size, names: Names): Adapter {
  const input = createInput(size, 3);
  const tables = createTables(model, 255);
  const pictureInput = only(names.inputs, model);
  const feeds = { [pictureInput]: input };
  return {
    size,
    pictureInput,
    channels: 3,
    matteOutput: first(names.outputs, model),
    toFeeds: (picture) => {
      fillPlanes(input.data, picture, tables);
      return feeds;
    },
    toAlpha: toBytes,
    pastAlpha: null,
    reset: () => {},
  };
}

/** Our own: a fourth plane holds the alpha of the frame before, or zeros for weights that are better off without it. */
function matteNano(model: ModelEntry, size: Size, names: Names): Adapter {
  const input = createInput(size, 4);
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
      fillPlanes(input.data, picture, tables);
      return feeds;
    },
    toAlpha: (output) => {
      if (model.state === 'previous-alpha') {
        past.set(output);
      }
      return toBytes(output);
    },
    pastAlpha: model.state === 'previous-alpha' ? past : null,
    reset: () => {
      past.fill(0);
    },
  };
}

/** Salient objects: what comes out is stretched to the full range, as the authors of these models do. */
function salient(model: ModelEntry, size: Size, names: Names, findDivisor: (rgb: Uint8Array) => number): Adapter {
  const input = createInput(size, 3);
  const pictureInput = only(names.inputs, model);
  const feeds = { [pictureInput]: input };
  return {
    size,
    pictureInput,
    channels: 3,
    matteOutput: first(names.outputs, model),
    toFeeds: (picture) => {
      fillPlanes(input.data, picture, createTables(model, findDivisor(picture.rgb)));
      return feeds;
    },
    toAlpha: fromLeastToGreatest,
    pastAlpha: null,
    reset: () => {},
  };
}

/** Robust Video Matting: four recurrent states go round, and the first frame's are one zero each. */
function rvm(model: ModelEntry, size: Size, names: Names): Adapter {
  const input = createInput(size, 3);
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
      fillPlanes(input.data, picture, tables);
      return feeds;
    },
    toAlpha: toBytes,
    pastAlpha: null,
    reset: () => {},
  };
}

function createInput({ width, height }: Size, channels: number): Numbers {
  return { data: new Float32Array(channels * width * height), dims: [1, channels, height, width] };
}

/** For each channel the number that each of the 256 byte values becomes: `(value / divisor - mean) / deviation`. */
function createTables(model: ModelEntry, divisor: number): readonly [Float32Array, Float32Array, Float32Array] {
  const { mean, deviation } = model.normalisation;
  const table = (channel: 0 | 1 | 2): Float32Array =>
    Float32Array.from({ length: 256 }, (_, value) => (value / divisor - mean[channel]) / deviation[channel]);
  return [table(0), table(1), table(2)];
}

/** Interleaved bytes to one plane of floats per channel. */
function fillPlanes(
  planes: Float32Array,
  { width, height, rgb }: Picture,
  [red, green, blue]: readonly [Float32Array, Float32Array, Float32Array],
): void {
  const count = width * height;
  for (let pixel = 0, byte = 0; pixel < count; pixel += 1, byte += 3) {
    planes[pixel] = red[rgb[byte] ?? 0] ?? 0;
    planes[pixel + count] = green[rgb[byte + 1] ?? 0] ?? 0;
    planes[pixel + 2 * count] = blue[rgb[byte + 2] ?? 0] ?? 0;
  }
}

/** What lies `least` to `least + range` to 0..255, rounded and clamped; what is not a number becomes background. */
function stretch(output: Float32Array, least: number, range: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8ClampedArray(output.length);
  const factor = 255 / range;
  for (let index = 0; index < output.length; index += 1) {
    bytes[index] = ((output[index] ?? 0) - least) * factor;
  }
  return new Uint8Array(bytes.buffer);
}

function toBytes(output: Float32Array): Uint8Array<ArrayBuffer> {
  return stretch(output, 0, 1);
}

/**
 * Two planes, background and person. Some exports end in a softmax and some do not: probabilities add up to one in every
 * pixel, and raw scores never do in all of them.
 */
function personOfTwo(output: Float32Array): Uint8Array<ArrayBuffer> {
  const count = output.length / 2;
  if (addsUpToOne(output)) {
    return toBytes(output.subarray(count));
  }
  const person = new Float32Array(count);
  for (let pixel = 0; pixel < count; pixel += 1) {
    person[pixel] = 1 / (1 + Math.exp((output[pixel] ?? 0) - (output[pixel + count] ?? 0)));
  }
  return toBytes(person);
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

/** Below this range nothing stands out, and stretching it to 0..1 would make a subject of noise. */
const leastRange = 0.2;

/** The least value becomes background and the greatest subject. */
function fromLeastToGreatest(output: Float32Array): Uint8Array<ArrayBuffer> {
  let least = Infinity;
  let greatest = -Infinity;
  for (let index = 0; index < output.length; index += 1) {
    const value = output[index] ?? 0;
    least = value < least ? value : least;
    greatest = value > greatest ? value : greatest;
  }
  return stretch(output, least, Math.max(greatest - least, leastRange));
}

/** At least 1, as a black picture must not be divided by nothing. */
function brightest(rgb: Uint8Array): number {
  let most = 1;
  for (let index = 0; index < rgb.length; index += 1) {
    const value = rgb[index] ?? 0;
    most = value > most ? value : most;
  }
  return most;
}

/** The one name that there must be. */
function only(names: readonly string[], model: ModelEntry): string {
  const [name] = names;
  if (name === undefined || names.length > 1) {
    throw unusable(
      model,
      `has the inputs ${names.join(', ') || 'none'}; a model of the family ${model.family} has one`,
    );
  }
  return name;
}

/** Several outputs are the rule in some families: the first is the finest. */
function first(names: readonly string[], model: ModelEntry): string {
  const [name] = names;
  if (name === undefined) {
    throw unusable(model, 'has no output');
  }
  return name;
}

function requireNames(names: readonly string[], required: readonly string[], model: ModelEntry): void {
  const missing = required.filter((name) => !names.includes(name));
  if (missing.length > 0) {
    throw unusable(model, `lacks ${missing.join(', ')}, which a model of the family ${model.family} has`);
  }
}

/** The file is no model of the kind that its entry says it is; `what` completes the sentence. */
export const unusable = (model: ModelEntry, what: string, cause?: unknown): Failure =>
  new Failure('MODEL_UNUSABLE', {
    message: `The model "${model.name}" ${what}.`,
    details: { modelId: model.id },
    cause,
  });
