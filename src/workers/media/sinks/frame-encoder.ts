import { Waiter } from '#core/waiter.ts';
import type { Planes } from '../picture/planes.ts';
import { toPlanesFrame } from '../picture/planes-frame.ts';
import type { Packet } from './journal.ts';

/** Frames that an encoder may hold before we wait for it: so many that it has work while a frame of ours takes long. */
const queueLimit = 6;

/** A chunk as the encoder gives it; `config` comes with the first one, and says how to decode. */
export type Encoded = { readonly chunk: EncodedVideoChunk; readonly config: VideoDecoderConfig | undefined };

export type FrameOptions = VideoEncoderEncodeOptions & {
  readonly timestampUs: number;
  readonly durationUs: number;
  readonly colorSpace: VideoColorSpaceInit;
};

/** A decoded frame says of its colours itself. */
export type DecodedOptions = Omit<FrameOptions, 'colorSpace'>;

/** A `VideoEncoder` that takes planes, pushes back when it is full, and throws where it is awaited. */
export class FrameEncoder {
  readonly #encoder: VideoEncoder;
  #failure: Error | null = null;
  readonly #waiter = new Waiter();

  constructor(config: VideoEncoderConfig, onEncoded: (encoded: Encoded) => void) {
    this.#encoder = new VideoEncoder({
      output: (chunk, meta) => {
        try {
          onEncoded({ chunk, config: meta?.decoderConfig });
        } catch (thrown) {
          this.#fail(thrown);
        }
      },
      error: (error) => this.#fail(error),
    });
    this.#encoder.addEventListener('dequeue', () => this.#waiter.wake());
    this.#encoder.configure(config);
  }

  /** Resolves when the encoder can take another frame; `planes` has been copied long before. */
  encode(planes: Planes, { timestampUs, durationUs, colorSpace, ...options }: FrameOptions): Promise<void> {
    return this.#take(toPlanesFrame(planes, { timestamp: timestampUs, duration: durationUs, colorSpace }), options);
  }

  /** The same for a frame as a decoder gave it, which is not copied and stays the caller's to close. */
  encodeDecoded(decoded: VideoFrame, { timestampUs, durationUs, ...options }: DecodedOptions): Promise<void> {
    return this.#take(new VideoFrame(decoded, { timestamp: timestampUs, duration: durationUs }), options);
  }

  async #take(frame: VideoFrame, options: VideoEncoderEncodeOptions): Promise<void> {
    try {
      this.#check();
      this.#encoder.encode(frame, options);
    } finally {
      frame.close();
    }
    while (this.#encoder.encodeQueueSize > queueLimit && !this.#failure) {
      await this.#waiter.wait();
    }
  }

  /** Gives out what is still inside, and ends. */
  async finish(): Promise<void> {
    this.#check();
    await this.#encoder.flush();
    this.#check();
    this.#encoder.close();
  }

  close(): void {
    if (this.#encoder.state !== 'closed') {
      this.#encoder.close();
    }
  }

  #fail(thrown: unknown): void {
    this.#failure ??= thrown instanceof Error ? thrown : new Error(String(thrown));
    this.#waiter.wake();
  }

  #check(): void {
    if (this.#failure) {
      throw this.#failure;
    }
  }
}

export function toPacket(chunk: EncodedVideoChunk, alpha: Uint8Array | null): Packet {
  const { timestamp: timestampUs, duration } = chunk;
  return { data: toBytes(chunk), alpha, isKey: chunk.type === 'key', timestampUs, durationUs: duration ?? 0 };
}

export function toBytes(chunk: EncodedVideoChunk): Uint8Array {
  const bytes = new Uint8Array(chunk.byteLength);
  chunk.copyTo(bytes);
  return bytes;
}

/** Browsers tag what was not tagged, and drop what they do not know: a result says of its colours what the source said. */
export function withTags(
  config: VideoDecoderConfig | undefined,
  tags: VideoColorSpaceInit | null,
): VideoDecoderConfig | undefined {
  if (!config) {
    return undefined;
  }
  const { colorSpace: _, ...untagged } = config;
  return { ...untagged, ...(tags && { colorSpace: tags }) };
}
