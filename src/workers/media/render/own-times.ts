import type { FrameGrid } from '#core/timeline/frames.ts';
import type { RenderOptions } from '#core/timeline/render.ts';
import type { ItemOf } from '#core/timeline/document.ts';
import { getEnd, inOrder } from '#core/timeline/schedule.ts';
import type { CanvasFrames } from './canvas-frames.ts';

type Span = { readonly startSeconds: number; readonly endSeconds: number };

/**
 * The minimum difference of a frame's duration, as a share of the usual one, and the minimum share of such frames in a variable
 * frame rate.
 */
const minDifference = 0.2;
const minShare = 0.02;
/** The minimum distance of two frames. */
const minSeconds = 1 / 480;

/**
 * Returns the timestamps of the frames of an export: the video's own timestamps if it has a variable frame rate. That requires one
 * video at its own speed, whole or in consecutive parts. Texts and cutouts with the same timestamps can be on top. Null for every
 * other canvas, and if another frame rate than the canvas's is requested.
 */
export async function findOwnTimes(
  options: RenderOptions,
  span: Span,
  frames: Pick<CanvasFrames, 'getTimes'>,
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

/** Lists the visible videos of each track in the span, in order of time. */
const listSequences = ({ tracks }: RenderOptions['document'], span: Span): ItemOf<'video'>[][] =>
  tracks
    .filter((track) => !track.isHidden)
    .map(({ items }) => inOrder(items).filter((item) => item.type === 'video'))
    .map((items) =>
      items.filter((item) => !item.isHidden && item.startSeconds < span.endSeconds && getEnd(item) > span.startSeconds),
    )
    .filter((items) => items.length > 0);

/** Returns whether a video is shown all the time at its own speed: in one part, or in consecutive ones. */
const isWhole = (items: readonly ItemOf<'video'>[], { startSeconds, endSeconds }: Span): boolean =>
  items.every((item, index) => {
    const before = items[index - 1];
    const next = items[index + 1];
    const isFollowed = !before || Math.abs(item.startSeconds - getEnd(before)) <= minSeconds;
    const isStart = before || item.startSeconds <= startSeconds + minSeconds;
    return item.speed === 1 && isFollowed && isStart && (next || getEnd(item) >= endSeconds - 0.5);
  });

async function isAnyVariable(
  frames: Pick<CanvasFrames, 'getTimes'>,
  items: readonly ItemOf<'video'>[],
): Promise<boolean> {
  const known = new Set<string>();
  for (const item of items) {
    if (!known.has(item.assetId) && isVariable((await frames.getTimes(item)) ?? [])) {
      return true;
    }
    known.add(item.assetId);
  }
  return false;
}

/** Returns the timestamps of the frames of consecutive videos, from the start of the span; null if they are unknown. */
async function timesIn(
  frames: Pick<CanvasFrames, 'getTimes'>,
  items: readonly ItemOf<'video'>[],
  span: Span,
): Promise<number[] | null> {
  const times: number[] = [];
  const known = new Map<string, readonly number[] | null>();
  for (const item of items) {
    const all = known.get(item.assetId) ?? (await frames.getTimes(item));
    known.set(item.assetId, all);
    if (!all) {
      return null;
    }
    const shift = item.startSeconds - item.sourceStartSeconds - span.startSeconds;
    const [from, to] = [item.startSeconds - span.startSeconds, getEnd(item) - span.startSeconds];
    const own = all.map((time) => time + shift).filter((time) => time > from + minSeconds && time < to - minSeconds);
    // A part begins with the frame that is shown at its start.
    times.push(from, ...own);
  }
  return times;
}

const areSame = (times: readonly number[], others: readonly number[] | null): boolean =>
  times.length === others?.length && times.every((time, index) => Math.abs(time - (others[index] ?? 0)) <= minSeconds);

/** Returns whether the frame rate is variable. */
export function isVariable(times: readonly number[]): boolean {
  const lengths = times.slice(1).map((time, at) => time - (times[at] ?? 0));
  const usual = lengths.toSorted((one, other) => one - other)[lengths.length >> 1] ?? 0;
  const others = lengths.filter((length) => Math.abs(length - usual) > minDifference * usual);
  return others.length > minShare * lengths.length;
}

/** Creates frames at the given timestamps, in seconds of the span; the first is at its start. */
export function toGrid(times: readonly number[], { startSeconds, endSeconds }: Span): FrameGrid | null {
  const length = endSeconds - startSeconds;
  const within = times.filter((time) => time > minSeconds && time < length - minSeconds);
  const starts = [0, ...within].filter((time, at, all) => at === 0 || time - (all[at - 1] ?? 0) >= minSeconds);
  const getTimestamp = (index: number): number => starts[index] ?? length;
  return {
    count: starts.length,
    getTimestamp,
    getSceneTime: (index) => startSeconds + (getTimestamp(index) + getTimestamp(index + 1)) / 2,
  };
}
