import { createDeferred } from '#core/lib/deferred.ts';
import { Failure } from '#core/lib/failure.ts';
import { Waiter } from '#core/lib/waiter.ts';
import type { Planes } from '../picture/planes.ts';
import { toPlanesFrame } from '../picture/planes-frame.ts';
import type { Packet } from './journal.ts';

/** The maximum number of frames queued in an encoder: enough to keep it busy while one of our frames takes long. */
const queueLimit = 6;
/**
 * The number of consecutive checks without an accepted frame or returned packet after which an encoder is lost. A single check
 * proves nothing: after the machine has slept, one is due at once.
 */
const maxMissedChecks = 3;
const checkMs = 30_000;

/** A chunk from the encoder; the first one has a decoder configuration, `config`. */
export type Encoded = { readonly chunk: EncodedVideoChunk; readonly config: VideoDecoderConfig | undefined };

export type FrameOptions = VideoEncoderEncodeOptions & {
  readonly timestampUs: number;
  readonly durationUs: number;
  readonly colorSpace: VideoColorSpaceInit;
};

/** A decoded frame has its own colour tags. */
export type DecodedOptions = Omit<FrameOptions, 'colorSpace'>;

/**
 * A `VideoEncoder` that takes planes, applies backpressure, and throws from its awaited methods. An encoder that stops or drops
 * frames causes an error: it never hangs, and each frame has its packet.
 */
export class FrameEncoder {
  readonly #codec: string;
  readonly #encoder: VideoEncoder;
  #failure: Error | null = null;
  readonly #waiter = new Waiter();
  #takenCount = 0;
  #encodedCount = 0;
  /** Counts signs of activity of the encoder. */
  #signs = 0;

  constructor(config: VideoEncoderConfig, onEncoded: (encoded: Encoded) => void) {
    this.#codec = config.codec;
    this.#encoder = new VideoEncoder({
      output: (chunk, meta) => {
        this.#signs += 1;
        this.#encodedCount += 1;
        try {
          onEncoded({ chunk, config: meta?.decoderConfig });
        } catch (thrown) {
          this.#fail(thrown);
        }
      },
      error: (error) => this.#fail(this.#describe(error)),
    });
    this.#encoder.addEventListener('dequeue', () => {
      this.#signs += 1;
      this.#waiter.wake();
    });
    this.#encoder.configure(config);
  }

  /** Resolves when the encoder can take another frame; `planes` is copied synchronously. */
  encode(planes: Planes, { timestampUs, durationUs, colorSpace, ...options }: FrameOptions): Promise<void> {
    return this.#take(toPlanesFrame(planes, { timestamp: timestampUs, duration: durationUs, colorSpace }), options);
  }

  /** Encodes a decoder's frame, which is not copied. The caller closes it. */
  encodeDecoded(decoded: VideoFrame, { timestampUs, durationUs, ...options }: DecodedOptions): Promise<void> {
    return this.#take(new VideoFrame(decoded, { timestamp: timestampUs, duration: durationUs }), options);
  }

  async #take(frame: VideoFrame, options: VideoEncoderEncodeOptions): Promise<void> {
    try {
      this.#check();
      this.#encoder.encode(frame, options);
      this.#takenCount += 1;
    } finally {
      frame.close();
    }
    if (this.#isFull) {
      await this.#orLost(this.#waitForRoom());
    }
  }

  get #isFull(): boolean {
    return this.#encoder.encodeQueueSize > queueLimit && !this.#failure;
  }

  async #waitForRoom(): Promise<void> {
    while (this.#isFull) {
      await this.#waiter.wait();
    }
  }

  /** Flushes the encoder and ends. Throws if a frame has no packet. */
  async finish(): Promise<void> {
    this.#check();
    // The rejection of a flush is not the reason for the failure.
    await this.#orLost(this.#encoder.flush().catch((thrown: unknown) => this.#fail(this.#describe(thrown))));
    this.#check();
    this.#encoder.close();
    if (this.#encodedCount !== this.#takenCount) {
      throw this.#describe(`it returned ${this.#encodedCount} packets for ${this.#takenCount} frames`);
    }
  }

  close(): void {
    if (this.#encoder.state !== 'closed') {
      this.#encoder.close();
    }
  }

  /** Waits for `work`. Throws if the encoder accepts no frame and returns no packet meanwhile. */
  async #orLost(work: Promise<void>): Promise<void> {
    const lost = createDeferred<never>();
    let [seen, missed] = [this.#signs, 0];
    const timer = setInterval(() => {
      missed = seen === this.#signs ? missed + 1 : 0;
      seen = this.#signs;
      if (missed >= maxMissedChecks) {
        this.#fail(this.#describe('it stopped without an error'));
        lost.reject(this.#failure);
      }
    }, checkMs);
    try {
      await Promise.race([work, lost.promise]);
    } finally {
      clearInterval(timer);
    }
  }

  #describe(reason: unknown): Failure {
    const text = (reason instanceof Error ? reason.message : String(reason)).replace(/\.$/, '');
    const message = `The video encoder of this browser (${this.#codec}) failed: ${text}. Try again, or choose another format.`;
    return new Failure('INTERNAL', { message, cause: reason });
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

/** Restores the source's colour tags: browsers tag untagged frames, and drop unknown tags. */
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
