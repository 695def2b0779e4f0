import { EncodedPacket, EncodedVideoPacketSource } from 'mediabunny';
import { usualColorSpace } from '../picture/colour.ts';
import type { SourceColour } from '../source/source.ts';
import type { CutOutFrame } from './sink.ts';
import { FrameEncoder, withTags, type Encoded } from './frame-encoder.ts';
import { vp9Codec } from './vp9-codec.ts';

/** Quantizers of VP9 run from 0, which is lossless, to 63; the bit rate serves browsers that cannot fix the quantizer. */
export type Vp9Quality = { readonly quantizer: number; readonly bitrate: number };

type Vp9Options = {
  readonly width: number;
  readonly height: number;
  readonly frameRate: number;
  readonly colour: Vp9Quality;
  readonly alpha: Vp9Quality;
  readonly sourceColour: SourceColour;
};

/** A key frame at least this often, so that players can seek. */
const keyFrameEveryUs = 2_000_000;

/**
 * VP9 with alpha: two streams of equal key frames, the second one in the side data of the first one's packets, from where
 * the muxer writes it as a BlockAddition. Alpha gets a finer quantizer than colour: an even background then stays 0.
 */
export class Vp9AlphaEncoder {
  /** To be added to an output, before it starts, as a track that can be transparent. */
  readonly source = new EncodedVideoPacketSource('vp9');
  readonly #options: Vp9Options;
  readonly #colour: FrameEncoder;
  readonly #alpha: FrameEncoder;
  readonly #isConstant: boolean;
  readonly #colours: Encoded[] = [];
  readonly #alphas: Encoded[] = [];
  #lastKeyUs = Number.NEGATIVE_INFINITY;
  #muxed: Promise<void> = Promise.resolve();

  static async open(options: Vp9Options): Promise<Vp9AlphaEncoder> {
    const constant = { ...baseConfig(options), bitrateMode: 'quantizer' } as const;
    const support = await VideoEncoder.isConfigSupported(constant).catch(() => ({ supported: false }));
    return new Vp9AlphaEncoder(options, support.supported === true);
  }

  private constructor(options: Vp9Options, isConstant: boolean) {
    this.#options = options;
    this.#isConstant = isConstant;
    this.#colour = new FrameEncoder(toConfig(options, options.colour, isConstant), (encoded) => {
      this.#colours.push(encoded);
      this.#mux();
    });
    this.#alpha = new FrameEncoder(toConfig(options, options.alpha, isConstant), (encoded) => {
      this.#alphas.push(encoded);
      this.#mux();
    });
  }

  async encode({ colour, alpha, timestampUs, durationUs, isCut }: CutOutFrame): Promise<void> {
    const keyFrame = isCut || timestampUs - this.#lastKeyUs >= keyFrameEveryUs;
    if (keyFrame) {
      this.#lastKeyUs = timestampUs;
    }
    const times = { timestampUs, durationUs, keyFrame };
    const { tags, matrix } = this.#options.sourceColour;
    const colorSpace = tags ?? usualColorSpace(matrix);
    await Promise.all([
      this.#colour.encode(colour, { ...times, colorSpace, ...this.#quantizer(this.#options.colour) }),
      this.#alpha.encode(alpha, {
        ...times,
        colorSpace: usualColorSpace('bt709'),
        ...this.#quantizer(this.#options.alpha),
      }),
      this.#muxed,
    ]);
  }

  async finish(): Promise<void> {
    await Promise.all([this.#colour.finish(), this.#alpha.finish()]);
    await this.#muxed;
    this.source.close();
  }

  abort(): void {
    this.#colour.abort();
    this.#alpha.abort();
  }

  #quantizer({ quantizer }: Vp9Quality): VideoEncoderEncodeOptions {
    return this.#isConstant ? { vp9: { quantizer } } : {};
  }

  /** Hands over what both encoders have given out; the packets of both come in the order of the frames. */
  #mux(): void {
    while (this.#colours.length > 0 && this.#alphas.length > 0) {
      const colour = this.#colours.shift();
      const alpha = this.#alphas.shift();
      if (colour && alpha) {
        const packet = EncodedPacket.fromEncodedChunk(colour.chunk, { alpha: toBytes(alpha.chunk) });
        this.#muxed = this.#muxed.then(() =>
          this.source.add(packet, withTags(colour.meta, this.#options.sourceColour.tags)),
        );
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

function toBytes(chunk: EncodedVideoChunk): Uint8Array {
  const bytes = new Uint8Array(chunk.byteLength);
  chunk.copyTo(bytes);
  return bytes;
}
