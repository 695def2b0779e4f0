import type { FrameGrid } from '#core/timeline/frames.ts';
import type { RenderOptions } from '#core/timeline/render.ts';
import type { ItemOf } from '#core/timeline/document.ts';
import { endOf } from '#core/timeline/schedule.ts';
import type { CanvasFrames } from './canvas-frames.ts';

type Span = { readonly startSeconds: number; readonly endSeconds: number };

/** Frames whose lengths differ by more than this share of the usual one, and so many of them, make a rate variable. */
const leastDifference = 0.2;
const leastShare = 0.02;
/** Two frames are never nearer. */
const leastSeconds = 1 / 480;

/**
 * The times of the frames of a file that shows a whole video of a variable rate at its own speed, under texts and the like or cut-outs
 * with the same times: the video's own. Null for every other canvas, and where another rate than the canvas's is asked for.
 */
export async function findOwnTimes(
  options: RenderOptions,
  span: Span,
  frames: Pick<CanvasFrames, 'timesOf'>,
): Promise<FrameGrid | null> {
  const { document, format, frameRate } = options;
  if (format === 'gif' || frameRate !== document.frameRate) {
    return null;
  }
  const videos = listVideosIn(document, span);
  const [first, ...others] = videos;
  if (!first || !videos.every((video) => isWhole(video, span))) {
    return null;
  }
  const times = await timesIn(frames, first, span);
  if (!times || !isVariable(times)) {
    return null;
  }
  for (const video of others) {
    if (!areSame(times, await timesIn(frames, video, span))) {
      return null;
    }
  }
  return toGrid(times, span);
}

const listVideosIn = ({ tracks }: RenderOptions['document'], span: Span): ItemOf<'video'>[] =>
  tracks
    .filter((track) => !track.isHidden)
    .flatMap(({ items }) => items)
    .filter((item) => item.type === 'video')
    .filter((item) => !item.isHidden && item.startSeconds < span.endSeconds && endOf(item) > span.startSeconds);

/** Whether a video is shown all the time, as fast as it was taken. */
const isWhole = (item: ItemOf<'video'>, { startSeconds, endSeconds }: Span): boolean =>
  item.speed === 1 && item.startSeconds <= startSeconds + leastSeconds && endOf(item) >= endSeconds - 0.5;

/** When the pictures of a video are shown, from the start of the span; null where that is not known. */
async function timesIn(
  frames: Pick<CanvasFrames, 'timesOf'>,
  item: ItemOf<'video'>,
  span: Span,
): Promise<number[] | null> {
  const shift = item.startSeconds - item.sourceStartSeconds - span.startSeconds;
  return (await frames.timesOf(item))?.map((time) => time + shift) ?? null;
}

const areSame = (times: readonly number[], others: readonly number[] | null): boolean =>
  times.length === others?.length &&
  times.every((time, index) => Math.abs(time - (others[index] ?? 0)) <= leastSeconds);

/** Whether pictures come at a rate that varies. */
export function isVariable(times: readonly number[]): boolean {
  const lengths = times.slice(1).map((time, at) => time - (times[at] ?? 0));
  const usual = lengths.toSorted((one, other) => one - other)[lengths.length >> 1] ?? 0;
  const others = lengths.filter((length) => Math.abs(length - usual) > leastDifference * usual);
  return others.length > leastShare * lengths.length;
}

/** Frames at the times of pictures, in seconds of the span; the first is at its start. */
export function toGrid(times: readonly number[], { startSeconds, endSeconds }: Span): FrameGrid | null {
  const length = endSeconds - startSeconds;
  const within = times.filter((time) => time > leastSeconds && time < length - leastSeconds);
  const starts = [0, ...within].filter((time, at, all) => at === 0 || time - (all[at - 1] ?? 0) >= leastSeconds);
  const timestampOf = (index: number): number => starts[index] ?? length;
  return {
    count: starts.length,
    timestampOf,
    sceneTimeOf: (index) => startSeconds + (timestampOf(index) + timestampOf(index + 1)) / 2,
  };
}
