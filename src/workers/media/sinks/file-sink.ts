import { EncodedPacket, EncodedVideoPacketSource } from 'mediabunny';
import type { Bytes } from '#store/bytes.ts';
import type { Span, Warn } from '../source/source.ts';
import { prepareAudio, type FileSound, type PreparedAudio } from './audio.ts';
import { Journal, type JournalMark, type Packet } from './journal.ts';
import { createOutputFile, type OutputFile } from './output-file.ts';
import type { OutputFrame, FileFormat, PictureEncoder } from './sink.ts';

/** What goes into every file of a run. */
export type FileParts = {
  readonly bytes: Bytes;
  readonly sound: FileSound | null;
  readonly span: Span;
  readonly warn: Warn;
};

/** One file being made of the frames of a run. */
export interface FrameSink {
  /** Resolves when the next frame may come; the frame's buffers are free again then. */
  write(frame: OutputFrame): Promise<void>;
  /** Takes a frame as a decoder gave it, as `PictureEncoder` says; null where only planes will do. */
  readonly writeDecoded: PictureEncoder['encodeDecoded'];
  /** Ends a segment: all frames so far are on the disk, and those that come are encoded without regard to them. */
  endSegment(): Promise<JournalMark>;
  /** Writes the file, which becomes visible when it is whole. `onWritten` hears the share of the pictures that are in it. */
  close(onWritten: (share: number) => void): Promise<void>;
  /** Gives the file up. */
  abort(): void;
}

/**
 * One media file being made: the pictures go to its journal, and at the end with the sound into the file itself. The journal stays
 * until a row names the file, and is the engine's to remove.
 */
export class FileSink implements FrameSink {
  readonly #name: string;
  readonly #format: FileFormat;
  readonly #bytes: Bytes;
  readonly #audio: PreparedAudio | null;
  readonly #journal: Journal;
  readonly #encoder: PictureEncoder;

  /** `mark` is where an earlier attempt at the same file has got to. */
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
      await file.abort().catch(() => undefined); // What went wrong first is what the caller is to hear.
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
