import * as z from 'zod';
import { journalName, type ByteLog, type Bytes } from '#store/bytes.ts';

/** One encoded frame; `alpha` is added to the same packet. Times are those of the result. */
export type Packet = {
  readonly data: Uint8Array;
  readonly alpha: Uint8Array | null;
  readonly isKey: boolean;
  readonly timestampUs: number;
  readonly durationUs: number;
};

/** The valid part of a journal: all of it was on the disk when this mark was stored. */
export type JournalMark = { readonly sizeBytes: number; readonly packetCount: number };

/** The size of a packet's header, which precedes its data and its alpha. */
const headBytes = 32;
/** The size of the length field at the start of the file, before the decoder configuration as JSON. */
const prefaceBytes = 4;

const storedConfig = z.object({ config: z.custom<VideoDecoderConfig>(), description: z.array(z.int()).nullable() });

/**
 * The encoded frames of one output, on the disk. They survive their thread, and a resumed run continues after them. At the end they
 * are written into the requested file, with the audio.
 */
export class Journal {
  readonly #name: string;
  readonly #log: ByteLog;
  #sizeBytes: number;
  #packetCount: number;

  /** Returns whether as much as `mark` says is on the disk: a power failure may have lost some. */
  static async has(bytes: Bytes, fileName: string, mark: JournalMark): Promise<boolean> {
    const file = await bytes.read(journalName(fileName)).catch(() => null);
    return file !== null && file.size >= mark.sizeBytes;
  }

  /** Returns the codec string of the frames in the journal of `fileName`, which must not be empty. */
  static async readCodec(bytes: Bytes, fileName: string): Promise<string> {
    const file = await bytes.read(journalName(fileName));
    const length = new DataView(await file.slice(0, prefaceBytes).arrayBuffer()).getUint32(0);
    const json = await file.slice(prefaceBytes, prefaceBytes + length).text();
    return storedConfig.parse(JSON.parse(json)).config.codec;
  }

  /** Opens the journal of the file `fileName`: empty, or truncated to `mark`, which it contains. */
  static async open(bytes: Bytes, fileName: string, mark: JournalMark | null): Promise<Journal> {
    const name = journalName(fileName);
    const log = await bytes.openLog(name);
    const { sizeBytes, packetCount } = mark ?? { sizeBytes: 0, packetCount: 0 };
    log.truncate(sizeBytes);
    return new Journal(name, log, sizeBytes, packetCount);
  }

  private constructor(name: string, log: ByteLog, sizeBytes: number, packetCount: number) {
    this.#name = name;
    this.#log = log;
    this.#sizeBytes = sizeBytes;
    this.#packetCount = packetCount;
  }

  get packetCount(): number {
    return this.#packetCount;
  }

  /** `config` is the decoder configuration; that of the first packet is used for all. Throws QuotaExceededError. */
  append({ data, alpha, isKey, timestampUs, durationUs }: Packet, config: VideoDecoderConfig | undefined): void {
    if (this.#sizeBytes === 0) {
      this.#writePreface(config);
    }
    const alphaLength = alpha?.length ?? 0;
    const bytes = new Uint8Array(headBytes + data.length + alphaLength);
    const head = new DataView(bytes.buffer);
    head.setUint32(0, data.length);
    head.setUint32(4, alphaLength);
    head.setUint32(8, Number(isKey));
    head.setFloat64(16, timestampUs);
    head.setFloat64(24, durationUs);
    bytes.set(data, headBytes);
    bytes.set(alpha ?? [], headBytes + data.length);
    // In one write, because each write waits for another thread in some browsers.
    this.#write(bytes);
    this.#packetCount++;
  }

  /** Writes everything to the disk. */
  flush(): JournalMark {
    this.#log.flush();
    return { sizeBytes: this.#sizeBytes, packetCount: this.#packetCount };
  }

  /** Yields all packets in order; each with new buffers. */
  *packets(): Generator<Packet, void> {
    for (let at = prefaceBytes + this.#prefaceLength(); at < this.#sizeBytes;) {
      const head = new DataView(this.#read(at, headBytes).buffer);
      const [dataBytes, alphaBytes] = [head.getUint32(0), head.getUint32(4)];
      const body = this.#read(at + headBytes, dataBytes + alphaBytes);
      yield {
        data: body.subarray(0, dataBytes),
        alpha: alphaBytes > 0 ? body.subarray(dataBytes) : null,
        isKey: head.getUint32(8) === 1,
        timestampUs: head.getFloat64(16),
        durationUs: head.getFloat64(24),
      };
      at += headBytes + body.length;
    }
  }

  /** Returns the decoder configuration of the packets. There must be at least one. */
  readConfig(): VideoDecoderConfig {
    const json = new TextDecoder().decode(this.#read(prefaceBytes, this.#prefaceLength()));
    const { config, description } = storedConfig.parse(JSON.parse(json));
    return { ...config, ...(description && { description: new Uint8Array(description) }) };
  }

  /** Closes the journal, which stays on the disk. */
  close(): void {
    this.#log.close();
  }

  #writePreface(config: VideoDecoderConfig | undefined): void {
    if (!config) {
      throw new Error('the encoder did not return a decoder configuration with its first frame');
    }
    const { description, ...rest } = config;
    const stored = { config: rest, description: description ? [...toBytes(description)] : null };
    const json = new TextEncoder().encode(JSON.stringify(stored satisfies z.input<typeof storedConfig>));
    const length = new DataView(new ArrayBuffer(prefaceBytes));
    length.setUint32(0, json.length);
    this.#write(new Uint8Array(length.buffer));
    this.#write(json);
  }

  #prefaceLength(): number {
    return new DataView(this.#read(0, prefaceBytes).buffer).getUint32(0);
  }

  #write(bytes: Uint8Array): void {
    const written = this.#log.write(bytes, { at: this.#sizeBytes });
    if (written < bytes.length) {
      throw new DOMException('not enough storage space for the rest', 'QuotaExceededError');
    }
    this.#sizeBytes += written;
  }

  #read(at: number, length: number): Uint8Array<ArrayBuffer> {
    const bytes = new Uint8Array(length);
    if (this.#log.read(bytes, { at }) < length) {
      throw new Error(`the journal ${this.#name} ends early`);
    }
    return bytes;
  }
}

function toBytes(source: AllowSharedBufferSource): Uint8Array {
  return ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
    : new Uint8Array(source);
}
