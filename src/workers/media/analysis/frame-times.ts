import type { OpenedSource } from '../cut-out.ts';

/**
 * Returns the timestamp of each frame of a video, in seconds from its start, in order. Null if only decoding can determine them.
 * Closes the video.
 */
export async function readFrameTimes({ source }: OpenedSource): Promise<Float64Array | null> {
  try {
    const times = await source.times();
    return times && Float64Array.from(times);
  } finally {
    await source.close();
  }
}
