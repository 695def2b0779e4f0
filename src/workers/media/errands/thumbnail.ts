import type { ErrandAnswer, ErrandRequest } from '#core/errands.ts';
import { Failure } from '#core/failure.ts';
import type { Size } from '#core/size.ts';
import type { Source } from '../source/source.ts';
import type { Material } from './material.ts';
import { SmallFrames } from './small-frames.ts';

/** What answers an errand, and what is to be said of it. */
export type Made = Pick<ErrandAnswer, 'notes'> & { readonly blob: Blob; readonly warnings?: readonly string[] };

/** Where a thumbnail is taken from unless told: a little in, as many videos begin black. */
const defaultShare = 0.1;

/** One picture of a material. Throws UNSUPPORTED_MEDIA for a sound. */
export async function drawThumbnail(
  material: Material,
  { atSeconds, width }: Pick<Extract<ErrandRequest, { kind: 'thumbnail' }>, 'atSeconds' | 'width'>,
): Promise<Made> {
  const size = fitWidth(sizeOf(material), width);
  const canvas = new OffscreenCanvas(size.width, size.height);
  if (material.kind === 'picture') {
    drawBitmap(canvas, material.bitmap, 0, size);
  } else {
    const source = requireVideo(material);
    const frames = new SmallFrames(source, size);
    getContext(canvas).putImageData(await (atSeconds === null ? anyOf(frames, source) : frames.at(atSeconds)), 0, 0);
  }
  return { blob: await toWebp(canvas), notes: size };
}

/** A frame that tells what the video is; the first one where it breaks off earlier than it says. */
function anyOf(frames: SmallFrames, { info }: Source): Promise<ImageData> {
  return frames.at(defaultShare * info.durationSeconds).catch(() => frames.at(0));
}

/** The size that is shown. Throws UNSUPPORTED_MEDIA for a sound. */
export function sizeOf(material: Material): Size {
  return material.kind === 'picture' ? material.bitmap : requireVideo(material).info.video;
}

/** A size of the same shape that is so wide, but no larger than it was; even, as pictures with halved chroma are. */
export function fitWidth(size: Size, width: number): Size {
  const scale = Math.min(1, width / size.width);
  const even = (length: number): number => Math.max(2, 2 * Math.round((length * scale) / 2));
  return { width: even(size.width), height: even(size.height) };
}

export function requireVideo(material: Material) {
  if (material.kind !== 'video') {
    throw new Failure('UNSUPPORTED_MEDIA', {
      message: 'The material is sound and has no pictures; GET /v1/materials/{material}/peaks gives its shape.',
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
    throw new Failure('INTERNAL', { message: 'This browser gives no canvas to draw on.' });
  }
  return context;
}

/** WebP, or PNG where the browser cannot write it: the type of the blob says which. */
export const toWebp = (canvas: OffscreenCanvas): Promise<Blob> =>
  canvas.convertToBlob({ type: 'image/webp', quality: 0.8 });
