import type { Bytes } from '#store/bytes.ts';
import { FileSink, type FileParts, type FrameSink } from './file-sink.ts';
import { Journal, type JournalMark } from './journal.ts';
import { planMov } from './mov.ts';
import { planMp4 } from './mp4.ts';
import type { FileFormat, OutputFrame, OutputSpec, PictureEncoder } from './sink.ts';
import { SmallMattesSink } from './small-mattes.ts';
import { planWebm } from './webm.ts';

/** How far each file is, in the order of their specs. */
export type SinkMarks = readonly JournalMark[];

/** All files of a run, which get the same frames. */
export interface Sinks {
  readonly hasAudio: boolean;
  /** Resolves when the next frame may come; the frame's buffers are free again then. */
  write(frame: OutputFrame): Promise<void>;
  /** Takes a frame as a decoder gave it, as `PictureEncoder` says; null where one of the files takes only planes. */
  readonly writeDecoded: PictureEncoder['encodeDecoded'];
  /** Ends a segment, as `FileSink` does. */
  endSegment(): Promise<SinkMarks>;
  /** Writes the files, sound included. */
  close(onWritten: (share: number) => void): Promise<void>;
  /** Gives them up. */
  abort(): void;
}

/** All files of `specs`. `marks` are those of an earlier attempt to go on from. */
export async function openSinks(
  specs: readonly OutputSpec[],
  parts: FileParts,
  marks: SinkMarks | null,
): Promise<Sinks> {
  const formats = await Promise.all(specs.map((spec, i) => planFormat(spec, parts, marks?.[i] ?? null)));
  const sinks = await Promise.all(
    specs.map((spec, i) => openSink(spec, formats[i] ?? null, parts, marks?.[i] ?? null)),
  );
  return {
    hasAudio: parts.sound !== null,
    write: async (frame) => {
      await Promise.all(sinks.map((sink) => sink.write(frame)));
    },
    writeDecoded: toWriteDecoded(sinks),
    endSegment: () => Promise.all(sinks.map((sink) => sink.endSegment())),
    close: async (onWritten) => {
      await Promise.all(sinks.map((sink, i) => sink.close(i === 0 ? onWritten : () => undefined)));
    },
    abort: () => {
      for (const sink of sinks) {
        sink.abort();
      }
    },
  };
}

/** `format` is null for small mattes, which are no media file. */
const openSink = (
  spec: OutputSpec,
  format: FileFormat | null,
  parts: FileParts,
  mark: JournalMark | null,
): Promise<FrameSink> =>
  format ? FileSink.open(spec.file, format, parts, mark) : SmallMattesSink.open(spec, parts.bytes, mark);

function toWriteDecoded(sinks: readonly FrameSink[]): Sinks['writeDecoded'] {
  const writes = sinks.map((sink) => sink.writeDecoded).filter((write) => write !== null);
  return writes.length < sinks.length
    ? null
    : async (frame, times) => {
        await Promise.all(writes.map((write) => write(frame, times)));
      };
}

/** Whether the files of an earlier attempt are on the disk as far as `marks` says. */
export async function hasJournals(bytes: Bytes, files: readonly string[], marks: SinkMarks): Promise<boolean> {
  const found = await Promise.all(marks.map((mark, i) => Journal.has(bytes, files[i] ?? '', mark)));
  return found.length === files.length && found.every(Boolean);
}

async function planFormat(spec: OutputSpec, parts: FileParts, mark: JournalMark | null): Promise<FileFormat | null> {
  const { file, format } = spec;
  if (format === 'mattes') {
    return null;
  }
  if (format === 'webm') {
    return planWebm(spec);
  }
  if (format === 'mov') {
    return planMov(spec);
  }
  const isBegun = mark !== null && mark.packetCount > 0;
  return planMp4(spec, parts.warn, isBegun ? await Journal.readCodec(parts.bytes, file) : null);
}
