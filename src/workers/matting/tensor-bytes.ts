import type { Picture } from '#core/lib/picture.ts';
import type { Size } from '#core/lib/size.ts';
import { Kernels } from '#workers/media/kernels/kernels.ts';

/** Lookup tables of the normalization, one per channel, with a float for each byte. */
export type Tables = readonly [Float32Array, Float32Array, Float32Array];

const tableLength = 256;

/** Converts the images of one network to tensors, and its output to bytes, by kernels. */
export class TensorBytes {
  /** The planes of the image, and those of further channels. */
  readonly input: Float32Array<ArrayBuffer>;
  readonly #kernels: Kernels;
  readonly #tables: Float32Array;
  readonly #rgb: Uint8Array;
  readonly #output: Float32Array;
  readonly #bytes: Uint8Array<ArrayBuffer>;
  readonly #pixels: number;

  constructor({ width, height }: Size, channels: number) {
    this.#pixels = width * height;
    this.#kernels = new Kernels(4 * this.#pixels * (channels + 1) + 4 * this.#pixels + 4 * 3 * tableLength + 1024);
    this.input = this.#kernels.floats(channels * this.#pixels);
    this.#tables = this.#kernels.floats(3 * tableLength);
    this.#rgb = this.#kernels.bytes(3 * this.#pixels);
    this.#output = this.#kernels.floats(this.#pixels);
    this.#bytes = this.#kernels.bytes(this.#pixels);
  }

  /** Fills the first three planes of `input` from an image of the network's size. */
  load({ rgb }: Picture, tables: Tables): void {
    tables.forEach((table, channel) => this.#tables.set(table, channel * tableLength));
    this.#rgb.set(rgb);
    this.#kernels.run.toTensor(this.#rgb, this.#pixels, this.#tables, this.input);
  }

  /** Maps `least` to `least + range` onto 0..255, rounded and clamped, in a new array. NaN becomes background. */
  toBytes(output: Float32Array, least: number, range: number): Uint8Array<ArrayBuffer> {
    const bytes = new Uint8Array(output.length);
    // An output of another size is an error that the caller reports.
    for (let at = 0; at < output.length; at += this.#pixels) {
      const part = output.subarray(at, at + this.#pixels);
      this.#output.set(part);
      this.#kernels.run.stretchToBytes(this.#output, part.length, least, 255 / range, this.#bytes);
      bytes.set(this.#bytes.subarray(0, part.length), at);
    }
    return bytes;
  }
}

/** The weighted mean of mattes of one size, which kernels add in order. */
export class MatteMean {
  readonly #kernels: Kernels;
  readonly #matte: Uint8Array;
  readonly #sums: Float32Array;

  constructor({ width, height }: Size) {
    const pixels = width * height;
    this.#kernels = new Kernels(5 * pixels + 1024);
    this.#matte = this.#kernels.bytes(pixels);
    this.#sums = this.#kernels.floats(pixels);
  }

  clear(): void {
    this.#sums.fill(0.5);
  }

  add(matte: Uint8Array, share: number): void {
    this.#matte.set(matte);
    this.#kernels.run.addWeighted(this.#matte, matte.length, share, this.#sums);
  }

  /** Returns the mean in a new array. */
  toBytes(): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.#sums);
  }
}
