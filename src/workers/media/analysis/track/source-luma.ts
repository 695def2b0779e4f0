import { Kernels } from '../../kernels/kernels.ts';
import { fitInside } from '../../picture/fit-inside.ts';
import { createPlanes, planesSize, type Planes } from '../../picture/planes.ts';
import { Resampler } from '../../picture/resampler.ts';
import type { Source } from '../../source/source.ts';
import type { Luma } from './plane.ts';
import type { LumaFrames } from './track-target.ts';

/** The long side of the images in which targets are tracked. */
const longSidePx = 640;
/** The maximum kernel memory of the resampler, for each pixel of the sides of the source. */
const bytesPerSide = 1024;
const spareBytes = 1 << 22;
/** The maximum rounding difference between a frame's time in the index and its time from the decoder. */
const roundingSeconds = 0.001;

/** The luma of a window of a video, decoded again for each read. */
export class SourceLuma implements LumaFrames {
  readonly times: readonly number[];
  readonly width: number;
  readonly height: number;
  readonly #source: Source;
  readonly #planes: Planes;
  readonly #resample: () => Uint8Array;

  /** Lists the frames that begin within the window. If only decoding can determine their times, it decodes them once for that. */
  static async open(source: Source, { startSeconds, endSeconds }: Window): Promise<SourceLuma> {
    const times = (await source.times()) ?? (await listTimes(source));
    const inside = times.filter(
      (time) => time >= startSeconds - roundingSeconds && time < endSeconds - roundingSeconds,
    );
    const before = times.findLast((time) => time < startSeconds - roundingSeconds);
    return new SourceLuma(source, inside.length > 0 || before === undefined ? inside : [before]);
  }

  private constructor(source: Source, times: readonly number[]) {
    const { width, height } = source.info.video;
    const kernels = new Kernels(planesSize(width, height) + bytesPerSide * (width + height) + spareBytes);
    const size = fitInside({ width, height }, longSidePx);
    this.times = times;
    this.width = size.width;
    this.height = size.height;
    this.#source = source;
    this.#planes = createPlanes(width, height, kernels.bytes(planesSize(width, height)));
    const small = kernels.floats(size.width * size.height);
    const resampler = new Resampler(this.#planes, size, kernels);
    this.#resample = () => {
      resampler.resample(this.#planes.y, small);
      const luma = new Uint8Array(small.length);
      for (let at = 0; at < luma.length; at++) {
        luma[at] = (small[at] ?? 0) + 0.5;
      }
      return luma;
    };
  }

  async *read(from: number, to: number): AsyncGenerator<Luma, void> {
    const start = this.times[from];
    if (start === undefined || from >= to) {
      return;
    }
    let index = from;
    for await (const picture of this.#source.pictures(this.#source.whole, Math.max(0, Math.round(start * 1e6)))) {
      const isWanted = picture.timestampUs / 1e6 > start - roundingSeconds;
      if (isWanted) {
        await picture.read(this.#planes);
      }
      picture.close();
      if (isWanted) {
        yield { width: this.width, height: this.height, data: this.#resample() };
        index++;
        if (index >= to) {
          return;
        }
      }
    }
  }
}

type Window = { readonly startSeconds: number; readonly endSeconds: number };

async function listTimes(source: Source): Promise<number[]> {
  const times: number[] = [];
  for await (const picture of source.pictures(source.whole)) {
    times.push(picture.timestampUs / 1e6);
    picture.close();
  }
  return times;
}
