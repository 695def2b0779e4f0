import type { Size } from '#core/lib/size.ts';
import { createDrawing } from '../canvas.ts';
import { type FrameTimes, frameIndexAt } from './animation.ts';
import { pictureHeadBytes, tellPictureType } from './picture-type.ts';
import { requireSize } from './require-size.ts';

/** A decoded image, in its displayed orientation. */
export type OpenPicture = Size & {
  /** Whether it is a vector image, which is sharp at every size. */
  readonly isVector: boolean;
  /** A sentence about content that cannot be shown; null if all can. */
  readonly remark: string | null;
  /** Returns the index of the frame at a time since its start; a still has one. */
  frameIndexAt(seconds: number): number;
  /** Draws a frame that fills a canvas of `size`. */
  draw(index: number, size: Size): Promise<OffscreenCanvas>;
  close(): void;
};

/** Opens an image. Throws UNSUPPORTED_MEDIA if it is too large, and the browser's error if it cannot decode it. */
export async function openPicture(file: Blob): Promise<OpenPicture> {
  const type = tellPictureType(new Uint8Array(await file.slice(0, pictureHeadBytes).arrayBuffer()));
  if (type.kind === 'svg') {
    const { openSvg } = await import('./svg.ts');
    return openSvg(file);
  }
  if (type.kind === 'still') {
    return openStill(file);
  }
  if (!(await canAnimate(type.mimeType))) {
    return openStill(file, type.isLikely ? notMoving : null);
  }
  return (await openAnimation(file, type.mimeType)) ?? openStill(file);
}

/** Returns whether animations can be decoded. Safari has no ImageDecoder before version 27.3. */
const canAnimate = async (type: string): Promise<boolean> =>
  'ImageDecoder' in globalThis && ImageDecoder.isTypeSupported(type);

const notMoving = 'this browser cannot decode animated images of this type, so only the first frame is shown.';

async function openStill(file: Blob, remark: string | null = null): Promise<OpenPicture> {
  const decode = (): Promise<ImageBitmap> => createImageBitmap(file, { imageOrientation: 'from-image' });
  const first = await decode();
  const { width, height } = first;
  requireSize(first, () => first.close());
  let kept: ImageBitmap | null = first;
  return {
    width,
    height,
    isVector: false,
    remark,
    frameIndexAt: () => 0,
    draw: async (_, size) => {
      // A large image is decoded again for another size instead of being cached.
      const bitmap = kept ?? (await decode());
      kept = null;
      const canvas = fill(bitmap, bitmap, size);
      bitmap.close();
      return canvas;
    },
    close: () => kept?.close(),
  };
}

/** Opens an animation; null for a file of one frame. */
async function openAnimation(file: Blob, type: string): Promise<OpenPicture | null> {
  const decoder = new ImageDecoder({ type, data: await file.arrayBuffer() });
  await Promise.all([decoder.tracks.ready, decoder.completed]);
  const track = decoder.tracks.selectedTrack;
  if (!track || track.frameCount < 2) {
    decoder.close();
    return null;
  }
  const release = await findRelease(decoder);
  const { size, times } = await readFrames(decoder, track, release);
  requireSize(size, () => decoder.close());
  return {
    ...size,
    isVector: false,
    remark: null,
    frameIndexAt: (seconds) => frameIndexAt(times, seconds),
    draw: async (frameIndex, wanted) => {
      const { image } = await decoder.decode({ frameIndex });
      const canvas = fill(image, { width: image.displayWidth, height: image.displayHeight }, wanted);
      release(image);
      return canvas;
    },
    close: () => decoder.close(),
  };
}

/**
 * Returns the function that closes a decoded frame. Firefox (ESR 153) returns the same `VideoFrame` each time a frame is decoded,
 * even after it was closed, so frames stay open there until the decoder is closed.
 */
async function findRelease(decoder: ImageDecoder): Promise<(image: VideoFrame) => void> {
  const first = await decoder.decode({ frameIndex: 0 });
  const second = await decoder.decode({ frameIndex: 0 });
  if (first.image === second.image) {
    return () => undefined;
  }
  first.image.close();
  second.image.close();
  return (image) => image.close();
}

/** Reads the durations of all frames. Each frame states only its own duration, so all are decoded once. */
async function readFrames(
  decoder: ImageDecoder,
  { frameCount, repetitionCount: repetitions }: ImageTrack,
  release: (image: VideoFrame) => void,
): Promise<{ size: Size; times: FrameTimes }> {
  const startsUs: number[] = [];
  let totalUs = 0;
  let size: Size = { width: 0, height: 0 };
  for (let frameIndex = 0; frameIndex < frameCount; frameIndex++) {
    const { image } = await decoder.decode({ frameIndex });
    size = { width: image.displayWidth, height: image.displayHeight };
    startsUs.push(totalUs);
    totalUs += image.duration ?? 0;
    release(image);
  }
  return { size, times: { startsUs, totalUs, repetitions } };
}

/** Draws the image in a canvas of `wanted`, after halving it repeatedly: one large step would skip rows. */
function fill(image: CanvasImageSource, { width, height }: Size, wanted: Size): OffscreenCanvas {
  let [source, from] = [image, { width, height }];
  for (;;) {
    const next = {
      width: Math.max(wanted.width, Math.ceil(from.width / 2)),
      height: Math.max(wanted.height, Math.ceil(from.height / 2)),
    };
    const { canvas, context } = createDrawing(next.width, next.height);
    context.imageSmoothingQuality = 'high';
    context.drawImage(source, 0, 0, from.width, from.height, 0, 0, next.width, next.height);
    [source, from] = [canvas, next];
    if (next.width === wanted.width && next.height === wanted.height) {
      return canvas;
    }
  }
}
