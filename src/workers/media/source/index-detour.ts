import { isHalfFragmented } from './half-fragmented.ts';
import { IndexBox } from './index-box.ts';
import type { MediaFile } from './media-file.ts';

/** An edit inside a group of pictures starts up to a few frames late in ffmpeg. */
const severalEdits =
  'The video is put together of several parts (an edit list); ffmpeg in WebAssembly followed it, exactly but for a fraction of a second at the joins.';
const halfFragmented =
  'The index of the file covers only its first part, and the rest is in fragments; ffmpeg in WebAssembly read all of it, which takes longer.';

/**
 * Returns a sentence that says why an MP4 or MOV is read with ffmpeg although mediabunny knows the format, or null. mediabunny would
 * leave out parts of such a file without an error. To be called for pictures and for sound.
 */
export async function findIndexDetour(file: MediaFile): Promise<string | null> {
  if ((await IndexBox.read(file)).hasSeveralEdits) {
    return severalEdits;
  }
  return (await isHalfFragmented(file)) ? halfFragmented : null;
}
