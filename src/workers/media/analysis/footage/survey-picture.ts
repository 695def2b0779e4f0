import type { FaceDetector } from '#core/analysis/detection.ts';
import type { Footage } from '#core/analysis/footage.ts';
import type { Picture } from '#core/lib/picture.ts';
import { fitInside } from '../../picture/fit-inside.ts';
import { openPicture } from '../../render/raster/pictures/open-picture.ts';
import { findFaceRegions } from './face-watch.ts';
import { colourCells, countColours, findAttention, measurePicture, toShares } from './measure-picture.ts';
import { samplePicturePx } from './survey-video.ts';

/** Analyses a still image: one sample. Throws the browser's error if it cannot decode the image. */
export async function surveyPicture(file: Blob, faces: FaceDetector | null): Promise<Footage> {
  const opened = await openPicture(file);
  try {
    const { width, height } = opened;
    const canvas = await opened.draw(opened.frameIndexAt(0), fitInside(opened, samplePicturePx));
    const picture = toPicture(canvas);
    const colours = new Float64Array(colourCells);
    countColours(picture, colours);
    const attention = findAttention(picture, null);
    const found = await findFaceRegions(picture, faces);
    return {
      kind: 'picture',
      width,
      height,
      durationSeconds: 0,
      hasSound: false,
      shots: [{ startSeconds: 0, endSeconds: 0, colours: toShares(colours) }],
      samples: [{ atSeconds: 0, ...measurePicture(picture), motion: 0, attention, faces: found }],
    };
  } finally {
    opened.close();
  }
}

/** Draws the image over black, which shows through transparent parts. */
function toPicture(canvas: OffscreenCanvas): Picture {
  const { width, height } = canvas;
  const data = canvas.getContext('2d')?.getImageData(0, 0, width, height).data ?? new Uint8ClampedArray();
  const rgb = new Uint8Array(3 * width * height);
  for (let at = 0; at < width * height; at++) {
    const share = (data[4 * at + 3] ?? 255) / 255;
    for (let channel = 0; channel < 3; channel++) {
      rgb[3 * at + channel] = share * (data[4 * at + channel] ?? 0);
    }
  }
  return { width, height, rgb };
}
