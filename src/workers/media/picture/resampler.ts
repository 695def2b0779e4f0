/** For each output position: where its footprint starts, how long it is, and the weights, which sum to 1. */
type Taps = {
  readonly starts: Int32Array;
  readonly counts: Int32Array;
  readonly weights: Float32Array;
  readonly reach: number;
};

/**
 * Brings a plane from one size to another: smaller by exact area averages (each pixel of the source counts with the share
 * of it that the output pixel covers), larger by linear interpolation. The two directions are independent.
 */
export class Resampler {
  readonly #sourceWidth: number;
  readonly #sourceHeight: number;
  readonly #columns: Taps;
  readonly #rows: Taps;
  readonly #row: Float32Array;

  constructor(sourceWidth: number, sourceHeight: number, width: number, height: number) {
    this.#sourceWidth = sourceWidth;
    this.#sourceHeight = sourceHeight;
    this.#columns = createTaps(sourceWidth, width);
    this.#rows = createTaps(sourceHeight, height);
    // One more than a row, as taps are taken in pairs; a tap beyond the last has no weight.
    this.#row = new Float32Array(sourceWidth + 1);
  }

  /** Whether this one takes planes of that size. */
  isFrom(sourceWidth: number, sourceHeight: number): boolean {
    return sourceWidth === this.#sourceWidth && sourceHeight === this.#sourceHeight;
  }

  /** Fills `target` from `source`; a target of bytes is rounded, one of floats keeps the fractions. */
  resample(source: Uint8Array, target: Uint8Array | Float32Array): void {
    const { starts, counts, reach } = this.#rows;
    const width = this.#columns.starts.length;
    const rounding = target instanceof Uint8Array ? 0.5 : 0;
    for (let y = 0; y < starts.length; y++) {
      const count = counts[y] ?? 0;
      const first = starts[y] ?? 0;
      for (let tap = 0; tap < count; tap += 2) {
        this.#addRows(source, first + tap, count - tap, y * reach + tap, tap === 0);
      }
      this.#reduceRow(target, y * width, rounding);
    }
  }

  /** Two rows at once, which halves the time; when only one is left, it counts once. */
  #addRows(source: Uint8Array, first: number, left: number, tap: number, isFirst: boolean): void {
    const row = this.#row;
    const width = this.#sourceWidth;
    const above = first * width;
    const below = left > 1 ? above + width : above;
    const weight = this.#rows.weights[tap] ?? 0;
    const weightBelow = left > 1 ? (this.#rows.weights[tap + 1] ?? 0) : 0;
    if (isFirst) {
      for (let x = 0; x < width; x++) {
        row[x] = weight * (source[above + x] ?? 0) + weightBelow * (source[below + x] ?? 0);
      }
      return;
    }
    for (let x = 0; x < width; x++) {
      row[x] = (row[x] ?? 0) + weight * (source[above + x] ?? 0) + weightBelow * (source[below + x] ?? 0);
    }
  }

  #reduceRow(target: Uint8Array | Float32Array, offset: number, rounding: number): void {
    const row = this.#row;
    const { starts, counts, weights, reach } = this.#columns;
    for (let x = 0; x < starts.length; x++) {
      const start = starts[x] ?? 0;
      const count = counts[x] ?? 0;
      const first = x * reach;
      let sum = rounding;
      for (let tap = 0; tap < count; tap += 2) {
        sum += (row[start + tap] ?? 0) * (weights[first + tap] ?? 0);
        sum += (row[start + tap + 1] ?? 0) * (weights[first + tap + 1] ?? 0);
      }
      target[offset + x] = sum;
    }
  }
}

function createTaps(sourceSize: number, size: number): Taps {
  return size <= sourceSize ? areaTaps(sourceSize, size) : linearTaps(sourceSize, size);
}

function areaTaps(sourceSize: number, size: number): Taps {
  const scale = sourceSize / size;
  const reach = 2 * Math.ceil((Math.ceil(scale) + 1) / 2);
  const taps = emptyTaps(size, reach);
  for (let i = 0; i < size; i++) {
    const from = i * scale;
    const to = Math.min(sourceSize, (i + 1) * scale);
    const start = Math.floor(from + 1e-9);
    const end = Math.min(sourceSize, Math.ceil(to - 1e-9));
    taps.starts[i] = start;
    taps.counts[i] = end - start;
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
    taps.counts[i] = sourceSize > 1 ? 2 : 1;
    taps.weights[2 * i] = sourceSize > 1 ? 1 - (at - start) : 1;
    taps.weights[2 * i + 1] = at - start;
  }
  return taps;
}

function emptyTaps(size: number, reach: number): Taps {
  return {
    starts: new Int32Array(size),
    counts: new Int32Array(size),
    weights: new Float32Array(size * reach),
    reach,
  };
}
