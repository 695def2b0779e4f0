import type { PreviewAssets } from '#core/protocol/preview.ts';
import { previewLongSidePx } from '#core/protocol/preview.ts';
import type { Size } from '#core/lib/size.ts';
import type { TimelineDocument } from '#core/timeline/document.ts';
import { toSceneTime } from '#core/timeline/schedule.ts';
import { fitInside } from '../media/picture/fit-inside.ts';
import { CanvasFrames, type FrameOptions } from '../media/render/canvas-frames.ts';
import { FrameCanvas } from '../media/render/frame-canvas.ts';
import type { RenderedFrame } from '../media/render/scene-renderer.ts';
import type { ProxyShelf } from '../media/render/proxy-shelf.ts';
import type { MediaFiles } from '../media/source/media-file.ts';
import type { Warn } from '../media/source/source.ts';
import { toAssetFiles } from './preview-files.ts';

/** The content of a screen: a state of a canvas, and where its files are. */
export type Shown = { readonly document: TimelineDocument; readonly assets: PreviewAssets };

/**
 * An open document and the canvas element that shows it. Renders images one after the other in the order of the requests; changes
 * of the document are applied between them.
 */
export class Screen {
  readonly #element: OffscreenCanvas;
  readonly #frames: CanvasFrames;
  #shown: Shown;
  #canvas: FrameCanvas;
  /** The settings that the canvas was created for. */
  #look: string;
  #turn: Promise<unknown> = Promise.resolve();

  static async open(
    element: OffscreenCanvas,
    files: MediaFiles,
    shown: Shown,
    { warn, proxies }: { readonly warn: Warn; readonly proxies: ProxyShelf },
  ): Promise<Screen> {
    return new Screen(element, shown, await CanvasFrames.open(files, toOptions(shown), warn, proxies));
  }

  private constructor(element: OffscreenCanvas, shown: Shown, frames: CanvasFrames) {
    this.#element = element;
    this.#shown = shown;
    this.#frames = frames;
    this.#canvas = new FrameCanvas(element, this.size, frames.colour.matrix);
    this.#look = this.#toLook();
  }

  get document(): TimelineDocument {
    return this.#shown.document;
  }

  get assets(): PreviewAssets {
    return this.#shown.assets;
  }

  get size(): Size {
    return fitInside(this.document, previewLongSidePx);
  }

  /** Whether the shown frame may contain a proxy or a key frame instead of the exact frame. */
  get isStoodIn(): boolean {
    return this.#frames.isStoodIn;
  }

  /** Changes to another state of the canvas. Files that both states need stay open. */
  change(shown: Shown): Promise<void> {
    return this.#inTurn(async () => {
      this.#shown = shown;
      await this.#frames.change(toOptions(shown));
      if (this.#toLook() !== this.#look) {
        this.#canvas = new FrameCanvas(this.#element, this.size, this.#frames.colour.matrix);
        this.#look = this.#toLook();
      }
    });
  }

  /** Returns the frame at a time of the canvas. */
  paint(seconds: number): Promise<ImageData | null> {
    return this.#inTurn(async () => this.#toImage(await this.#frames.at(toSceneTime(this.document, seconds), false)));
  }

  /** Returns the frame during playback, from proxies; if hurried, from key frames. */
  paintPassing(seconds: number, isHurried: boolean): Promise<ImageData | null> {
    return this.#inTurn(async () =>
      this.#toImage(await this.#frames.passing(toSceneTime(this.document, seconds), isHurried)),
    );
  }

  /** Returns the image that is available first, and whether it has the same time; null if only the exact frame is available. */
  paintNearest(seconds: number): Promise<{ readonly image: ImageData; readonly isExact: boolean } | null> {
    return this.#inTurn(async () => {
      const nearest = await this.#frames.nearest(toSceneTime(this.document, seconds));
      const image = nearest && this.#toImage(nearest.frame);
      return nearest && image ? { image, isExact: nearest.isExact } : null;
    });
  }

  show(image: ImageData): void {
    this.#canvas.draw(image);
  }

  async close(): Promise<void> {
    await this.#turn;
    await this.#frames.close();
  }

  #toLook(): string {
    return JSON.stringify([this.size, this.#frames.colour.matrix]);
  }

  #toImage(frame: RenderedFrame): ImageData | null {
    return frame.planes ? this.#canvas.toImage(frame.planes, frame.alpha) : null;
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => undefined);
    return done;
  }
}

const toOptions = ({ document, assets }: Shown): FrameOptions => ({
  document,
  assets: toAssetFiles(assets),
  ...fitInside(document, previewLongSidePx),
  format: 'png',
  background: '#000000',
  isWatermarked: false,
});
