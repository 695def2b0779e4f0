import { usualColorSpace, type PictureColour } from '../picture/colour.ts';
import { FrameEncoder, toPacket, withTags, type DecodedOptions } from './frame-encoder.ts';
import { KeyFrames } from './key-frames.ts';
import type { FrameTimes, OnPacket, OutputFrame, PictureEncoder } from './sink.ts';

/** Encodes one stream of frames by the browser's encoder. Ignores the alpha of frames. */
export class OpaqueEncoder implements PictureEncoder {
  readonly #config: VideoEncoderConfig;
  readonly #colour: PictureColour;
  readonly #frameOptions: VideoEncoderEncodeOptions;
  readonly #onPacket: OnPacket;
  readonly #keyFrames = new KeyFrames();
  #encoder: FrameEncoder | null = null;

  /** `frameOptions` are applied to every frame. */
  constructor(
    config: VideoEncoderConfig,
    colour: PictureColour,
    frameOptions: VideoEncoderEncodeOptions,
    onPacket: OnPacket,
  ) {
    this.#config = config;
    this.#colour = colour;
    this.#frameOptions = frameOptions;
    this.#onPacket = onPacket;
  }

  encode(frame: OutputFrame): Promise<void> {
    const { tags, matrix } = this.#colour;
    const colorSpace = tags ?? usualColorSpace(matrix);
    return this.#open().encode(frame.colour, { ...this.#getOptions(frame), colorSpace });
  }

  readonly encodeDecoded = (frame: VideoFrame, times: FrameTimes): Promise<void> =>
    this.#open().encodeDecoded(frame, this.#getOptions(times));

  #getOptions(times: FrameTimes): DecodedOptions {
    const { timestampUs, durationUs } = times;
    return { ...this.#frameOptions, timestampUs, durationUs, keyFrame: this.#keyFrames.isNext(times) };
  }

  #open(): FrameEncoder {
    this.#encoder ??= new FrameEncoder(this.#config, ({ chunk, config }) =>
      this.#onPacket(toPacket(chunk, null), withTags(config, this.#colour.tags)),
    );
    return this.#encoder;
  }

  async endSegment(): Promise<void> {
    await this.#encoder?.finish();
    this.#encoder = null;
    this.#keyFrames.reset();
  }

  close(): void {
    this.#encoder?.close();
  }
}
