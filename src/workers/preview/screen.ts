import type { PreviewAssets } from '#core/preview.ts';
import { previewLongSidePx } from '#core/preview.ts';
import type { Size } from '#core/size.ts';
import type { TimelineDocument } from '#core/timeline/document.ts';
import { fitInside } from '../media/picture/fit-inside.ts';
import { CanvasFrames } from '../media/render/canvas-frames.ts';
import { FrameCanvas } from '../media/render/frame-canvas.ts';
import type { RenderedFrame } from '../media/render/scene-renderer.ts';
import { toSceneTime } from '../media/render/still.ts';
import type { MediaFiles } from '../media/source/media-file.ts';
import type { Warn } from '../media/source/source.ts';
import { toAssetFiles } from './preview-files.ts';

/** An open document and the canvas that it is shown on. Pictures are made one after the other, in the order in which they were asked for. */
export class Screen {
  readonly document: TimelineDocument;
  readonly size: Size;
  readonly #frames: CanvasFrames;
  readonly #canvas: FrameCanvas;
  #turn: Promise<unknown> = Promise.resolve();

  static async open(
    canvas: OffscreenCanvas,
    files: MediaFiles,
    document: TimelineDocument,
    assets: PreviewAssets,
    warn: Warn,
  ): Promise<Screen> {
    const size = fitInside(document, previewLongSidePx);
    const look = { format: 'png', background: '#000000', isWatermarked: false } as const;
    const frames = await CanvasFrames.open(files, { document, assets: toAssetFiles(assets), ...size, ...look }, warn);
    return new Screen(document, size, frames, new FrameCanvas(canvas, size, frames.colour.matrix));
  }

  private constructor(document: TimelineDocument, size: Size, frames: CanvasFrames, canvas: FrameCanvas) {
    this.document = document;
    this.size = size;
    this.#frames = frames;
    this.#canvas = canvas;
  }

  /** The frame that is shown at a time of the canvas. */
  paint(seconds: number): Promise<ImageData | null> {
    return this.#inTurn(() => this.#frames.at(toSceneTime(this.document, seconds), false));
  }

  /** What can be shown of it at once; null where that is the frame itself. */
  paintNearest(seconds: number): Promise<ImageData | null> {
    return this.#inTurn(() => this.#frames.nearest(toSceneTime(this.document, seconds)));
  }

  show(image: ImageData): void {
    this.#canvas.draw(image);
  }

  async close(): Promise<void> {
    await this.#turn;
    await this.#frames.close();
  }

  #inTurn(render: () => Promise<RenderedFrame | null>): Promise<ImageData | null> {
    const image = this.#turn.then(async () => {
      const frame = await render();
      return frame?.planes ? this.#canvas.toImage(frame.planes, frame.alpha) : null;
    });
    this.#turn = image.catch(() => undefined);
    return image;
  }
}
