import { journalName, type ByteLog, type Bytes } from '#store/bytes.ts';
import { encodeHeader, encodeMatte } from '../analysis/text-placement/matte-file.ts';
import { fitInside } from '../picture/fit-inside.ts';
import { PlanesScaler } from '../picture/planes-scaler.ts';
import type { FrameSink } from './file-sink.ts';
import type { JournalMark } from './journal.ts';
import type { OutputFrame, OutputSpec } from './sink.ts';

/** The long side of small mattes: enough to measure letters a twentieth as high as the frame to a hundredth of their area. */
const longSidePx = 256;
/** The bytes that are copied at once. */
const pieceBytes = 1024 * 1024;

/**
 * Stores the alpha of every frame, reduced, for measuring the area that the subject covers. Like a `FileSink`, it collects frames
 * in a journal, which survives the thread.
 */
export class SmallMattesSink implements FrameSink {
  readonly writeDecoded = null;
  readonly #name: string;
  readonly #bytes: Bytes;
  readonly #log: ByteLog;
  readonly #pixels: number;
  readonly #scaler: PlanesScaler;
  readonly #small: { readonly y: Uint8Array };
  #mark: JournalMark;

  /** `mark` is the progress of an earlier attempt at the same file. */
  static async open(spec: OutputSpec, bytes: Bytes, mark: JournalMark | null): Promise<SmallMattesSink> {
    const log = await bytes.openLog(journalName(spec.file));
    log.truncate(mark?.sizeBytes ?? 0);
    return new SmallMattesSink(spec, bytes, log, mark);
  }

  private constructor({ file, width, height }: OutputSpec, bytes: Bytes, log: ByteLog, mark: JournalMark | null) {
    this.#name = file;
    this.#bytes = bytes;
    this.#log = log;
    const size = fitInside({ width, height }, longSidePx);
    this.#pixels = width * height;
    this.#scaler = new PlanesScaler({ width, height }, size);
    this.#small = { y: new Uint8Array(size.width * size.height) };
    this.#mark = mark ?? { sizeBytes: 0, packetCount: 0 };
    if (!mark) {
      this.#append(encodeHeader(size));
    }
  }

  async write({ alpha, timestampUs, durationUs }: OutputFrame): Promise<void> {
    if (alpha) {
      this.#scaler.scaleLuma({ y: alpha.y.subarray(0, this.#pixels) }, this.#small);
    } else {
      this.#small.y.fill(255);
    }
    const times = { startSeconds: timestampUs / 1e6, durationSeconds: durationUs / 1e6 };
    this.#append(encodeMatte({ ...times, alpha: this.#small.y }));
    this.#mark = { ...this.#mark, packetCount: this.#mark.packetCount + 1 };
  }

  async endSegment(): Promise<JournalMark> {
    this.#log.flush();
    return this.#mark;
  }

  /** Writes the file, which becomes visible when it is complete. */
  async close(): Promise<void> {
    const sink = await this.#bytes.create(this.#name);
    try {
      for (let at = 0; at < this.#mark.sizeBytes; at += pieceBytes) {
        const piece = new Uint8Array(Math.min(pieceBytes, this.#mark.sizeBytes - at));
        this.#log.read(piece, { at });
        await sink.write(piece);
      }
      await sink.close();
    } catch (thrown) {
      await sink.abort(thrown).catch(() => undefined); // The caller receives the first error.
      throw thrown;
    }
    this.#log.close();
  }

  abort(): void {
    this.#log.close();
  }

  #append(bytes: Uint8Array<ArrayBuffer>): void {
    const { sizeBytes } = this.#mark;
    const written = this.#log.write(bytes, { at: sizeBytes });
    if (written < bytes.length) {
      throw new DOMException('not enough storage space for the rest', 'QuotaExceededError');
    }
    this.#mark = { ...this.#mark, sizeBytes: sizeBytes + written };
  }
}
