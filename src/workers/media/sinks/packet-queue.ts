import { EncodedPacket } from 'mediabunny';
import { Waiter } from '#core/waiter.ts';

/** A packet of sound, and what a decoder has to know with the first one. */
export type SoundPacket = { readonly packet: EncodedPacket; readonly meta: EncodedAudioChunkMetadata | undefined };

/** How a packet lies in a block: its length, whether it is a key packet, its time and its duration; then its bytes. */
const headBytes = 24;
/** A block is at least so large, and of one size while packets are small. */
const blockBytes = 256 * 1024;

/** Bytes of packets that follow each other, of which those from `from` to `to` are still to be taken. */
type Block = { readonly bytes: Uint8Array<ArrayBuffer>; from: number; to: number };

/**
 * What an encoder of sound makes ahead and a file takes. The maker is asked to wait while as many bytes as `mostBytes` lie here.
 * Packets are copied into large blocks: as objects they would take six times the memory of what is in them.
 */
export class PacketQueue {
  readonly #mostBytes: number;
  readonly #blocks: Block[] = [];
  #bytes = 0;
  /** That of the first packet, until it is taken; null while there was none. */
  #meta: { given: EncodedAudioChunkMetadata | undefined } | null = null;
  #end: { readonly failure: Error | null } | null = null;
  readonly #taker = new Waiter();
  readonly #maker = new Waiter();

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  /** `meta` counts with the first packet, for which the encoder gives it. */
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

  /** Resolves when more may be made; with false when nobody wants it any more. */
  async hasRoom(): Promise<boolean> {
    while (this.#bytes >= this.#mostBytes && !this.#end) {
      await this.#maker.wait();
    }
    return !this.#end;
  }

  /** Nothing comes or is wanted any more; a `failure` is thrown where what came before it has been taken. */
  end(failure: Error | null = null): void {
    this.#end ??= { failure };
    this.#taker.wake();
    this.#maker.wake();
  }

  /** The next one; null behind the last. */
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

  /** The last block, or a new one where it has no room. */
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
