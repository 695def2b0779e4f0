import type { Planes } from '../picture/planes.ts';

/** Frames that an encoder may hold before we wait for it. */
const queueLimit = 3;

/** A chunk as the encoder gives it; `meta` comes with the first one, and says how to decode. */
export type Encoded = { readonly chunk: EncodedVideoChunk; readonly meta: EncodedVideoChunkMetadata | undefined };

export type FrameOptions = VideoEncoderEncodeOptions & {
  readonly timestampUs: number;
  readonly durationUs: number;
  readonly colorSpace: VideoColorSpaceInit;
};

/** A `VideoEncoder` that takes planes, pushes back when it is full, and throws where it is awaited. */
export class FrameEncoder {
  readonly #encoder: VideoEncoder;
  #failure: Error | null = null;
  #wake: () => void = () => undefined;

  constructor(config: VideoEncoderConfig, onEncoded: (encoded: Encoded) => void) {
    this.#encoder = new VideoEncoder({
      output: (chunk, meta) => onEncoded({ chunk, meta }),
      error: (error) => {
        this.#failure = error;
        this.#wake();
      },
    });
    this.#encoder.addEventListener('dequeue', () => this.#wake());
    this.#encoder.configure(config);
  }

  /** Resolves when the encoder can take another frame; `planes` has been copied long before. */
  async encode(planes: Planes, { timestampUs, durationUs, colorSpace, ...options }: FrameOptions): Promise<void> {
    this.#check();
    const frame = new VideoFrame(planes.bytes, {
      format: 'I420',
      codedWidth: planes.width,
      codedHeight: planes.height,
      timestamp: timestampUs,
      duration: durationUs,
      colorSpace,
    });
    this.#encoder.encode(frame, options);
    frame.close();
    while (this.#encoder.encodeQueueSize > queueLimit && !this.#failure) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  /** Gives out what is still inside. */
  async finish(): Promise<void> {
    this.#check();
    await this.#encoder.flush();
    this.#check();
    this.#encoder.close();
  }

  abort(): void {
    if (this.#encoder.state !== 'closed') {
      this.#encoder.close();
    }
  }

  #check(): void {
    if (this.#failure) {
      throw this.#failure;
    }
  }
}

/** Browsers tag what was not tagged, and drop what they do not know: a result says of its colours what the source said. */
export function withTags(
  meta: EncodedVideoChunkMetadata | undefined,
  tags: VideoColorSpaceInit | null,
): EncodedVideoChunkMetadata | undefined {
  if (!meta?.decoderConfig) {
    return meta;
  }
  const { colorSpace: _, ...decoderConfig } = meta.decoderConfig;
  return { ...meta, decoderConfig: { ...decoderConfig, ...(tags && { colorSpace: tags }) } };
}
