import type { Size } from '#core/size.ts';
import { Kernels } from '../kernels/kernels.ts';
import { createPlanes, planesSize, type Planes } from './planes.ts';

/** What all classes that work on a clip take at most: for a pixel of the small picture, and for one of the sides. */
const bytesPerSmallPixel = 320;
const bytesPerSmallSide = 1024;
const bytesPerSide = 256;
/** What a `Reducer` for pictures of a further size takes: for each of their pixels, and for one of the sides of both. */
const bytesPerFurtherPixel = 32;
const bytesPerFurtherSide = 512;
const spareBytes = 1 << 17;

/**
 * The memory in which the frames of a clip are worked on, and never moved: decoded frames are read into it, the kernels look
 * at them and paint them there, and encoders take them from there. It is as large at the end as at the start.
 */
export class Workspace {
  readonly full: Size;
  readonly kernels: Kernels;
  /** Alpha as the luma of a picture whose chroma is neutral, and its luma once more as what clamps. */
  readonly alpha: Planes;
  readonly alphaPixels: Uint8ClampedArray<ArrayBuffer>;
  readonly #frames: Planes[];
  #taken = 0;

  /** For `frameCount` frames in use at once, what works on them at the size of `small`, and reducers to `further` sizes. */
  constructor({ width, height }: Size, small: Size, frameCount: number, further: readonly Size[] = []) {
    const planesBytes = planesSize(width, height);
    const smallBytes =
      bytesPerSmallPixel * small.width * small.height + bytesPerSmallSide * (small.width + small.height);
    const sideBytes = bytesPerSide * (width + height);
    const furtherBytes = further.reduce(
      (sum, one) =>
        sum +
        bytesPerFurtherPixel * one.width * one.height +
        bytesPerFurtherSide * (one.width + one.height + width + height),
      0,
    );
    this.full = { width, height };
    this.kernels = new Kernels(
      (frameCount + 1) * (planesBytes + 128) + smallBytes + sideBytes + furtherBytes + spareBytes,
    );
    const create = (): Planes => createPlanes(width, height, this.kernels.bytes(planesBytes));
    // What resamples reads some rows past a frame: they are the first, so that there is always something behind.
    this.#frames = Array.from({ length: frameCount }, create);
    this.alpha = create();
    this.alpha.bytes.fill(128, width * height);
    const { buffer, byteOffset } = this.alpha.bytes;
    this.alphaPixels = new Uint8ClampedArray(buffer, byteOffset, width * height);
  }

  /** The frame that comes next is to be put here. It may be put here again and again until it is taken. */
  get free(): Planes {
    return this.#frames[this.#taken % this.#frames.length] ?? this.alpha;
  }

  /** The frame in `free` is in use from now on, until as many as there are have been taken after it. */
  take(): void {
    this.#taken++;
  }
}
