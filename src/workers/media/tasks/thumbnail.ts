import type { TaskAnswer, TaskRequest } from '#core/protocol/engine-tasks.ts';
import { Failure } from '#core/lib/failure.ts';
import type { Size } from '#core/lib/size.ts';
import type { Source } from '../source/source.ts';
import type { Material } from './material.ts';
import { SmallFrames } from './small-frames.ts';

/** The result of a task, with its warnings. */
export type Made = Pick<TaskAnswer, 'notes'> & { readonly blob: Blob; readonly warnings?: readonly string[] };

/** The default position of a thumbnail, as a share of the duration. It is after the start because many videos begin black. */
const defaultShare = 0.1;

/** Draws one image of a material. Throws UNSUPPORTED_MEDIA for audio. */
export async function drawThumbnail(
  material: Material,
  { atSeconds, width }: Pick<Extract<TaskRequest, { kind: 'thumbnail' }>, 'atSeconds' | 'width'>,
): Promise<Made> {
  const size = fitWidth(getSize(material), width);
  const canvas = new OffscreenCanvas(size.width, size.height);
  if (material.kind === 'picture') {
    drawBitmap(canvas, material.bitmap, 0, size);
  } else {
    const source = requireVideo(material);
    const frames = new SmallFrames(source, size);
    getContext(canvas).putImageData(
      await (atSeconds === null ? getAnyFrame(frames, source) : frames.at(atSeconds)),
      0,
      0,
    );
  }
  return { blob: await toWebp(canvas), notes: size };
}

/** Returns a representative frame; the first one if the video ends early. */
function getAnyFrame(frames: SmallFrames, { info }: Source): Promise<ImageData> {
  return frames.at(defaultShare * info.durationSeconds).catch(() => frames.at(0));
}

/** Returns the displayed size. Throws UNSUPPORTED_MEDIA for audio. */
export function getSize(material: Material): Size {
  return material.kind === 'picture' ? material.bitmap : requireVideo(material).info.video;
}

/**
 * Returns a size of the same aspect ratio with this width, but not larger than the original. Its sides are even, as required for
 * subsampled chroma.
 */
export function fitWidth(size: Size, width: number): Size {
  const scale = Math.min(1, width / size.width);
  const even = (length: number): number => Math.max(2, 2 * Math.round((length * scale) / 2));
  return { width: even(size.width), height: even(size.height) };
}

export function requireVideo(material: Material) {
  if (material.kind !== 'video') {
    throw new Failure('UNSUPPORTED_MEDIA', {
      message: 'The material is audio and has no images. GET /v1/materials/{material}/peaks returns its waveform.',
    });
  }
  return material.source;
}

export function drawBitmap(canvas: OffscreenCanvas, bitmap: ImageBitmap, left: number, { width, height }: Size): void {
  const context = getContext(canvas);
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, left, 0, width, height);
}

export function getContext(canvas: OffscreenCanvas): OffscreenCanvasRenderingContext2D {
  const context = canvas.getContext('2d');
  if (!context) {
    throw new Failure('INTERNAL', { message: 'This browser cannot create a canvas to draw on.' });
  }
  return context;
}

/** Encodes as WebP, or as PNG if the browser cannot encode WebP: see the type of the blob. */
export const toWebp = (canvas: OffscreenCanvas): Promise<Blob> =>
  canvas.convertToBlob({ type: 'image/webp', quality: 0.8 });
