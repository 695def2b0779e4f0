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
import { toPlanesFrame } from '../../media/picture/planes-frame.ts';
import { PlanesScaler } from '../../media/picture/planes-scaler.ts';
import type { DecodedPicture, Source } from '../../media/source/source.ts';

/** At most so many frames are decoded to show one: about eight of most videos. */
const keySeconds = 0.25;
/** Bits for a pixel; faster frames than so many a second get no more bits. */
const bitsPerPixel = 0.2;
const maxFrameRate = 60;

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

  /**
   * `mayGoOn` is awaited before each frame, and what it throws ends the making. Null for pictures with alpha, and where the part
   * has none.
   */
  async make(part: Part, mayGoOn: () => Promise<void>): Promise<File | null> {
    const target = new BufferTarget();
    const output = new Output({ format: new MkvOutputFormat(), target });
    const { width, height } = this.#small;
    const rate = Math.min(maxFrameRate, this.#source.info.video.frameRate);
    const track = new VideoSampleSource({
      codec: this.#codec,
      bitrate: Math.round(width * height * rate * bitsPerPixel),
      keyFrameInterval: keySeconds,
      // In real time an encoder may leave frames out.
      latencyMode: 'quality',
    });
    output.addVideoTrack(track);
    await output.start();
    let count = 0;
    try {
      count = await this.#addAll(track, part, mayGoOn);
    } finally {
      if (count === 0) {
        // The encoder goes with it.
        await output.cancel();
      }
    }
    if (count === 0) {
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
    const span = { startSeconds, endSeconds, isTrimmed: true };
    let count = 0;
    for await (const picture of this.#source.pictures(span)) {
      const sample = await this.#shrink(picture, mayGoOn);
      if (!sample) {
        return 0;
      }
      await track.add(sample);
      sample.close();
      count += 1;
    }
    return count;
  }

  /** Closes the picture. */
  async #shrink(picture: DecodedPicture, mayGoOn: () => Promise<void>): Promise<VideoSample | null> {
    const { timestampUs, durationUs } = picture;
    try {
      await mayGoOn();
      if (await picture.read(this.#full)) {
        return null;
      }
    } finally {
      picture.close();
    }
    this.#scaler.scale(this.#full, this.#small);
    const { matrix, tags } = this.#source.colour;
    // A sample that is made of bytes would copy them once more, which takes longer than all else here.
    const frame = toPlanesFrame(this.#small, {
      timestamp: timestampUs,
      duration: durationUs,
      colorSpace: tags ?? usualColorSpace(matrix),
    });
    return new VideoSample(frame);
  }
}
