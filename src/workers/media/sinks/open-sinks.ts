import type { CutOutOptions, Quality } from '#core/runners.ts';
import type { Source, Warn } from '../source/source.ts';
import { FileSink, type FileParts } from './file-sink.ts';
import type { JournalMark } from './journal.ts';
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
  cut(): Promise<SinkMarks>;
  /** Writes the files, sound included. */
  close(onWritten: (share: number) => void): Promise<void>;
  /** Gives them up. */
  abort(): Promise<void>;
}

/** The file that was asked for, and beside it its proxy. `marks` are those of an earlier attempt to go on from. */
export async function openSinks(
  options: CutOutOptions,
  source: Source,
  parts: FileParts,
  marks: SinkMarks | null,
): Promise<Sinks> {
  const files = [{ name: options.outputFile, format: await planMain(options, source, parts.warn) }];
  if (options.proxyFile !== null) {
    files.push({ name: options.proxyFile, format: await planProxy(vp9Options('fast', source)) });
  }
  const sinks: FileSink[] = [];
  const abort = async (): Promise<void> => {
    await Promise.allSettled(sinks.map((sink) => sink.abort()));
  };
  try {
    for (const [i, { name, format }] of files.entries()) {
      sinks.push(await FileSink.open(name, format, parts, marks?.[i] ?? null));
    }
  } catch (thrown) {
    await abort();
    throw thrown;
  }
  return {
    hasAudio: parts.sound !== null,
    write: async (frame) => {
      for (const sink of sinks) {
        await sink.write(frame);
      }
    },
    cut: () => Promise.all(sinks.map((sink) => sink.cut())),
    close: async (onWritten) => {
      await Promise.all(sinks.map((sink, i) => sink.close(i === 0 ? onWritten : () => undefined)));
    },
    abort,
  };
}

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
