import type { RenderCheckpoint, RenderOptions, RenderResult } from '#core/timeline/render.ts';
import { frameGrid, type FrameGrid } from '#core/timeline/frames.ts';
import { getDocumentSeconds } from '#core/timeline/schedule.ts';
import type { RunnerHooks } from '#core/protocol/runners.ts';
import type { Bytes } from '#store/bytes.ts';
import { ProgressMeter } from '../progress.ts';
import { runSegments, type SegmentWork } from '../segments.ts';
import { hasJournals, openSinks, type Sinks } from '../sinks/open-sinks.ts';
import type { FrameTimes } from '../sinks/sink.ts';
import type { Warn } from '../source/source.ts';
import { CanvasFrames } from './canvas-frames.ts';
import { FrameSnapshot } from './frame-snapshot.ts';
import { openGif } from '../sinks/gif.ts';
import { openRenderSound, type RenderSound } from './render-sound.ts';
import { findOwnTimes } from './own-times.ts';
import { isVideoFormat } from './video-format.ts';

/** The inputs of a render. */
export type RenderRun = {
  readonly options: RenderOptions;
  readonly hooks: RunnerHooks<RenderCheckpoint>;
  readonly from: RenderCheckpoint | null;
};

/** Renders a canvas into a video or a GIF. Leaves a journal next to the file, whose name begins with that of the file. */
export async function renderVideo(bytes: Bytes, { options, hooks, from: asked }: RenderRun): Promise<RenderResult> {
  const warnings = new Set<string>();
  const warn: Warn = (sentence) => void warnings.add(sentence);
  const { outputFile, document, frameRate } = options;
  const from = asked && (await hasJournals(bytes, [outputFile], asked.journals)) ? asked : null;
  from?.warnings.forEach(warn);
  const span = options.span ?? { startSeconds: 0, endSeconds: getDocumentSeconds(document) };
  const frames = await CanvasFrames.open(bytes, options, warn);
  let sound: RenderSound | null = null;
  try {
    sound = options.format === 'gif' ? null : await openRenderSound(bytes, options, warn);
    const grid = (await findOwnTimes(options, span, frames)) ?? frameGrid(span, frameRate);
    const progress = new ProgressMeter(grid.getTimestamp(grid.count), 'Rendering', hooks.onProgress);
    progress.begin(grid.getTimestamp(from?.frameCount ?? 0), from?.frameCount ?? 0);
    const sinks = await openRenderSinks(bytes, options, frames, { sound, from, warn });
    const snapshots = new FrameSnapshot(options, frames.colour.matrix);
    const work = createWork({ grid, frames, sinks, progress, snapshots, from, warnings });
    try {
      await runSegments(indexes(from?.frameCount ?? 0, grid.count), work, hooks.onCheckpoint);
      await progress.settle();
      // Decoders would use memory while the file is written.
      await frames.close();
      await sinks.close((share) => progress.written(share));
    } catch (thrown) {
      sinks.abort();
      throw thrown;
    }
    return toResult(options, grid, sound, warnings);
  } finally {
    await frames.close();
    await sound?.close();
  }
}

type SinkParts = {
  readonly sound: RenderSound | null;
  readonly from: RenderCheckpoint | null;
  readonly warn: Warn;
};

async function openRenderSinks(
  bytes: Bytes,
  { outputFile: file, format, width, height, frameRate, quality, videoBitrate, background }: RenderOptions,
  { colour, hasAlpha }: CanvasFrames,
  { sound, from, warn }: SinkParts,
): Promise<Sinks> {
  const spec = {
    file,
    width,
    height,
    frameRate,
    quality,
    colour,
    hasAlpha,
    background,
    ...(videoBitrate !== undefined && { videoBitrate }),
  };
  if (!isVideoFormat(format)) {
    return openGif(bytes, spec, from?.journals[0] ?? null);
  }
  const span = sound?.span ?? { startSeconds: 0, endSeconds: 0, isTrimmed: false };
  return openSinks([{ ...spec, format }], { bytes, sound: sound?.sound ?? null, span, warn }, from?.journals ?? null);
}

async function* indexes(from: number, to: number): AsyncGenerator<number, void> {
  for (let index = from; index < to; index++) {
    yield index;
  }
}

type Work = {
  readonly snapshots: FrameSnapshot;
  readonly grid: FrameGrid;
  readonly frames: CanvasFrames;
  readonly sinks: Sinks;
  readonly progress: ProgressMeter;
  readonly from: RenderCheckpoint | null;
  readonly warnings: ReadonlySet<string>;
};

function createWork(work: Work): SegmentWork<number, RenderCheckpoint> {
  const { grid, frames, sinks, from, warnings } = work;
  let addedCount = from?.frameCount ?? 0;
  return {
    get addedCount() {
      return addedCount;
    },
    isFull: false,
    add: async (index) => {
      const startsAt = grid.getTimestamp(index);
      const timestampUs = Math.round(1e6 * startsAt);
      const durationUs = Math.round(1e6 * grid.getTimestamp(index + 1)) - timestampUs;
      const frame = await frames.at(grid.getSceneTime(index), sinks.writeDecoded !== null);
      await write(work, frame, { timestampUs, durationUs, isKeyWanted: frame.isCut });
      addedCount++;
    },
    endSegment: async () => ({
      frameCount: addedCount,
      journals: [...(await sinks.endSegment())],
      warnings: [...warnings],
    }),
    // A scene is a function of time alone, so no state other than the files is stored.
    keep: () => Promise.resolve(null),
  };
}

async function write(
  { sinks, progress, snapshots }: Work,
  frame: Awaited<ReturnType<CanvasFrames['at']>>,
  times: FrameTimes,
): Promise<void> {
  const snapshot = (): Promise<string> => snapshots.draw(frame);
  if (frame.decoded === null) {
    await sinks.write({ colour: frame.planes, alpha: frame.alpha, ...times });
    progress.frame((times.timestampUs + times.durationUs) / 1e6, snapshot);
    return;
  }
  try {
    await sinks.writeDecoded?.(frame.decoded, times);
    progress.frame((times.timestampUs + times.durationUs) / 1e6, snapshot);
  } finally {
    frame.decoded.close();
  }
}

function toResult(
  { width, height, frameRate }: RenderOptions,
  { count, getTimestamp }: FrameGrid,
  sound: RenderSound | null,
  warnings: ReadonlySet<string>,
): RenderResult {
  return {
    width,
    height,
    durationSeconds: getTimestamp(count),
    frameRate,
    frameCount: count,
    hasAudio: sound !== null,
    loudness: sound?.read() ?? null,
    warnings: [...warnings],
  };
}
