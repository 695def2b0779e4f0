import * as z from 'zod';
import { journalName, type ByteLog, type Bytes } from '#store/bytes.ts';

/** One encoded picture; `alpha` is what goes beside it in the same packet. Times are those of the result. */
export type Packet = {
  readonly data: Uint8Array;
  readonly alpha: Uint8Array | null;
  readonly isKey: boolean;
  readonly timestampUs: number;
  readonly durationUs: number;
};

/** How much of a journal counts: all of it up to here was on the disk when this was written down. */
export type JournalMark = { readonly sizeBytes: number; readonly packetCount: number };

/** How a packet lies in the file: this head, then its data, then its alpha. */
const headBytes = 32;
/** The first thing in the file is one of these, and then as JSON what a decoder has to know. */
const prefaceBytes = 4;

const storedConfig = z.object({ config: z.custom<VideoDecoderConfig>(), description: z.array(z.int()).nullable() });

/**
 * The pictures of one output as they are encoded, on the disk: they survive the thread that made them, and a run that was
 * interrupted goes on behind them. At its end they are put into the file that was asked for, with the sound.
 */
export class Journal {
  readonly #name: string;
  readonly #log: ByteLog;
  #sizeBytes: number;
  #packetCount: number;

  /** Whether as much as `mark` says is on the disk: a machine that lost its power may have lost it too. */
  static async has(bytes: Bytes, fileName: string, mark: JournalMark): Promise<boolean> {
    const file = await bytes.read(journalName(fileName)).catch(() => null);
    return file !== null && file.size >= mark.sizeBytes;
  }

  /** Returns the codec string of the pictures in the journal of `fileName`, which has some. */
  static async readCodec(bytes: Bytes, fileName: string): Promise<string> {
    const file = await bytes.read(journalName(fileName));
    const length = new DataView(await file.slice(0, prefaceBytes).arrayBuffer()).getUint32(0);
    const json = await file.slice(prefaceBytes, prefaceBytes + length).text();
    return storedConfig.parse(JSON.parse(json)).config.codec;
  }

  /** Opens it for the file `fileName`: empty, or cut to `mark`, which it has. */
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

  /** `config` says how to decode; that of the first packet holds for all. Throws QuotaExceededError. */
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
    // In one piece, as each write waits for another thread in some browsers.
    this.#write(bytes);
    this.#packetCount++;
  }

  /** Brings all of it to the disk. */
  flush(): JournalMark {
    this.#log.flush();
    return { sizeBytes: this.#sizeBytes, packetCount: this.#packetCount };
  }

  /** All packets in order; each with new buffers. */
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

  /** What a decoder of the packets has to know. Only to be asked for when there are any. */
  readConfig(): VideoDecoderConfig {
    const json = new TextDecoder().decode(this.#read(prefaceBytes, this.#prefaceLength()));
    const { config, description } = storedConfig.parse(JSON.parse(json));
    return { ...config, ...(description && { description: new Uint8Array(description) }) };
  }

  /** The file stays. */
  close(): void {
    this.#log.close();
  }

  #writePreface(config: VideoDecoderConfig | undefined): void {
    if (!config) {
      throw new Error('the encoder did not say how its first picture is decoded');
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
      throw new DOMException('there is no room for the rest', 'QuotaExceededError');
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
