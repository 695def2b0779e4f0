import type { Size } from '#core/lib/size.ts';
import type { Source } from '../../media/source/source.ts';

/** Larger pictures take a software decoder longer than a frame lasts. */
const maxPixels = 1920 * 1088;
/** To show a frame, all since the key frame before it are decoded. */
const maxKeySeconds = 1.5;
/** So many times of a file are asked for their key frame. */
const samples = 16;

/** Why showing any frame of a video takes long; null where it does not, or where nothing is known of its key frames. */
export type Heaviness = 'large' | 'sparse' | null;

const isLarge = ({ width, height }: Size): boolean => width * height > maxPixels;

/** How a source is to be dealt with. Reads its index, and no picture. */
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
