import type { Item } from '#core/timeline/document.ts';
import { frameAt } from '#core/timeline/frames.ts';

/**
 * Returns the time from the start of an item at which the frame at a time of the canvas starts, in seconds. If the playhead is
 * outside the item, it is the time of the first or last frame, so that a keyframe can always be set.
 */
export function itemTimeAt(
  { startSeconds, durationSeconds }: Pick<Item, 'startSeconds' | 'durationSeconds'>,
  canvasSeconds: number,
  frameRate: number,
): number {
  const seconds = frameAt(canvasSeconds, frameRate) / frameRate - startSeconds;
  return Math.min(Math.max(0, durationSeconds - 1 / frameRate), Math.max(0, seconds));
}

/** Returns whether the playhead shows a frame of the item. */
export function isOnItem(
  { startSeconds, durationSeconds }: Pick<Item, 'startSeconds' | 'durationSeconds'>,
  canvasSeconds: number,
  frameRate: number,
): boolean {
  const frame = frameAt(canvasSeconds, frameRate);
  return frame >= frameAt(startSeconds, frameRate) && frame < frameAt(startSeconds + durationSeconds, frameRate);
}
