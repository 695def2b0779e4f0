import { MPEG_TS, OGG, type Input } from 'mediabunny';
import type { Sliced } from './media-file.ts';
import { countMediaStreams } from './restarts/stream-map.ts';

/**
 * Returns whether a file may contain audio or video that mediabunny does not list, but ffmpeg may support. In Ogg (Theora, FLAC,
 * Speex) and in transport streams (MPEG-2 video, Opus), mediabunny leaves out tracks with unknown codecs. For other containers it
 * lists them without a codec.
 */
export async function mayHoldMore(input: Input, file: Sliced): Promise<boolean> {
  const format = await input.getFormat();
  if (format === OGG) {
    return true;
  }
  if (format !== MPEG_TS) {
    return false;
  }
  const count = await countMediaStreams(file);
  return count === null || count > (await input.getTracks()).length;
}

/** Returns the same for audio only. `count` is the number of audio tracks that mediabunny lists. */
export async function mayHoldMoreSound(input: Input, file: Sliced, count: number): Promise<boolean> {
  // An Ogg file with one audio track is assumed to contain no other.
  return (count === 0 || (await input.getFormat()) !== OGG) && mayHoldMore(input, file);
}
