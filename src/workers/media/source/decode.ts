import { EncodedPacketSink, VideoSampleSink, type InputVideoTrack, type VideoSample } from 'mediabunny';
import { decodeWithAlpha } from './alpha-frames.ts';
import { boundDecoders } from './bounded-decoder.ts';
import type { Decoded } from './decoded.ts';

/**
 * Decodes the frames that are shown from `startSeconds` on and before `endSeconds`, in order. A second stream of alpha is decoded
 * as full range if `isAlphaFullRange`.
 */
export async function* decode(
  video: InputVideoTrack,
  startSeconds: number,
  endSeconds: number,
  isAlphaFullRange = false,
): AsyncGenerator<Decoded, void> {
  const first = await new EncodedPacketSink(video).getFirstPacket();
  if (first?.sideData.alpha) {
    yield* decodeWithAlpha(video, { startSeconds, endSeconds, isAlphaFullRange });
    return;
  }
  boundDecoders();
  for await (const sample of new VideoSampleSink(video).samples(startSeconds, endSeconds)) {
    yield { sample, alpha: null };
  }
}

/** The pixel properties of a decoded frame. */
export type PixelKind = Pick<VideoSample, 'colorSpace' | 'format'>;

/**
 * Decodes the first frame and returns its pixel properties; null if none can be decoded. Browsers claim more support than they
 * have, so only a decoded frame proves it.
 */
export async function decodeFirst(video: InputVideoTrack): Promise<PixelKind | null> {
  try {
    if (!(await video.canDecode())) {
      return null;
    }
    for await (const { sample, alpha } of decode(video, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY)) {
      const { colorSpace, format } = sample;
      sample.close();
      alpha?.close();
      return { colorSpace, format };
    }
    return null;
  } catch {
    return null;
  }
}
