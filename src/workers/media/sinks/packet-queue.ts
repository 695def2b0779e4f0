import { EncodedPacket } from 'mediabunny';
import { Waiter } from '#core/lib/waiter.ts';

/** An audio packet, and the decoder configuration with the first one. */
export type SoundPacket = { readonly packet: EncodedPacket; readonly meta: EncodedAudioChunkMetadata | undefined };

/** The header of a packet in a block: its length, key flag, timestamp and duration; its bytes follow. */
const headBytes = 24;
/** The minimum size of a block, and the usual one for small packets. */
const blockBytes = 256 * 1024;

/** Bytes of consecutive packets, of which those from `from` to `to` have not been taken yet. */
type Block = { readonly bytes: Uint8Array<ArrayBuffer>; from: number; to: number };

/**
 * A queue from an audio encoder to a file. The producer waits while the queue contains at least `maxBytes`. Packets are copied
 * into large blocks: as objects they would take six times the memory of their content.
 */
export class PacketQueue {
  readonly #maxBytes: number;
  readonly #blocks: Block[] = [];
  #bytes = 0;
  /** The metadata of the first packet, until it is taken; null if there was no packet. */
  #meta: { given: EncodedAudioChunkMetadata | undefined } | null = null;
  #end: { readonly failure: Error | null } | null = null;
  readonly #taker = new Waiter();
  readonly #maker = new Waiter();

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** `meta` is used only with the first packet, for which the encoder returns it. */
  push({ data, type, timestamp, duration }: EncodedPacket, meta?: EncodedAudioChunkMetadata): void {
    this.#meta ??= { given: meta };
    const block = this.#roomFor(headBytes + data.length);
    const head = new DataView(block.bytes.buffer, block.to, headBytes);
    head.setUint32(0, data.length);
    head.setUint32(4, Number(type === 'key'));
    head.setFloat64(8, timestamp);
    head.setFloat64(16, duration);
    block.bytes.set(data, block.to + headBytes);
    block.to += headBytes + data.length;
    this.#bytes += headBytes + data.length;
    this.#taker.wake();
  }

  /** Resolves when more packets can be produced; with false when they are no longer needed. */
  async hasRoom(): Promise<boolean> {
    while (this.#bytes >= this.#maxBytes && !this.#end) {
      await this.#maker.wait();
    }
    return !this.#end;
  }

  /** Ends the queue. A `failure` is thrown after all packets before it have been taken. */
  end(failure: Error | null = null): void {
    this.#end ??= { failure };
    this.#taker.wake();
    this.#maker.wake();
  }

  /** Returns the next packet; null after the last. */
  async take(): Promise<SoundPacket | null> {
    for (;;) {
      const [block] = this.#blocks;
      if (block) {
        return this.#takeFrom(block);
      }
      if (this.#end) {
        if (this.#end.failure) {
          throw this.#end.failure;
        }
        return null;
      }
      await this.#taker.wait();
    }
  }

  /** Returns the last block, or a new one if it has no room. */
  #roomFor(sizeBytes: number): Block {
    const last = this.#blocks.at(-1);
    if (last && last.to + sizeBytes <= last.bytes.length) {
      return last;
    }
    const block = { bytes: new Uint8Array(Math.max(blockBytes, sizeBytes)), from: 0, to: 0 };
    this.#blocks.push(block);
    return block;
  }

  #takeFrom(block: Block): SoundPacket {
    const head = new DataView(block.bytes.buffer, block.from, headBytes);
    const start = block.from + headBytes;
    const end = start + head.getUint32(0);
    const type = head.getUint32(4) === 1 ? 'key' : 'delta';
    const packet = new EncodedPacket(block.bytes.subarray(start, end), type, head.getFloat64(8), head.getFloat64(16));
    this.#bytes -= end - block.from;
    block.from = end;
    if (block.from === block.to) {
      this.#blocks.shift();
    }
    this.#maker.wake();
    const meta = this.#meta?.given;
    this.#meta = { given: undefined };
    return { packet, meta };
  }
}
