import { frameAt, middleOfFrame } from '#core/timeline/frames.ts';
import { durationOf } from '#core/timeline/schedule.ts';
import type { MediaFiles } from '../source/media-file.ts';
import type { Warn } from '../source/source.ts';
import { CanvasFrames, type FrameOptions } from './canvas-frames.ts';
import { FrameCanvas } from './frame-canvas.ts';

/** A frame of a canvas: the one that is shown at `atSeconds`, or the last one. */
export type StillOptions = Omit<FrameOptions, 'format'> & { readonly atSeconds: number };

/** One frame of a canvas as PNG, with the alpha of a canvas whose background is transparent. */
export async function renderStill(files: MediaFiles, options: StillOptions, warn: Warn): Promise<Blob> {
  const { document, atSeconds, width, height } = options;
  const frames = await CanvasFrames.open(files, { ...options, format: 'png' }, warn);
  try {
    const rendered = await frames.at(toSceneTime(document, atSeconds), false);
    const still = new FrameCanvas(new OffscreenCanvas(width, height), { width, height }, frames.colour.matrix);
    if (rendered.planes) {
      still.draw(still.toImage(rendered.planes, rendered.alpha));
    }
    return await still.canvas.convertToBlob({ type: 'image/png' });
  } finally {
    await frames.close();
  }
}

/** The time at which the frame is evaluated that is shown at a time of the canvas. */
export function toSceneTime(document: FrameOptions['document'], seconds: number): number {
  const { frameRate } = document;
  const last = Math.max(0, Math.ceil(durationOf(document) * frameRate - 1e-4) - 1);
  return middleOfFrame(Math.min(last, Math.max(0, frameAt(seconds, frameRate))), frameRate);
}
