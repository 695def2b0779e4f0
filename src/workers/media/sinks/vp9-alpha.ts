import { usualColorSpace } from '../picture/colour.ts';
import type { SourceColour } from '../source/source.ts';
import { FrameEncoder, toBytes, toPacket, withTags, type Encoded } from './frame-encoder.ts';
import type { CutOutFrame, OnPacket, PictureEncoder } from './sink.ts';
import { vp9Codec } from './vp9-codec.ts';

/** Quantizers of VP9 run from 0, which is lossless, to 63; the bit rate serves browsers that cannot fix the quantizer. */
export type Vp9Quality = { readonly quantizer: number; readonly bitrate: number };

export type Vp9Options = {
  readonly width: number;
  readonly height: number;
  readonly frameRate: number;
  readonly colour: Vp9Quality;
  readonly alpha: Vp9Quality;
  readonly sourceColour: SourceColour;
};

/** A key frame at least this often, so that players can seek. */
const keyFrameEveryUs = 2_000_000;

/** What the browser has answered; to ask costs it tens of milliseconds, as it opens an encoder to find out. */
const answers = new Map<string, Promise<boolean>>();

/** Whether the browser's encoder takes a quantizer with every frame. */
export function canFixQuantizer(options: Vp9Options): Promise<boolean> {
  const constant = { ...baseConfig(options), bitrateMode: 'quantizer' } as const;
  const key = JSON.stringify(constant);
  const known = answers.get(key) ?? isSupported(constant);
  answers.set(key, known);
  return known;
}

const isSupported = (config: VideoEncoderConfig): Promise<boolean> =>
  VideoEncoder.isConfigSupported(config).then(
    ({ supported }) => supported === true,
    () => false,
  );

/**
 * VP9 with alpha: two streams of equal key frames, the second one beside the first one's packets, from where
 * the muxer writes it as a BlockAddition. Alpha gets a finer quantizer than colour: an even background then stays 0.
 */
export class Vp9AlphaEncoder implements PictureEncoder {
  readonly #options: Vp9Options;
  readonly #isConstant: boolean;
  readonly #onPacket: OnPacket;
  readonly #colours: Encoded[] = [];
  readonly #alphas: Encoded[] = [];
  #encoders: { readonly colour: FrameEncoder; readonly alpha: FrameEncoder } | null = null;
  #lastKeyUs = Number.NEGATIVE_INFINITY;

  /** `isConstant` as `canFixQuantizer` says. */
  constructor(options: Vp9Options, isConstant: boolean, onPacket: OnPacket) {
    this.#options = options;
    this.#isConstant = isConstant;
    this.#onPacket = onPacket;
  }

  async encode({ colour, alpha, timestampUs, durationUs, isCut }: CutOutFrame): Promise<void> {
    const encoders = (this.#encoders ??= this.#start());
    const keyFrame = isCut || timestampUs - this.#lastKeyUs >= keyFrameEveryUs;
    if (keyFrame) {
      this.#lastKeyUs = timestampUs;
    }
    const times = { timestampUs, durationUs, keyFrame };
    const { tags, matrix } = this.#options.sourceColour;
    const colorSpace = tags ?? usualColorSpace(matrix);
    await Promise.all([
      encoders.colour.encode(colour, { ...times, colorSpace, ...this.#quantizer(this.#options.colour) }),
      encoders.alpha.encode(alpha, {
        ...times,
        colorSpace: usualColorSpace('bt709'),
        ...this.#quantizer(this.#options.alpha),
      }),
    ]);
  }

  async endSegment(): Promise<void> {
    await Promise.all([this.#encoders?.colour.finish(), this.#encoders?.alpha.finish()]);
    this.#encoders = null;
    this.#lastKeyUs = Number.NEGATIVE_INFINITY;
  }

  close(): void {
    this.#encoders?.colour.close();
    this.#encoders?.alpha.close();
  }

  #start(): { colour: FrameEncoder; alpha: FrameEncoder } {
    const start = (quality: Vp9Quality, queue: Encoded[]): FrameEncoder =>
      new FrameEncoder(toConfig(this.#options, quality, this.#isConstant), (encoded) => {
        queue.push(encoded);
        this.#pair();
      });
    return {
      colour: start(this.#options.colour, this.#colours),
      alpha: start(this.#options.alpha, this.#alphas),
    };
  }

  #quantizer({ quantizer }: Vp9Quality): VideoEncoderEncodeOptions {
    return this.#isConstant ? { vp9: { quantizer } } : {};
  }

  /** Hands over what both encoders have given out; the packets of both come in the order of the frames. */
  #pair(): void {
    while (this.#colours.length > 0 && this.#alphas.length > 0) {
      const colour = this.#colours.shift();
      const alpha = this.#alphas.shift();
      if (colour && alpha) {
        const { chunk, config } = colour;
        this.#onPacket(toPacket(chunk, toBytes(alpha.chunk)), withTags(config, this.#options.sourceColour.tags));
      }
    }
  }
}

function toConfig(options: Vp9Options, quality: Vp9Quality, isConstant: boolean): VideoEncoderConfig {
  const base = baseConfig(options);
  return isConstant
    ? { ...base, bitrateMode: 'quantizer' }
    : { ...base, bitrateMode: 'variable', bitrate: quality.bitrate };
}

function baseConfig({ width, height, frameRate }: Vp9Options): VideoEncoderConfig {
  return {
    codec: vp9Codec(width, height, frameRate),
    width,
    height,
    framerate: frameRate,
    // In the other mode an encoder may drop frames to keep its rate. Both take the same time.
    latencyMode: 'quality',
  };
}
