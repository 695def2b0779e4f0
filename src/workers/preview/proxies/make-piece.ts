import {
  BufferTarget,
  canEncodeVideo,
  MkvOutputFormat,
  Output,
  VideoSample,
  VideoSampleSource,
  type VideoCodec,
} from 'mediabunny';
import { usualColorSpace } from '../../media/picture/colour.ts';
import { fitInside } from '../../media/picture/fit-inside.ts';
import { createPlanes } from '../../media/picture/planes.ts';
import { PlanesScaler } from '../../media/picture/planes-scaler.ts';
import type { DecodedPicture, Source } from '../../media/source/source.ts';

/** At most so many frames are decoded to show one: about eight of most videos. */
const keySeconds = 0.25;
/** Bits for a pixel; faster frames than so many a second get no more bits. */
const bitsPerPixel = 0.2;
const mostFrameRate = 60;

/** A part of a source, in seconds from its start. */
export type Part = { readonly startSeconds: number; readonly endSeconds: number };

/** Makes small files of parts of a source, whose times count from the start of the part. */
export class PieceMaker {
  readonly #source: Source;
  readonly #codec: VideoCodec;
  readonly #full;
  readonly #small;
  readonly #scaler;

  /** Null where the browser encodes no video of this size. */
  static async open(source: Source, longSidePx: number): Promise<PieceMaker | null> {
    const size = fitInside(source.info.video, longSidePx);
    for (const codec of ['avc', 'vp8', 'vp9'] as const) {
      if (await canEncodeVideo(codec, size)) {
        return new PieceMaker(source, size, codec);
      }
    }
    return null;
  }

  private constructor(source: Source, size: { width: number; height: number }, codec: VideoCodec) {
    const { width, height } = source.info.video;
    this.#source = source;
    this.#codec = codec;
    this.#full = createPlanes(width, height);
    this.#small = createPlanes(size.width, size.height);
    this.#scaler = new PlanesScaler(this.#full, this.#small);
  }

  /** `mayGoOn` is awaited before each frame. Null for pictures with alpha, and where the part has none. */
  async make(part: Part, mayGoOn: () => Promise<void>): Promise<File | null> {
    const target = new BufferTarget();
    const output = new Output({ format: new MkvOutputFormat(), target });
    const { width, height } = this.#small;
    const rate = Math.min(mostFrameRate, this.#source.info.video.frameRate);
    const track = new VideoSampleSource({
      codec: this.#codec,
      bitrate: Math.round(width * height * rate * bitsPerPixel),
      keyFrameInterval: keySeconds,
      // In real time an encoder may leave frames out.
      latencyMode: 'quality',
    });
    output.addVideoTrack(track);
    await output.start();
    const count = await this.#addAll(track, part, mayGoOn);
    if (count === 0) {
      await output.cancel();
      return null;
    }
    await output.finalize();
    return target.buffer && new File([target.buffer], 'proxy.mkv');
  }

  /** How many frames were added; 0 where one has alpha. */
  async #addAll(
    track: VideoSampleSource,
    { startSeconds, endSeconds }: Part,
    mayGoOn: () => Promise<void>,
  ): Promise<number> {
    const from = this.#source.whole.startSeconds;
    const span = { startSeconds: from + startSeconds, endSeconds: from + endSeconds, isTrimmed: true };
    let count = 0;
    for await (const picture of this.#source.pictures(span)) {
      await mayGoOn();
      const sample = await this.#shrink(picture);
      if (!sample) {
        return 0;
      }
      await track.add(sample);
      sample.close();
      count += 1;
    }
    return count;
  }

  async #shrink(picture: DecodedPicture): Promise<VideoSample | null> {
    const { timestampUs, durationUs } = picture;
    const alpha = await picture.read(this.#full);
    picture.close();
    if (alpha) {
      return null;
    }
    this.#scaler.scale(this.#full, this.#small);
    const { matrix, tags } = this.#source.colour;
    return new VideoSample(this.#small.bytes, {
      format: 'I420',
      codedWidth: this.#small.width,
      codedHeight: this.#small.height,
      timestamp: timestampUs / 1e6,
      duration: durationUs / 1e6,
      colorSpace: tags ?? usualColorSpace(matrix),
    });
  }
}
