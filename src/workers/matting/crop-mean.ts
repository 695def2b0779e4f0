import type { Size } from '#core/lib/size.ts';
import { computeWindow, type WeightedCrop } from '#workers/matting/crops.ts';
import { computeTaps, type Raster } from '#workers/matting/resample.ts';
import { lanes, reverseSource, TapTable } from '#workers/matting/tap-table.ts';
import { Kernels } from '#workers/media/kernels/kernels.ts';

/** The matte of a crop by one group of networks, in the size of their input, and the share of the group. */
export type CropMatte = { readonly matte: Raster; readonly share: number };

/** The number of pixels that are computed at a time. */
const settledAtOnce = 16;

/** The mean of the crops of an image, weighted per pixel, computed by kernels. */
export class CropMean {
  readonly #size: Size;
  readonly #kernels: Kernels;
  readonly #sums: Float32Array;
  readonly #weights: Float32Array;
  readonly #mean: Uint8Array<ArrayBuffer>;
  readonly #matte: Uint8Array;
  readonly #rows: Float32Array;
  readonly #down: TapTable;
  readonly #across: TapTable;
  readonly #downWindow: Float32Array;
  readonly #acrossWindow: Float32Array;
  readonly #factors: Float32Array;

  /** Creates a mean for images of `size`, and mattes of crops of at most `most`. */
  constructor({ width, height }: Size, most: Size) {
    const count = toMultiple(width * height, settledAtOnce);
    const wide = width + lanes;
    const tables = TapTable.bytesFor(most.height, height) + TapTable.bytesFor(most.width, width);
    const floats = 2 * count + most.height * wide + height + wide + width;
    this.#kernels = new Kernels(4 * floats + count + most.width * most.height + tables + 1024);
    this.#size = { width, height };
    this.#sums = this.#kernels.floats(count);
    this.#weights = this.#kernels.floats(count);
    this.#mean = this.#kernels.bytes(count);
    this.#matte = this.#kernels.bytes(most.width * most.height);
    this.#rows = this.#kernels.floats(most.height * wide);
    this.#down = new TapTable(this.#kernels, most.height, height);
    this.#across = new TapTable(this.#kernels, most.width, width);
    this.#downWindow = this.#kernels.floats(height);
    this.#acrossWindow = this.#kernels.floats(wide);
    this.#factors = this.#kernels.floats(width);
  }

  /** Removes all crops. */
  clear(): void {
    this.#sums.fill(0);
    this.#weights.fill(0);
  }

  /** Multiplies the weight of all crops so far by a factor for each block of `side` pixels, row by row. */
  fade(factors: Float32Array, side: number): void {
    const { width, height } = this.#size;
    const columns = Math.ceil(width / side);
    for (let top = 0, first = 0; top < height; top += side, first += columns) {
      for (let column = 0; column < columns; column += 1) {
        this.#factors.fill(factors[first + column] ?? 1, column * side, Math.min(width, (column + 1) * side));
      }
      const rows = Math.min(side, height - top);
      for (const plane of [this.#sums, this.#weights]) {
        this.#kernels.run.fadeRows(plane.subarray(top * width), this.#factors, width, rows);
      }
    }
  }

  /** Adds the mattes of all groups for one crop; a mirrored crop has mirrored mattes. */
  add(mattes: readonly CropMatte[], { box, isMirrored, weight }: Omit<WeightedCrop, 'kind'>): void {
    const width = toMultiple(box.width, lanes);
    this.#acrossWindow.set(computeWindow(box.left, box.width, this.#size.width));
    this.#acrossWindow.fill(0, box.width, width);
    const down = computeWindow(box.top, box.height, this.#size.height);
    const first = box.top * this.#size.width + box.left;
    for (const { matte, share } of mattes) {
      const across = computeTaps(0, matte.width, box.width);
      this.#across.set(isMirrored ? reverseSource(across, matte.width) : across);
      this.#down.set(computeTaps(0, matte.height, box.height));
      this.#downWindow.set(down.map((one) => one * weight * share));
      this.#matte.set(matte.data);
      this.#kernels.run.addCrop(
        this.#matte,
        matte.width,
        matte.height,
        this.#across.starts,
        this.#across.weights,
        this.#across.reach,
        this.#rows,
        this.#down.starts,
        this.#down.weights,
        this.#down.reach,
        this.#acrossWindow,
        this.#downWindow,
        this.#sums.subarray(first),
        this.#weights.subarray(first),
        this.#size.width,
        width,
        box.height,
      );
    }
  }

  /** Returns copies of the sums, for `restore`. */
  save(): Float32Array<ArrayBuffer>[] {
    const { width, height } = this.#size;
    return [this.#sums, this.#weights].map((plane) => plane.slice(0, width * height));
  }

  restore([sums, weights]: readonly Float32Array[]): void {
    this.clear();
    this.#sums.set(sums ?? []);
    this.#weights.set(weights ?? []);
  }

  /** Returns the mean of all crops so far, in a new buffer. */
  toRaster(): Raster & { data: Uint8Array<ArrayBuffer> } {
    this.#kernels.run.settleMean(this.#sums, this.#weights, this.#mean.length, this.#mean);
    return { ...this.#size, data: this.#mean.slice(0, this.#size.width * this.#size.height) };
  }
}

const toMultiple = (count: number, of: number): number => Math.ceil(count / of) * of;
