import type { Item } from '#core/timeline/document.ts';
import { frameAt } from '#core/timeline/frames.ts';

/**
 * The time of an item at which its frame at a time of the canvas begins, in seconds. Where the playhead is not on the item it is
 * that of its first or last frame, so that there is always one that a keyframe can be set at.
 */
export function itemTimeAt(
  { startSeconds, durationSeconds }: Pick<Item, 'startSeconds' | 'durationSeconds'>,
  canvasSeconds: number,
  frameRate: number,
): number {
  const seconds = frameAt(canvasSeconds, frameRate) / frameRate - startSeconds;
  return Math.min(Math.max(0, durationSeconds - 1 / frameRate), Math.max(0, seconds));
}

/** Whether the playhead shows a frame of the item. */
export function isOnItem(
  { startSeconds, durationSeconds }: Pick<Item, 'startSeconds' | 'durationSeconds'>,
  canvasSeconds: number,
  frameRate: number,
): boolean {
  const frame = frameAt(canvasSeconds, frameRate);
  return frame >= frameAt(startSeconds, frameRate) && frame < frameAt(startSeconds + durationSeconds, frameRate);
}
