import { usualColorSpace, type PictureColour } from '../picture/colour.ts';
import { FrameEncoder, toPacket, withTags } from './frame-encoder.ts';
import { KeyFrames } from './key-frames.ts';
import type { OnPacket, OutputFrame, PictureEncoder } from './sink.ts';

/** One stream of pictures by the browser's encoder. The alpha of frames is not looked at. */
export class OpaqueEncoder implements PictureEncoder {
  readonly #config: VideoEncoderConfig;
  readonly #colour: PictureColour;
  readonly #frameOptions: VideoEncoderEncodeOptions;
  readonly #onPacket: OnPacket;
  readonly #keyFrames = new KeyFrames();
  #encoder: FrameEncoder | null = null;

  /** `frameOptions` go with every frame. */
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

  async encode(frame: OutputFrame): Promise<void> {
    const { timestampUs, durationUs } = frame;
    const keyFrame = this.#keyFrames.isNext(frame);
    const { tags, matrix } = this.#colour;
    const colorSpace = tags ?? usualColorSpace(matrix);
    this.#encoder ??= new FrameEncoder(this.#config, ({ chunk, config }) =>
      this.#onPacket(toPacket(chunk, null), withTags(config, tags)),
    );
    await this.#encoder.encode(frame.colour, { ...this.#frameOptions, timestampUs, durationUs, keyFrame, colorSpace });
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
