import type { OpenedSource } from '../cut-out.ts';

/** When each picture of a video is shown, in seconds from its start and in order. Null where only decoding would tell. Closes it. */
export async function readFrameTimes({ source }: OpenedSource): Promise<Float64Array | null> {
  try {
    const times = await source.times();
    return times && Float64Array.from(times);
  } finally {
    await source.close();
  }
}
