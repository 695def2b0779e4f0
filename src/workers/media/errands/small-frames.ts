import { Failure } from '#core/failure.ts';
import type { Size } from '#core/size.ts';
import { createPlanes, type Planes } from '../picture/planes.ts';
import { PlanesScaler } from '../picture/planes-scaler.ts';
import { toRgba } from '../picture/rgba.ts';
import type { Frame, Source } from '../source/source.ts';

/** How long a span is taken to find the frame that is shown at its start. */
const spanSeconds = 0.001;

/** Draws frames of a video small: by area averages, with their alpha. */
export class SmallFrames {
  readonly #source: Source;
  readonly #full: Planes;
  readonly #scaler: PlanesScaler;
  readonly #small: Planes;
  readonly #alpha: { readonly y: Uint8Array<ArrayBuffer> };

  constructor(source: Source, { width, height }: Size) {
    this.#source = source;
    this.#full = createPlanes(source.info.video.width, source.info.video.height);
    this.#scaler = new PlanesScaler(this.#full, { width, height });
    this.#small = createPlanes(width, height);
    this.#alpha = { y: new Uint8Array(width * height) };
  }

  /** The frame that is shown at a time from the start of the video, or the last one. */
  async at(seconds: number): Promise<ImageData> {
    const { startSeconds, endSeconds } = this.#source.whole;
    const at = Math.min(startSeconds + seconds, endSeconds - spanSeconds);
    const span = { startSeconds: at, endSeconds: at + spanSeconds, isTrimmed: true };
    for await (const frame of this.#source.frames(span, { free: this.#full })) {
      return this.#draw(frame);
    }
    throw noPicture();
  }

  /** For each of `times`, in rising order, the frame that is shown then, decoded in one pass over the video. */
  async *through(times: readonly number[]): AsyncGenerator<ImageData, void> {
    const waiting = [...times];
    let last: ImageData | null = null;
    for await (const frame of this.#source.frames(this.#source.whole, { free: this.#full })) {
      const endSeconds = (frame.timestampUs + frame.durationUs) / 1e6;
      if (waiting[0] === undefined) {
        return;
      }
      if (waiting[0] < endSeconds) {
        last = this.#draw(frame);
      }
      while (last && waiting[0] !== undefined && waiting[0] < endSeconds) {
        waiting.shift();
        yield last;
      }
    }
    if (!last) {
      throw noPicture();
    }
    // A file may end before it says.
    for (const _ of waiting) {
      yield last;
    }
  }

  #draw({ planes, alpha }: Frame): ImageData {
    const { width, height } = this.#small;
    this.#scaler.scale(planes, this.#small);
    if (alpha) {
      this.#scaler.scaleLuma({ y: alpha }, this.#alpha);
    } else {
      this.#alpha.y.fill(255);
    }
    return new ImageData(toRgba(this.#small, this.#alpha.y, this.#source.colour.matrix), width, height);
  }
}

const noPicture = (): Failure =>
  new Failure('UNSUPPORTED_MEDIA', { message: 'The video has no picture that could be decoded there.' });
