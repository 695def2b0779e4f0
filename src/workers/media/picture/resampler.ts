import type { Size } from '#core/lib/size.ts';
import type { Kernels } from '../kernels/kernels.ts';

/** The taps of each output position: the start of its footprint, and the weights of its `reach` positions, which sum to 1. */
type Taps = {
  readonly starts: Int32Array;
  readonly weights: Float32Array;
  readonly reach: number;
};

/** The weight 1 of a row, in the integers with which rows are summed. */
const wholeWeight = 1 << 14;

/**
 * Scales a plane from one size to another: smaller by exact area averages (each source pixel is weighted with the share of it that
 * the output pixel covers), larger by linear interpolation. The two directions are independent. Source and target are in the memory
 * of the kernels; some rows after the source are read too, with zero weight.
 */
export class Resampler {
  readonly #run: (source: Uint8Array, target: Float32Array) => void;

  constructor(from: Size, to: Size, kernels: Kernels) {
    const { width, height } = to;
    const rows = createTaps(from.height, height);
    const columns = createTaps(from.width, width);
    const pairs = Math.ceil(rows.reach / 2);
    const quads = Math.ceil(columns.reach / 4);
    const row = kernels.floats(from.width + 16 + 4 * quads);
    const rowStarts = kernels.ints(height);
    const rowWeights = kernels.ints(height * pairs);
    const columnStarts = kernels.ints(width + 4);
    // Taps beyond the last have no weight, but are read.
    const columnWeights = kernels.floats((width + 4) * 4 * quads);
    rowStarts.set(rows.starts);
    rowWeights.set(pairUp(rows, pairs));
    columnStarts.set(columns.starts);
    for (let x = 0; x < width; x++) {
      for (let tap = 0; tap < columns.reach; tap++) {
        columnWeights[4 * quads * x + tap] = (columns.weights[columns.reach * x + tap] ?? 0) / wholeWeight;
      }
    }
    const rowTaps = [rowStarts, rowWeights, pairs, row] as const;
    const columnTaps = [columnStarts, columnWeights, quads] as const;
    this.#run = (source, target) =>
      kernels.run.resample(source, from.width, ...rowTaps, ...columnTaps, target, width, height);
  }

  /** Returns the maximum kernel memory that a resampler uses, including the bytes that it reads after the source. */
  static bytesFor(from: Size, to: Size): number {
    const readBehind = from.width * (Math.ceil(from.height / to.height) + 4);
    return readBehind + 32 * (from.width + from.height) + 64 * (to.width + to.height) + 4096;
  }

  /** Fills `target` from `source` without rounding. */
  resample(source: Uint8Array, target: Float32Array): void {
    this.#run(source, target);
  }
}

/** Returns weights as integers that sum to `wholeWeight`, two of 16 bits in each value. */
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
