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

/** The maximum distance of key frames: about eight decoded frames to show one, in most videos. */
const keySeconds = 0.25;
/** The bits per pixel; frames above this frame rate get no additional bits. */
const bitsPerPixel = 0.2;
const maxFrameRate = 60;

/** A part of a source, in seconds from its start. */
export type Part = { readonly startSeconds: number; readonly endSeconds: number };

/** Creates small files of parts of a source. Their timestamps start at the start of the part. */
export class PieceMaker {
  readonly #source: Source;
  readonly #codec: VideoCodec;
  readonly #full;
  readonly #small;
  readonly #scaler;

  /** Returns null if the browser cannot encode video of this size. */
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
   * Creates the file of a part. Awaits `mayGoOn` before each frame; an error of it ends the encoding. Returns null for images
   * with alpha, and if the part has no frames.
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
      // In realtime mode an encoder may drop frames.
      latencyMode: 'quality',
    });
    output.addVideoTrack(track);
    await output.start();
    let count = 0;
    try {
      count = await this.#addAll(track, part, mayGoOn);
    } finally {
      if (count === 0) {
        // This closes the encoder too.
        await output.cancel();
      }
    }
    if (count === 0) {
      return null;
    }
    await output.finalize();
    return target.buffer && new File([target.buffer], 'proxy.mkv');
  }

  /** Adds all frames. Returns their number; 0 if one has alpha. */
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

  /** Closes the image. */
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
    // A sample created from bytes would copy them again, which takes longer than everything else here.
    const frame = toPlanesFrame(this.#small, {
      timestamp: timestampUs,
      duration: durationUs,
      colorSpace: tags ?? usualColorSpace(matrix),
    });
    return new VideoSample(frame);
  }
}
