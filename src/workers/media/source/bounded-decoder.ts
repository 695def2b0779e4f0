/** A decoder has work for as long as one of its frames takes anything else. */
const mostQueued = 6;
/** Before its first frame a decoder may hold back packets: up to 16 whose order it has to know, or one for each of its threads. */
const mostHeld = 24;

let isBound = false;

/**
 * Makes all video decoders of this thread say that they have no room once a few packets wait. Mediabunny gives a decoder 40 packets
 * while no frame is ready, and they come out as 40 frames at once: of 4K, half a gigabyte. It has no option for that. Who is told
 * so waits for a frame, which therefore has to come of the packets that the decoder has.
 */
export function boundDecoders(): void {
  if (isBound) {
    return;
  }
  isBound = true;
  globalThis.VideoDecoder = class extends VideoDecoder {
    /** Packets since the decoder began anew, as far as no frame came of them; null once one has come. */
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
      return size > mostQueued && (held === null || held >= mostHeld) ? Number.MAX_SAFE_INTEGER : size;
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
