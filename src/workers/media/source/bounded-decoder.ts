/** The maximum queue of a decoder: enough work while one of its frames is processed. */
const maxQueued = 6;
/**
 * The maximum number of packets before the first frame: a decoder may hold back up to 16 packets to reorder them, or one for each
 * of its threads.
 */
const maxHeld = 24;

let isBound = false;

/**
 * Makes all video decoders of this thread report a full queue when a few packets wait. Mediabunny, which has no option for this,
 * gives a decoder 40 packets while no frame is ready. They are returned as 40 frames at once: of 4K, half a gigabyte. The caller
 * then waits for a frame, which the decoder must be able to return from the packets it has.
 */
export function boundDecoders(): void {
  if (isBound) {
    return;
  }
  isBound = true;
  globalThis.VideoDecoder = class extends VideoDecoder {
    /** The packets since the decoder was started, while it has returned no frame; then null. */
    readonly #begun: { held: number | null };

    constructor({ output, error }: VideoDecoderInit) {
      const begun: { held: number | null } = { held: 0 };
      super({
        error,
        output: (frame) => {
          begun.held = null;
          output(frame);
        },
      });
      this.#begun = begun;
    }

    override get decodeQueueSize(): number {
      const size = super.decodeQueueSize;
      const { held } = this.#begun;
      return size > maxQueued && (held === null || held >= maxHeld) ? Number.MAX_SAFE_INTEGER : size;
    }

    override decode(chunk: EncodedVideoChunk): void {
      super.decode(chunk);
      if (this.#begun.held !== null) {
        this.#begun.held += 1;
      }
    }

    override async flush(): Promise<void> {
      await super.flush();
      this.#begun.held = 0;
    }
  };
}
