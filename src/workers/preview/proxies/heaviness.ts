import type { Size } from '#core/lib/size.ts';
import type { Source } from '../../media/source/source.ts';

/** A software decoder takes longer than a frame's duration for larger images. */
const maxPixels = 1920 * 1088;
/** The maximum distance of key frames: to show a frame, the decoder decodes all frames since its key frame. */
const maxKeySeconds = 1.5;
/** The number of times at which the index is searched for a key frame. */
const samples = 16;

/** The reason why showing any frame of a video is slow; null if it is fast, or if its key frames are unknown. */
export type Heaviness = 'large' | 'sparse' | null;

const isLarge = ({ width, height }: Size): boolean => width * height > maxPixels;

/** Returns the reason why a source needs proxies. Reads its index, but no frames. */
export async function measureHeaviness({
  info,
  whole,
  keyFrameAt,
}: Pick<Source, 'info' | 'whole' | 'keyFrameAt'>): Promise<Heaviness> {
  const lengthSeconds = whole.endSeconds;
  let longestSeconds = 0;
  for (let index = 1; index <= samples; index += 1) {
    const seconds = (lengthSeconds * index) / (samples + 1);
    const keySeconds = await keyFrameAt(seconds);
    if (keySeconds === null) {
      return null;
    }
    longestSeconds = Math.max(longestSeconds, seconds - keySeconds);
  }
  if (isLarge(info.video)) {
    return 'large';
  }
  return longestSeconds > maxKeySeconds ? 'sparse' : null;
}
