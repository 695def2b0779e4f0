import type { FrameGrid } from '#core/timeline/frames.ts';
import type { RenderOptions } from '#core/timeline/render.ts';
import { endOf, isVisual } from '#core/timeline/schedule.ts';
import type { CanvasFrames } from './canvas-frames.ts';

type Span = { readonly startSeconds: number; readonly endSeconds: number };

/** Frames whose lengths differ by more than this share of the usual one, and so many of them, make a rate variable. */
const leastDifference = 0.2;
const leastShare = 0.02;
/** Two frames are never nearer. */
const leastSeconds = 1 / 480;

/**
 * The times of the frames of a file that shows a single video of a variable rate and nothing else, at its own speed: its own. Null for
 * every other canvas, and where another rate than the canvas's is asked for.
 */
export async function findOwnTimes(
  options: RenderOptions,
  span: Span,
  frames: CanvasFrames,
): Promise<FrameGrid | null> {
  const { document, format, frameRate } = options;
  if (format === 'gif' || frameRate !== document.frameRate) {
    return null;
  }
  const items = document.tracks
    .filter((track) => !track.isHidden)
    .flatMap((track) => track.items.filter(isVisual))
    .filter((item) => !item.isHidden && item.startSeconds < span.endSeconds && endOf(item) > span.startSeconds);
  const [item] = items;
  const isWhole = item && item.startSeconds <= span.startSeconds + leastSeconds && endOf(item) >= span.endSeconds - 0.5;
  if (items.length !== 1 || item?.type !== 'video' || item.speed !== 1 || !isWhole) {
    return null;
  }
  const times = await frames.timesOf(item);
  const shift = item.startSeconds - item.sourceStartSeconds - span.startSeconds;
  return times && isVariable(times) ? toGrid(times, shift, span) : null;
}

/** Whether pictures come at a rate that varies. */
export function isVariable(times: readonly number[]): boolean {
  const lengths = times.slice(1).map((time, at) => time - (times[at] ?? 0));
  const usual = lengths.toSorted((one, other) => one - other)[lengths.length >> 1] ?? 0;
  const others = lengths.filter((length) => Math.abs(length - usual) > leastDifference * usual);
  return others.length > leastShare * lengths.length;
}

/** Frames at the times of pictures, moved by `shift` seconds; the first is at the start of the span. */
export function toGrid(times: readonly number[], shift: number, { startSeconds, endSeconds }: Span): FrameGrid | null {
  const length = endSeconds - startSeconds;
  const moved = times.map((time) => time + shift).filter((time) => time > leastSeconds && time < length - leastSeconds);
  const starts = [0, ...moved].filter((time, at, all) => at === 0 || time - (all[at - 1] ?? 0) >= leastSeconds);
  const timestampOf = (index: number): number => starts[index] ?? length;
  return {
    count: starts.length,
    timestampOf,
    sceneTimeOf: (index) => startSeconds + (timestampOf(index) + timestampOf(index + 1)) / 2,
  };
}
