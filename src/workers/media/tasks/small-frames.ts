import { Failure } from '#core/lib/failure.ts';
import type { Size } from '#core/lib/size.ts';
import { createPlanes, type Planes } from '../picture/planes.ts';
import { PlanesScaler } from '../picture/planes-scaler.ts';
import { toRgba } from '../picture/rgba.ts';
import type { DecodedPicture, Source } from '../source/source.ts';

/** The duration of the span that is read to find the frame at its start. */
const spanSeconds = 0.001;

/** Draws small frames of a video: by area averages, with their alpha. */
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

  /** Returns the frame at a time from the start of the video, or the last frame. */
  async at(seconds: number): Promise<ImageData> {
    const at = Math.min(seconds, this.#source.whole.endSeconds - spanSeconds);
    const span = { startSeconds: at, endSeconds: at + spanSeconds, isTrimmed: true };
    for await (const picture of this.#source.pictures(span)) {
      return this.#draw(picture);
    }
    throw noPicture();
  }

  /** Yields the frame at each of `times`, which rise, decoded in one pass from the first to the last. */
  async *through(times: readonly number[]): AsyncGenerator<ImageData, void> {
    let [next = Number.POSITIVE_INFINITY, ...waiting] = times;
    let drawn: ImageData | null = null;
    for await (const picture of this.#source.pictures(this.#source.whole, 1e6 * Math.max(0, times[0] ?? 0))) {
      const endSeconds = (picture.timestampUs + picture.durationUs) / 1e6;
      if (next < endSeconds) {
        const tile = await this.#draw(picture);
        for (; next < endSeconds; [next = Number.POSITIVE_INFINITY, ...waiting] = waiting) {
          yield tile;
        }
        drawn = tile;
      }
      picture.close();
      if (next === Number.POSITIVE_INFINITY) {
        return;
      }
    }
    if (!drawn) {
      throw noPicture();
    }
    // A file may end before its stated duration.
    for (const _ of [next, ...waiting]) {
      yield drawn;
    }
  }

  async #draw(picture: DecodedPicture): Promise<ImageData> {
    const { width, height } = this.#small;
    const alpha = await picture.read(this.#full);
    picture.close();
    this.#scaler.scale(this.#full, this.#small);
    if (alpha) {
      this.#scaler.scaleLuma({ y: alpha }, this.#alpha);
    } else {
      this.#alpha.y.fill(255);
    }
    return new ImageData(toRgba(this.#small, this.#alpha.y, this.#source.colour.matrix), width, height);
  }
}

const noPicture = (): Failure =>
  new Failure('UNSUPPORTED_MEDIA', { message: 'The video has no frame there that can be decoded in this browser.' });
