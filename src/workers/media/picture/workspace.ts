import type { Size } from '#core/lib/size.ts';
import { Kernels } from '../kernels/kernels.ts';
import { createPlanes, planesSize, type Planes } from './planes.ts';

/** The maximum memory of all classes that process a clip: per pixel of the small image, and per pixel of its sides. */
const bytesPerSmallPixel = 320;
const bytesPerSmallSide = 1024;
const bytesPerSide = 256;
/** The memory of a `Reducer` for images of a further size: per pixel of them, and per pixel of the sides of both. */
const bytesPerFurtherPixel = 32;
const bytesPerFurtherSide = 512;
const spareBytes = 1 << 17;

/**
 * The memory in which the frames of a clip are processed without being moved: decoded frames are read into it, kernels read and
 * paint them there, and encoders read them from there. It never grows.
 */
export class Workspace {
  readonly full: Size;
  readonly kernels: Kernels;
  /** Alpha as the luma of a frame with neutral chroma, and its luma as a clamped array. */
  readonly alpha: Planes;
  readonly alphaPixels: Uint8ClampedArray<ArrayBuffer>;
  readonly #frames: Planes[];
  #taken = 0;

  /** Allocates `frameCount` frames, the memory of their processing at the size of `small`, and reducers to `further` sizes. */
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
    // The resampler reads some rows past a frame. The frames come first, so there is always memory after them.
    this.#frames = Array.from({ length: frameCount }, create);
    this.alpha = create();
    this.alpha.bytes.fill(128, width * height);
    const { buffer, byteOffset } = this.alpha.bytes;
    this.alphaPixels = new Uint8ClampedArray(buffer, byteOffset, width * height);
  }

  /** The frame to fill next. It can be filled repeatedly until it is taken. */
  get free(): Planes {
    return this.#frames[this.#taken % this.#frames.length] ?? this.alpha;
  }

  /** Marks the frame in `free` as used. It stays in use until all other frames have been taken. */
  take(): void {
    this.#taken++;
  }
}
