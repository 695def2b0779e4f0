import type { PaintMemory } from './memory.ts';
import { createTaps, type Axis, type Taps } from './taps.ts';

/** A plane of bytes, or a rectangle of one, in the memory of the kernels. */
export type Plane = { readonly bytes: Uint8Array; readonly stride: number };

/** The number of cached pairs of axes: those of still layers. */
const keptTaps = 96;

type KeptTaps = { readonly taps: Taps; readonly starts: Int32Array; readonly weights: Int32Array };

/** Resamples planes by separable taps: axis-aligned scaling and shifting by any fraction, mirroring and blurring. */
export class Sampler {
  readonly #memory: PaintMemory;
  readonly #kept = new Map<string, KeptTaps & { readonly pieces: readonly Uint8Array<ArrayBuffer>[] }>();
  #row: Uint8Array<ArrayBuffer>;

  constructor(memory: PaintMemory) {
    this.#memory = memory;
    this.#row = memory.take(1 << 14);
  }

  /** Fills a rectangle of `target` from `source` by the axes `columns` and `rows`. */
  sample(source: Plane, columns: Axis, rows: Axis, target: Plane): void {
    const across = this.#getTaps(columns, 'columns');
    const down = this.#getTaps(rows, 'rows');
    const { low } = columns;
    const sourceColumns = columns.high - low;
    this.#makeRoom(2 * (sourceColumns + 2 * across.taps.pairs + 64));
    this.#memory.kernels.run.sample(
      low === 0 ? source.bytes : source.bytes.subarray(low),
      source.stride,
      sourceColumns,
      down.starts,
      down.weights,
      down.taps.pairs,
      this.#row,
      across.starts,
      across.weights,
      across.taps.pairs,
      target.bytes,
      target.stride,
      columns.count,
      rows.count,
    );
  }

  #getTaps(axis: Axis, kind: 'columns' | 'rows'): KeptTaps {
    const { count, first, step, low, high, blur, beyond } = axis;
    const key = [kind, count, first, step, low, high, blur, beyond].join(' ');
    const known = this.#kept.get(key);
    if (known) {
      this.#kept.delete(key);
      this.#kept.set(key, known);
      return known;
    }
    const made = this.#keep(axis, kind);
    this.#kept.set(key, made);
    this.#forgetOldest();
    return made;
  }

  #keep(axis: Axis, kind: 'columns' | 'rows') {
    const taps = createTaps(axis);
    const padded = (axis.count + 15) & ~15;
    const pieces = [this.#memory.take(4 * padded), this.#memory.take(4 * padded * taps.pairs)] as const;
    const starts = new Int32Array(pieces[0].buffer, pieces[0].byteOffset, padded);
    const weights = new Int32Array(pieces[1].buffer, pieces[1].byteOffset, padded * taps.pairs);
    starts.fill(0);
    weights.fill(0);
    // The row from which columns are read begins with the first one used.
    const base = kind === 'columns' ? axis.low : 0;
    taps.starts.forEach((start, at) => (starts[at] = start - base));
    layWeights(taps, axis.count, kind, weights);
    return { taps, starts, weights, pieces };
  }

  #forgetOldest(): void {
    for (const [key, { pieces }] of this.#kept) {
      if (this.#kept.size <= keptTaps) {
        return;
      }
      pieces.forEach((piece) => this.#memory.release(piece));
      this.#kept.delete(key);
    }
  }

  #makeRoom(sizeBytes: number): void {
    if (this.#row.length < sizeBytes) {
      this.#memory.release(this.#row);
      this.#row = this.#memory.take(sizeBytes);
    }
  }
}

/** Packs pairs of weights into 32-bit values; those of four columns are interleaved. */
function layWeights({ weights, pairs }: Taps, count: number, kind: 'columns' | 'rows', target: Int32Array): void {
  const packed = new Int32Array(weights.buffer);
  if (kind === 'rows') {
    target.set(packed);
    return;
  }
  for (let at = 0; at < count; at++) {
    for (let pair = 0; pair < pairs; pair++) {
      target[((at >> 2) * pairs + pair) * 4 + (at & 3)] = packed[at * pairs + pair] ?? 0;
    }
  }
}
