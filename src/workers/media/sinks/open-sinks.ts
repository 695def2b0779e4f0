import type { CutOutOptions, Quality } from '#core/runners.ts';
import type { Bytes } from '#store/bytes.ts';
import type { Source, Warn } from '../source/source.ts';
import { FileSink, type FileParts } from './file-sink.ts';
import { Journal, type JournalMark } from './journal.ts';
import { planMov } from './mov.ts';
import { planMp4 } from './mp4.ts';
import { planProxy } from './proxy.ts';
import type { CutOutFrame, FileFormat } from './sink.ts';
import type { Vp9Options } from './vp9-alpha.ts';
import { planWebm } from './webm.ts';

/** How far each file is, the one that was asked for first. */
export type SinkMarks = readonly JournalMark[];

/** All files of a run, which get the same frames. */
export interface Sinks {
  readonly hasAudio: boolean;
  /** Resolves when the next frame may come; the frame's buffers are free again then. */
  write(frame: CutOutFrame): Promise<void>;
  /** Ends a segment, as `FileSink` does. */
  endSegment(): Promise<SinkMarks>;
  /** Writes the files, sound included. */
  close(onWritten: (share: number) => void): Promise<void>;
  /** Gives them up. */
  abort(): void;
}

/** The file that was asked for, and beside it its proxy. `marks` are those of an earlier attempt to go on from. */
export async function openSinks(
  options: CutOutOptions,
  source: Source,
  parts: FileParts,
  marks: SinkMarks | null,
): Promise<Sinks> {
  const formats = [
    await planMain(options, source, parts.warn),
    ...(options.proxyFile === null ? [] : [await planProxy(vp9Options('fast', source))]),
  ];
  const names = listFiles(options);
  const sinks = await Promise.all(
    formats.map((format, i) => FileSink.open(names[i] ?? '', format, parts, marks?.[i] ?? null)),
  );
  return {
    hasAudio: parts.sound !== null,
    write: async (frame) => {
      await Promise.all(sinks.map((sink) => sink.write(frame)));
    },
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

/** Whether the files of an earlier attempt are on the disk as far as `marks` says. */
export async function hasJournals(bytes: Bytes, options: CutOutOptions, marks: SinkMarks): Promise<boolean> {
  const names = listFiles(options);
  const found = await Promise.all(marks.map((mark, i) => Journal.has(bytes, names[i] ?? '', mark)));
  return found.length === names.length && found.every(Boolean);
}

const listFiles = ({ outputFile, proxyFile }: CutOutOptions): string[] =>
  proxyFile === null ? [outputFile] : [outputFile, proxyFile];

async function planMain(options: CutOutOptions, source: Source, warn: Warn): Promise<FileFormat> {
  const { format, quality, green } = options;
  if (format === 'webm') {
    return planWebm(vp9Options(quality, source));
  }
  if (format === 'mov') {
    return planMov(source, quality);
  }
  const { width, height, frameRate } = source.info.video;
  const bitrate = width * height * Math.min(60, frameRate) * (quality === 'best' ? 0.16 : 0.1);
  return planMp4(source, { width, height, bitrate, green }, warn);
}

/** How VP9 is to look: of constant quality; and the bits per pixel where a browser cannot do that. */
function vp9Options(quality: Quality, { info, colour: sourceColour }: Source): Vp9Options {
  const { width, height, frameRate } = info.video;
  const pixelRate = width * height * Math.min(60, frameRate);
  return {
    width,
    height,
    frameRate,
    sourceColour,
    colour: { quantizer: quality === 'best' ? 28 : 36, bitrate: pixelRate * 0.15 },
    alpha: { quantizer: quality === 'best' ? 6 : 14, bitrate: pixelRate * 0.08 },
  };
}
