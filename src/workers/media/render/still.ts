import { toSceneTime } from '#core/timeline/schedule.ts';
import type { MediaFiles } from '../source/media-file.ts';
import type { Warn } from '../source/source.ts';
import { CanvasFrames, type FrameOptions } from './canvas-frames.ts';
import { FrameCanvas } from './frame-canvas.ts';
import type { CanvasFiles } from './open-asset.ts';

type StillOptions = Omit<FrameOptions, 'format'>;

/** Renders frames of one canvas as PNG, with the alpha of a canvas whose background is transparent. */
export class Stills {
  readonly #document: FrameOptions['document'];
  readonly #frames: CanvasFrames;
  readonly #canvas: FrameCanvas;

  static async open(files: CanvasFiles, options: StillOptions, warn: Warn): Promise<Stills> {
    return new Stills(options, await CanvasFrames.open(files, { ...options, format: 'png' }, warn));
  }

  private constructor({ document, width, height }: StillOptions, frames: CanvasFrames) {
    this.#document = document;
    this.#frames = frames;
    this.#canvas = new FrameCanvas(new OffscreenCanvas(width, height), { width, height }, frames.colour.matrix);
  }

  /** Returns the frame at a time of the canvas, or the last frame. */
  async at(seconds: number): Promise<Blob> {
    await this.draw(seconds);
    return this.pack();
  }

  /** Draws the frame that `at` returns; the next requested one is decoded meanwhile. */
  async draw(seconds: number, nextSeconds: number | null = null): Promise<void> {
    const next = nextSeconds === null ? null : toSceneTime(this.#document, nextSeconds);
    const { planes, alpha } = await this.#frames.at(toSceneTime(this.#document, seconds), false, next);
    if (planes) {
      this.#canvas.draw(this.#canvas.toImage(planes, alpha));
    }
  }

  /** Encodes the last frame drawn; another frame can be drawn meanwhile. */
  pack(): Promise<Blob> {
    return this.#canvas.canvas.convertToBlob({ type: 'image/png' });
  }

  close(): Promise<void> {
    return this.#frames.close();
  }
}

/** Renders one frame of a canvas as PNG. */
export async function renderStill(
  files: MediaFiles,
  { atSeconds, ...options }: StillOptions & { readonly atSeconds: number },
  warn: Warn,
): Promise<Blob> {
  const stills = await Stills.open(files, options, warn);
  try {
    return await stills.at(atSeconds);
  } finally {
    await stills.close();
  }
}
