import type { Bytes } from '#store/bytes.ts';
import { FileSink, type FileParts, type FrameSink } from './file-sink.ts';
import { Journal, type JournalMark } from './journal.ts';
import { planMov } from './mov.ts';
import { planMp4 } from './mp4.ts';
import type { FileFormat, OutputFrame, OutputSpec, PictureEncoder } from './sink.ts';
import { SmallMattesSink } from './small-mattes.ts';
import { planWebm } from './webm.ts';

/** The progress of each file, in the order of their specs. */
export type SinkMarks = readonly JournalMark[];

/** All files of a run, which receive the same frames. */
export interface Sinks {
  readonly hasAudio: boolean;
  /** Resolves when the next frame can be written; the frame's buffers can be reused then. */
  write(frame: OutputFrame): Promise<void>;
  /** Writes a decoder's frame directly, as in `PictureEncoder`; null if one of the files accepts only planes. */
  readonly writeDecoded: PictureEncoder['encodeDecoded'];
  /** Ends a segment, like `FileSink`. */
  endSegment(): Promise<SinkMarks>;
  /** Writes the files, including audio. */
  close(onWritten: (share: number) => void): Promise<void>;
  /** Discards the files. */
  abort(): void;
}

/** Opens all files of `specs`. `marks` are those of an earlier attempt to resume. */
export async function openSinks(
  specs: readonly OutputSpec[],
  parts: FileParts,
  marks: SinkMarks | null,
): Promise<Sinks> {
  const formats = await Promise.all(
    specs.map((spec, i) => {
      const isBegun = (marks?.[i]?.packetCount ?? 0) > 0;
      return planFormat(spec, parts.warn, async () => (isBegun ? Journal.readCodec(parts.bytes, spec.file) : null));
    }),
  );
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

/** Plans the files of `specs`: tries their encoders. Throws UNSUPPORTED_MEDIA without an encoder. */
export async function planSinks(specs: readonly OutputSpec[], warn: FileParts['warn']): Promise<void> {
  await Promise.all(specs.map((spec) => planFormat(spec, warn, () => Promise.resolve(null))));
}

/** Opens one file. `format` is null for small mattes, which are not a media file. */
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

/** Returns whether the files of an earlier attempt contain all data up to `marks`. */
export async function hasJournals(bytes: Bytes, files: readonly string[], marks: SinkMarks): Promise<boolean> {
  const found = await Promise.all(marks.map((mark, i) => Journal.has(bytes, files[i] ?? '', mark)));
  return found.length === files.length && found.every(Boolean);
}

/** Plans one file; null for small mattes. `readBegun` returns the codec string of the frames of an earlier attempt. */
async function planFormat(
  spec: OutputSpec,
  warn: FileParts['warn'],
  readBegun: () => Promise<string | null>,
): Promise<FileFormat | null> {
  const { format } = spec;
  if (format === 'mattes') {
    return null;
  }
  if (format === 'webm') {
    return planWebm(spec);
  }
  if (format === 'mov') {
    return planMov(spec);
  }
  return planMp4(spec, warn, await readBegun());
}
