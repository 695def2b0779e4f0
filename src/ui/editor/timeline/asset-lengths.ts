import { refreshShelf, shelf } from '../materials/shelf.ts';

/** How long the file of an asset is, in seconds; undefined while that is not known, and for a picture. */
export const lengthOf = (assetId: string): number | undefined =>
  shelf.peek()?.find(({ material }) => material === assetId)?.durationSeconds;

/** Reads how long files are where no pane has done so, so that clips are not trimmed beyond their ends. Without an answer they can be. */
export function readLengths(): void {
  if (shelf.peek() === null) {
    refreshShelf().catch(() => undefined);
  }
}
