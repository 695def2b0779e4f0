import type { FrameGrid } from '#core/timeline/frames.ts';
import type { RenderOptions } from '#core/timeline/render.ts';
import type { ItemOf } from '#core/timeline/document.ts';
import { endOf, inOrder } from '#core/timeline/schedule.ts';
import type { CanvasFrames } from './canvas-frames.ts';

type Span = { readonly startSeconds: number; readonly endSeconds: number };

/** Frames whose lengths differ by more than this share of the usual one, and so many of them, make a rate variable. */
const leastDifference = 0.2;
const leastShare = 0.02;
/** Two frames are never nearer. */
const leastSeconds = 1 / 480;

/**
 * The times of the frames of a file that shows a video of a variable rate at its own speed, whole or in pieces that follow each other,
 * under texts and the like or cut-outs with the same times: the video's own. Null for every other canvas, and where another rate than the canvas's is asked for.
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
  const [first, ...others] = listSequences(document, span);
  if (!first || ![first, ...others].every((videos) => isWhole(videos, span))) {
    return null;
  }
  const times = await timesIn(frames, first, span);
  if (!times || !(await isAnyVariable(frames, first))) {
    return null;
  }
  for (const videos of others) {
    if (!areSame(times, await timesIn(frames, videos, span))) {
      return null;
    }
  }
  return toGrid(times, span);
}

/** The videos of each track that are seen in the span, in order of time. */
const listSequences = ({ tracks }: RenderOptions['document'], span: Span): ItemOf<'video'>[][] =>
  tracks
    .filter((track) => !track.isHidden)
    .map(({ items }) => inOrder(items).filter((item) => item.type === 'video'))
    .map((items) =>
      items.filter((item) => !item.isHidden && item.startSeconds < span.endSeconds && endOf(item) > span.startSeconds),
    )
    .filter((items) => items.length > 0);

/** Whether a video is shown all the time, as fast as it was taken: in one piece, or in several that follow each other. */
const isWhole = (items: readonly ItemOf<'video'>[], { startSeconds, endSeconds }: Span): boolean =>
  items.every((item, index) => {
    const before = items[index - 1];
    const next = items[index + 1];
    const isFollowed = !before || Math.abs(item.startSeconds - endOf(before)) <= leastSeconds;
    const isStart = before || item.startSeconds <= startSeconds + leastSeconds;
    return item.speed === 1 && isFollowed && isStart && (next || endOf(item) >= endSeconds - 0.5);
  });

async function isAnyVariable(
  frames: Pick<CanvasFrames, 'timesOf'>,
  items: readonly ItemOf<'video'>[],
): Promise<boolean> {
  const known = new Set<string>();
  for (const item of items) {
    if (!known.has(item.assetId) && isVariable((await frames.timesOf(item)) ?? [])) {
      return true;
    }
    known.add(item.assetId);
  }
  return false;
}

/** When the pictures of videos that follow each other are shown, from the start of the span; null where that is not known. */
async function timesIn(
  frames: Pick<CanvasFrames, 'timesOf'>,
  items: readonly ItemOf<'video'>[],
  span: Span,
): Promise<number[] | null> {
  const times: number[] = [];
  const known = new Map<string, readonly number[] | null>();
  for (const item of items) {
    const all = known.get(item.assetId) ?? (await frames.timesOf(item));
    known.set(item.assetId, all);
    if (!all) {
      return null;
    }
    const shift = item.startSeconds - item.sourceStartSeconds - span.startSeconds;
    const [from, to] = [item.startSeconds - span.startSeconds, endOf(item) - span.startSeconds];
    const own = all
      .map((time) => time + shift)
      .filter((time) => time > from + leastSeconds && time < to - leastSeconds);
    // A piece begins with whatever picture is shown there.
    times.push(from, ...own);
  }
  return times;
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
