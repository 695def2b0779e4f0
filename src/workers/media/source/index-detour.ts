import { isHalfFragmented } from './half-fragmented.ts';
import { IndexBox } from './index-box.ts';
import type { MediaFile } from './media-file.ts';

/** The message about an edit list. In ffmpeg, an edit inside a group of pictures starts up to a few frames late. */
const severalEdits =
  'The video consists of several parts (an edit list). It was read with ffmpeg in WebAssembly, which is exact except for a fraction of a second at the joins.';
const halfFragmented =
  'The index of the file covers only its first part, and the rest is in fragments. It was read with ffmpeg in WebAssembly, which takes longer.';

/**
 * Returns a sentence that says why an MP4 or MOV is read with ffmpeg although mediabunny supports the format, or null. mediabunny
 * would leave out parts of such a file without an error. Used for video and for audio.
 */
export async function findIndexDetour(file: MediaFile): Promise<string | null> {
  if ((await IndexBox.read(file)).hasSeveralEdits) {
    return severalEdits;
  }
  return (await isHalfFragmented(file)) ? halfFragmented : null;
}
