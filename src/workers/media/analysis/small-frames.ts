import type { Picture } from '#core/lib/picture.ts';
import type { Size } from '#core/lib/size.ts';
import { Kernels } from '../kernels/kernels.ts';
import { fitInside } from '../picture/fit-inside.ts';
import { PlanesScaler } from '../picture/planes-scaler.ts';
import { createPlanes, planesSize, type Planes } from '../picture/planes.ts';
import { Reducer } from '../picture/small-picture.ts';
import { Resampler } from '../picture/resampler.ts';
import { readFrames, type Source } from '../source/source.ts';

/** The maximum kernel memory of small images and their reducers, for each pixel of the sides of the source. */
const bytesPerSide = 1024;
const spareBytes = 1 << 23;

/** The time at which a frame of a source is shown, in seconds from its start. */
type FrameTimes = {
  readonly startSeconds: number;
  readonly durationSeconds: number;
  /** Whether the source has alpha, which small images leave out. */
  readonly hasAlpha: boolean;
};

/** A small image of the last frame that was read. */
export type ReducedLuma = Size & {
  /** Reduces the frame by area averages; levels are 0 to 255 and not rounded. Returns the same array each time. */
  readonly reduce: () => Float32Array;
};

/** Reads all frames of a source in order, and creates the small images that are requested of each. */
export class SmallFrames {
  readonly #source: Source;
  readonly #kernels: Kernels;
  readonly #planes: Planes;

  constructor(source: Source) {
    const { width, height } = source.info.video;
    this.#source = source;
    this.#kernels = new Kernels(planesSize(width, height) + bytesPerSide * (width + height) + spareBytes);
    this.#planes = createPlanes(width, height, this.#kernels.bytes(planesSize(width, height)));
  }

  /** Returns luma whose long side has about `longSidePx` pixels. Must be called before frames are read. */
  reducedTo(longSidePx: number): ReducedLuma {
    const size = fitInside(this.#planes, longSidePx);
    const small = this.#kernels.floats(size.width * size.height);
    const resampler = new Resampler(this.#planes, size, this.#kernels);
    return {
      ...size,
      reduce: () => {
        resampler.resample(this.#planes.y, small);
        return small;
      },
    };
  }

  /**
   * Returns a function that creates RGB images whose long side has about `longSidePx` pixels, each in its own buffer. Must be
   * called before frames are read.
   */
  getPictures(longSidePx: number): () => Picture {
    const reducer = new Reducer(this.#planes, fitInside(this.#planes, longSidePx), this.#kernels);
    return () => {
      reducer.reduce(this.#planes);
      return reducer.toModelPicture(this.#source.colour.matrix);
    };
  }

  /** Returns a function that creates planes whose long side has about `longSidePx` pixels, each in its own buffer. */
  getPlanes(longSidePx: number): () => Planes {
    const { width, height } = fitInside(this.#planes, longSidePx);
    const scaler = new PlanesScaler(this.#planes, { width, height });
    return () => {
      const small = createPlanes(width, height);
      scaler.scale(this.#planes, small);
      return small;
    };
  }

  async *read(): AsyncGenerator<FrameTimes, void> {
    for await (const { timestampUs, durationUs, alpha } of readFrames(this.#source.pictures(this.#source.whole), {
      free: this.#planes,
    })) {
      yield { startSeconds: timestampUs / 1e6, durationSeconds: durationUs / 1e6, hasAlpha: alpha !== null };
    }
  }
}
