import { EncodedPacket, EncodedVideoPacketSource } from 'mediabunny';
import type { Bytes } from '#store/bytes.ts';
import type { Span, Warn } from '../source/source.ts';
import { prepareAudio, type FileSound, type PreparedAudio } from './audio.ts';
import { Journal, type JournalMark, type Packet } from './journal.ts';
import { createOutputFile, type OutputFile } from './output-file.ts';
import type { OutputFrame, FileFormat, PictureEncoder } from './sink.ts';

/** The inputs of every file of a run. */
export type FileParts = {
  readonly bytes: Bytes;
  readonly sound: FileSound | null;
  readonly span: Span;
  readonly warn: Warn;
};

/** An output file that is created from the frames of a run. */
export interface FrameSink {
  /** Resolves when the next frame can be written; the frame's buffers can be reused then. */
  write(frame: OutputFrame): Promise<void>;
  /** Writes a decoder's frame directly, as in `PictureEncoder`; null if only planes are accepted. */
  readonly writeDecoded: PictureEncoder['encodeDecoded'];
  /** Ends a segment: all frames so far are on the disk, and later frames are encoded independently of them. */
  endSegment(): Promise<JournalMark>;
  /** Writes the file, which becomes visible when it is complete. `onWritten` receives the share of the frames that are written. */
  close(onWritten: (share: number) => void): Promise<void>;
  /** Discards the file. */
  abort(): void;
}

/**
 * Creates a media file: frames are written to its journal, and at the end with the audio into the file itself. The journal stays
 * until a row references the file; then the engine removes it.
 */
export class FileSink implements FrameSink {
  readonly #name: string;
  readonly #format: FileFormat;
  readonly #bytes: Bytes;
  readonly #audio: PreparedAudio | null;
  readonly #journal: Journal;
  readonly #encoder: PictureEncoder;

  /** `mark` is the progress of an earlier attempt at the same file. */
  static async open(name: string, format: FileFormat, parts: FileParts, mark: JournalMark | null): Promise<FileSink> {
    const { bytes, sound, span, warn } = parts;
    const audio = sound && (await prepareAudio(sound, span, format, warn));
    return new FileSink(name, format, bytes, audio, await Journal.open(bytes, name, mark));
  }

  private constructor(name: string, format: FileFormat, bytes: Bytes, audio: PreparedAudio | null, journal: Journal) {
    this.#name = name;
    this.#format = format;
    this.#bytes = bytes;
    this.#audio = audio;
    this.#journal = journal;
    this.#encoder = format.createEncoder((packet, config) => journal.append(packet, config));
  }

  write(frame: OutputFrame): Promise<void> {
    return this.#encoder.encode(frame);
  }

  get writeDecoded(): PictureEncoder['encodeDecoded'] {
    return this.#encoder.encodeDecoded;
  }

  async endSegment(): Promise<JournalMark> {
    await this.#encoder.endSegment();
    return this.#journal.flush();
  }

  async close(onWritten: (share: number) => void): Promise<void> {
    await this.#encoder.endSegment();
    this.#encoder.close();
    const file = await createOutputFile(this.#bytes, this.#name, this.#format.createContainer);
    try {
      await this.#mux(file, onWritten);
      await file.finish();
    } catch (thrown) {
      await file.abort().catch(() => undefined); // The caller receives the first error.
      throw thrown;
    }
    this.#journal.close();
  }

  abort(): void {
    this.#encoder.close();
    this.#audio?.stop();
    this.#journal.close();
  }

  async #mux({ output }: OutputFile, onWritten: (share: number) => void): Promise<void> {
    const { codec, canBeTransparent, isIndexInFront } = this.#format;
    const video = new EncodedVideoPacketSource(codec);
    const { packetCount } = this.#journal;
    output.addVideoTrack(video, { canBeTransparent, ...(isIndexInFront && { maximumPacketCount: packetCount }) });
    const feed = await this.#audio?.addTo(output);
    await output.start();
    const meta = { decoderConfig: this.#journal.readConfig() };
    let written = 0;
    for (const packet of this.#journal.packets()) {
      await video.add(toEncodedPacket(packet), written === 0 ? meta : undefined);
      await feed?.advance(packet.timestampUs / 1e6);
      written++;
      onWritten(written / packetCount);
    }
    video.close();
    await feed?.finish();
  }
}

function toEncodedPacket({ data, alpha, isKey, timestampUs, durationUs }: Packet): EncodedPacket {
  const sideData = alpha ? { alpha } : {};
  const type = isKey ? 'key' : 'delta';
  return new EncodedPacket(data, type, timestampUs / 1e6, durationUs / 1e6, -1, data.length, sideData);
}
