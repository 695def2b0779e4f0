import { refreshShelf, shelf } from '../materials/shelf.ts';

/** Returns the duration of an asset's file in seconds; undefined if it is unknown, and for an image. */
export const lengthOf = (assetId: string): number | undefined =>
  shelf.peek()?.find(({ material }) => material === assetId)?.durationSeconds;

/**
 * Loads the durations of files if no pane has loaded them, so that clips are not trimmed beyond their ends. Without a response
 * such trims are possible.
 */
export function readLengths(): void {
  if (shelf.peek() === null) {
    refreshShelf().catch(() => undefined);
  }
}
