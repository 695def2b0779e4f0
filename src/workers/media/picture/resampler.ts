import { Kernels } from '../kernels/kernels.ts';

/** For each output position: where its footprint starts, and the weights of its `reach` places, which sum to 1. */
type Taps = {
  readonly starts: Int32Array;
  readonly weights: Float32Array;
  readonly reach: number;
};

/** The weight 1 of a row, in the whole numbers that rows are added with. */
const wholeWeight = 1 << 14;

/**
 * Brings a plane from one size to another: smaller by exact area averages (each pixel of the source counts with the share
 * of it that the output pixel covers), larger by linear interpolation. The two directions are independent.
 */
export class Resampler {
  readonly #sourceWidth: number;
  readonly #sourceHeight: number;
  readonly #run: () => void;
  readonly #source: Uint8Array;
  readonly #points: Float32Array;

  constructor(sourceWidth: number, sourceHeight: number, width: number, height: number) {
    this.#sourceWidth = sourceWidth;
    this.#sourceHeight = sourceHeight;
    const rows = createTaps(sourceHeight, height);
    const columns = createTaps(sourceWidth, width);
    const pairs = Math.ceil(rows.reach / 2);
    const quads = Math.ceil(columns.reach / 4);
    // Taps beyond the last have no weight, but are read.
    const sourceBytes = (sourceHeight + 2 * pairs) * sourceWidth;
    const rowLength = sourceWidth + 16 + 4 * quads;
    const tapBytes = 4 * (height * (1 + pairs) + (width + 4) * (1 + 4 * quads));
    const kernels = new Kernels(sourceBytes + 4 * rowLength + tapBytes + 4 * width * height + 4096);
    const source = kernels.bytes(sourceBytes);
    const row = kernels.floats(rowLength);
    const rowStarts = kernels.ints(height);
    const rowWeights = kernels.ints(height * pairs);
    const columnStarts = kernels.ints(width + 4);
    const columnWeights = kernels.floats((width + 4) * 4 * quads);
    const points = kernels.floats(width * height);
    rowStarts.set(rows.starts);
    rowWeights.set(pairUp(rows, pairs));
    columnStarts.set(columns.starts);
    for (let x = 0; x < width; x++) {
      for (let tap = 0; tap < columns.reach; tap++) {
        columnWeights[4 * quads * x + tap] = (columns.weights[columns.reach * x + tap] ?? 0) / wholeWeight;
      }
    }
    this.#source = source.subarray(0, sourceWidth * sourceHeight);
    this.#points = points;
    const rowTaps = [rowStarts, rowWeights, pairs, row] as const;
    const columnTaps = [columnStarts, columnWeights, quads] as const;
    this.#run = () => kernels.run.resample(source, sourceWidth, ...rowTaps, ...columnTaps, points, width, height);
  }

  /** Whether this one takes planes of that size. */
  isFrom(sourceWidth: number, sourceHeight: number): boolean {
    return sourceWidth === this.#sourceWidth && sourceHeight === this.#sourceHeight;
  }

  /** Fills `target` from `source`; a target of bytes is rounded, one of floats keeps the fractions. */
  resample(source: Uint8Array, target: Uint8Array | Float32Array): void {
    this.#source.set(source);
    this.#run();
    if (target instanceof Float32Array) {
      target.set(this.#points);
      return;
    }
    for (let at = 0; at < target.length; at++) {
      target[at] = (this.#points[at] ?? 0) + 0.5;
    }
  }
}

/** Weights as whole numbers that sum to `wholeWeight`, two of 16 bits in each value. */
function pairUp({ starts, weights, reach }: Taps, pairs: number): Int32Array {
  const packed = new Int32Array(starts.length * pairs);
  const halves = new Int16Array(packed.buffer);
  for (let at = 0; at < starts.length; at++) {
    const own = weights.subarray(at * reach, (at + 1) * reach);
    const whole = halves.subarray(2 * pairs * at, 2 * pairs * (at + 1));
    let sum = 0;
    own.forEach((weight, tap) => (sum += whole[tap] = Math.round(wholeWeight * weight)));
    const heaviest = own.indexOf(Math.max(...own));
    whole[heaviest] = (whole[heaviest] ?? 0) + wholeWeight - sum;
  }
  return packed;
}

function createTaps(sourceSize: number, size: number): Taps {
  return size <= sourceSize ? areaTaps(sourceSize, size) : linearTaps(sourceSize, size);
}

function areaTaps(sourceSize: number, size: number): Taps {
  const scale = sourceSize / size;
  const reach = Math.ceil(scale) + 1;
  const taps = emptyTaps(size, reach);
  for (let i = 0; i < size; i++) {
    const from = i * scale;
    const to = Math.min(sourceSize, (i + 1) * scale);
    const start = Math.floor(from + 1e-9);
    const end = Math.min(sourceSize, Math.ceil(to - 1e-9));
    taps.starts[i] = start;
    for (let at = start; at < end; at++) {
      taps.weights[i * reach + at - start] = (Math.min(to, at + 1) - Math.max(from, at)) / (to - from);
    }
  }
  return taps;
}

function linearTaps(sourceSize: number, size: number): Taps {
  const taps = emptyTaps(size, 2);
  for (let i = 0; i < size; i++) {
    const at = Math.min(sourceSize - 1, Math.max(0, ((i + 0.5) * sourceSize) / size - 0.5));
    const start = Math.min(Math.floor(at), Math.max(0, sourceSize - 2));
    taps.starts[i] = start;
    taps.weights[2 * i] = sourceSize > 1 ? 1 - (at - start) : 1;
    taps.weights[2 * i + 1] = at - start;
  }
  return taps;
}

function emptyTaps(size: number, reach: number): Taps {
  return {
    starts: new Int32Array(size),
    weights: new Float32Array(size * reach),
    reach,
  };
}
