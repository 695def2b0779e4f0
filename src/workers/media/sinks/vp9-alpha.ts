import { usualColorSpace, type PictureColour } from '../picture/colour.ts';
import { createPlanes, type Planes } from '../picture/planes.ts';
import { FrameEncoder, toBytes, toPacket, withTags, type Encoded } from './frame-encoder.ts';
import { KeyFrames } from './key-frames.ts';
import type { OnPacket, OutputFrame, PictureEncoder } from './sink.ts';
import type { Vp9Plan } from './vp9.ts';

/** The plans of the two streams, and the colour of the first one. */
export type Vp9AlphaPlan = { readonly colour: Vp9Plan; readonly alpha: Vp9Plan; readonly pictureColour: PictureColour };

/**
 * Encodes VP9 with alpha: two streams with the same key frames. The packets of the second are attached to those of the first; the
 * muxer writes them as BlockAdditions.
 */
export class Vp9AlphaEncoder implements PictureEncoder {
  readonly encodeDecoded = null;
  readonly #plan: Vp9AlphaPlan;
  readonly #onPacket: OnPacket;
  readonly #colours: Encoded[] = [];
  readonly #alphas: Encoded[] = [];
  readonly #keyFrames = new KeyFrames();
  #encoders: { readonly colour: FrameEncoder; readonly alpha: FrameEncoder } | null = null;
  #opaque: Planes | null = null;

  constructor(plan: Vp9AlphaPlan, onPacket: OnPacket) {
    this.#plan = plan;
    this.#onPacket = onPacket;
  }

  async encode(frame: OutputFrame): Promise<void> {
    const encoders = (this.#encoders ??= this.#start());
    const { timestampUs, durationUs } = frame;
    const times = { timestampUs, durationUs, keyFrame: this.#keyFrames.isNext(frame) };
    const { colour, alpha, pictureColour } = this.#plan;
    const colorSpace = pictureColour.tags ?? usualColorSpace(pictureColour.matrix);
    await Promise.all([
      encoders.colour.encode(frame.colour, { ...times, colorSpace, ...colour.frameOptions }),
      encoders.alpha.encode(frame.alpha ?? this.#opaqueLike(frame.colour), {
        ...times,
        colorSpace: usualColorSpace('bt709'),
        ...alpha.frameOptions,
      }),
    ]);
  }

  async endSegment(): Promise<void> {
    await Promise.all([this.#encoders?.colour.finish(), this.#encoders?.alpha.finish()]);
    this.#encoders = null;
    this.#keyFrames.reset();
  }

  close(): void {
    this.#encoders?.colour.close();
    this.#encoders?.alpha.close();
  }

  #start(): { colour: FrameEncoder; alpha: FrameEncoder } {
    const start = ({ config }: Vp9Plan, queue: Encoded[]): FrameEncoder =>
      new FrameEncoder(config, (encoded) => {
        queue.push(encoded);
        this.#pair();
      });
    return { colour: start(this.#plan.colour, this.#colours), alpha: start(this.#plan.alpha, this.#alphas) };
  }

  #opaqueLike({ width, height }: Planes): Planes {
    if (this.#opaque?.width !== width || this.#opaque.height !== height) {
      this.#opaque = createPlanes(width, height);
      this.#opaque.bytes.fill(128).fill(255, 0, width * height);
    }
    return this.#opaque;
  }

  /** Passes on the packets that both encoders have returned; both return them in the order of the frames. */
  #pair(): void {
    while (this.#colours.length > 0 && this.#alphas.length > 0) {
      const colour = this.#colours.shift();
      const alpha = this.#alphas.shift();
      if (colour && alpha) {
        const { chunk, config } = colour;
        this.#onPacket(toPacket(chunk, toBytes(alpha.chunk)), withTags(config, this.#plan.pictureColour.tags));
      }
    }
  }
}
