import { refreshFileList, fileList } from '../materials/file-list.ts';

/** Returns the duration of an asset's file in seconds; undefined if it is unknown, and for an image. */
export const getAssetDuration = (assetId: string): number | undefined =>
  fileList.peek()?.find(({ material }) => material === assetId)?.durationSeconds;

/**
 * Loads the durations of files if no pane has loaded them, so that clips are not trimmed beyond their ends. Without a response
 * such trims are possible.
 */
export function readLengths(): void {
  if (fileList.peek() === null) {
    refreshFileList().catch(() => undefined);
  }
}
