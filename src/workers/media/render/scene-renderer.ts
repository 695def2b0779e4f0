import type { Size } from '#core/lib/size.ts';
import type { Layer, LayerContent, Scene } from '#core/timeline/scene.ts';
import type { PictureColour } from '../picture/colour.ts';
import type { Planes } from '../picture/planes.ts';
import type { FramePool, Shown, Wanted } from './frames/frame-pool.ts';
import { LayerSprites } from './layer-sprites.ts';
import { dissolved, hides, type Shared } from './paint/dissolve.ts';
import { PaintMemory } from './paint/memory.ts';
import { Painter } from './paint/painter.ts';
import { getBounds, combine, isCovered, isUprightMatrix } from './paint/placement.ts';
import type { Sprite } from './paint/sprite.ts';
import { createWatermarkSprite } from './paint/watermark-sprite.ts';
import { toCanvas, getPlace } from './place-layer.ts';
import type { RasterSource } from './raster-source.ts';
import { isColourOf } from './render-colour.ts';

export type SceneRendererOptions = {
  /** The size of the frames; the canvas is fitted into it. */
  readonly size: Size;
  readonly colour: PictureColour;
  /** Whether frames keep the alpha of a canvas whose background is transparent. */
  readonly hasAlpha: boolean;
  /** The background of a transparent canvas if frames have no alpha, `#rrggbb`. */
  readonly background: string;
  readonly isWatermarked: boolean;
};

/** A painted frame, whose planes are valid until the next one; or an unmodified frame of a decoder, which must be closed. */
export type RenderedFrame =
  | { readonly planes: Planes; readonly alpha: Planes | null; readonly decoded: null }
  | { readonly planes: null; readonly alpha: null; readonly decoded: VideoFrame };

/** A layer with the frame of its video. */
type Part = { readonly layer: Layer; readonly shown: Shown | null };

/** The lower one of two layers in a dissolve. */
type Leaving = Shared & { readonly layer: Layer };

/** Renders frames of scenes, for exports and previews. */
export class SceneRenderer {
  readonly #options: SceneRendererOptions;
  readonly #pool: FramePool;
  readonly #memory: PaintMemory;
  readonly #painter: Painter;
  readonly #sprites: LayerSprites;
  readonly #watermark: Sprite | null;
  /** Assets that had a frame without alpha. */
  readonly #opaque = new Set<string>();

  constructor(options: SceneRendererOptions, pool: FramePool, rasters: RasterSource) {
    const memory = new PaintMemory();
    this.#memory = memory;
    this.#options = options;
    this.#pool = pool;
    this.#painter = new Painter(memory, options.size, options.colour.matrix, options.hasAlpha);
    this.#sprites = new LayerSprites(memory, options.size, options.colour.matrix, rasters);
    this.#watermark = options.isWatermarked ? createWatermarkSprite(memory, options.size) : null;
  }

  /** Renders a scene. `takesDecoded` says whether the frame can be an unmodified frame of a decoder. */
  async render(scene: Scene, takesDecoded: boolean): Promise<RenderedFrame> {
    const layers = this.#seenLayers(scene);
    const parts = await this.#findPictures(layers);
    const frame = (await this.#untouched(scene, parts, takesDecoded)) ?? (await this.#paint(scene, parts));
    this.#sprites.endScene();
    return frame;
  }

  /** Returns the layers from the topmost one on that hides all below it. */
  #seenLayers(scene: Scene): readonly Layer[] {
    const first = scene.layers.findLastIndex((layer) => this.#hidesAll(scene, layer));
    return scene.layers.slice(Math.max(0, first));
  }

  #hidesAll(scene: Scene, { content, opacity, blend, clip, dissolve, matrix, width, height }: Layer): boolean {
    if (content.type !== 'video' || !this.#opaque.has(content.assetId)) {
      return false;
    }
    const isPlain = opacity === 1 && blend === 'normal' && clip === null && dissolve === null;
    const { size } = this.#options;
    const bounds = getBounds(combine(toCanvas(scene, size), matrix), { left: 0, top: 0, right: width, bottom: height });
    return isPlain && isUprightMatrix(matrix) && isCovered({ x: 0, y: 0, ...size }, bounds);
  }

  async #findPictures(layers: readonly Layer[]): Promise<Part[]> {
    const wanted = layers.map(({ itemId, content }) => toWanted(itemId, content)).filter((one) => one !== null);
    const shown = await this.#pool.take(wanted);
    const byItem = new Map(wanted.map((one, at) => [one.itemId, shown[at] ?? null]));
    return layers
      .map((layer) => ({ layer, shown: byItem.get(layer.itemId) ?? null }))
      .filter(({ layer, shown }) => shown !== null || layer.content.type !== 'video');
  }

  /** Returns the frame if it is exactly one whole frame of a video: that of the decoder, or at least its own planes. */
  async #untouched(scene: Scene, parts: readonly Part[], takesDecoded: boolean): Promise<RenderedFrame | null> {
    const [part] = parts;
    if (parts.length !== 1 || this.#watermark || !part?.shown || !this.#isWhole(scene, part.layer, part.shown)) {
      return null;
    }
    const { picture, lane } = part.shown;
    const decoded = takesDecoded ? picture.toVideoFrame() : null;
    if (decoded && isColourOf(decoded.colorSpace, this.#options.colour)) {
      return { planes: null, alpha: null, decoded };
    }
    decoded?.close();
    if (this.#options.colour.matrix !== lane.source.colour.matrix) {
      return null;
    }
    const { planes, alpha: target } = this.#painter;
    const alpha = await picture.read(planes);
    if (!alpha) {
      this.#opaque.add(lane.assetId);
      target?.y.fill(255);
    } else if (target && scene.background.type === 'transparent') {
      target.y.set(alpha);
    } else {
      return null;
    }
    return { planes, alpha: target, decoded: null };
  }

  /** Returns whether a layer shows each pixel of a frame on one of the canvas, and nothing else. */
  #isWhole(scene: Scene, layer: Layer, { lane }: Shown): boolean {
    const { width, height } = lane.source.info.video;
    const { size } = this.#options;
    const { matrix, region, clip } = getPlace(scene, size, layer, { width, height });
    const { a, b, c, d, e, f } = matrix;
    const isPlaced = a === 1 && b === 0 && c === 0 && d === 1 && Math.abs(e) < 1e-3 && Math.abs(f) < 1e-3;
    const isUncut = clip === null && region.left === 0 && region.top === 0;
    const isFull = region.right === size.width && region.bottom === size.height;
    const isSame = width === size.width && height === size.height;
    const isPlain = layer.opacity === 1 && layer.blend === 'normal' && layer.blurPx === 0 && layer.dissolve === null;
    return isPlaced && isUncut && isFull && isSame && isPlain;
  }

  async #paint(scene: Scene, parts: readonly Part[]): Promise<RenderedFrame> {
    let leaving: Leaving | null = null;
    for (const { layer, shown } of await this.#paintBase(scene, parts)) {
      const sprite = await this.#sprites.getSprite(scene, layer, shown);
      if (shown && sprite && !sprite.alpha) {
        this.#opaque.add(shown.lane.assetId);
      }
      if (sprite && layer.dissolve !== null && layer.blend === 'normal') {
        leaving = { layer, sprite, share: layer.opacity * (1 - layer.dissolve) };
      } else if (leaving) {
        this.#layBoth(leaving, sprite && { sprite, share: layer.opacity });
        leaving = null;
      } else if (sprite) {
        this.#painter.lay(sprite, { opacity: layer.opacity, blend: layer.blend });
      }
    }
    if (leaving) {
      this.#layBoth(leaving, null);
    }
    if (this.#watermark) {
      this.#painter.lay(this.#watermark, { opacity: 1, blend: 'normal' });
    }
    const { planes, alpha } = this.#painter;
    return { planes, alpha, decoded: null };
  }

  /** Composites two layers, the upper one of which replaces the lower one. */
  #layBoth(lower: Leaving, upper: Shared | null): void {
    if (upper && !hides(upper.sprite, lower.sprite)) {
      const both = dissolved(this.#memory, lower, upper);
      this.#painter.lay(both, { opacity: 1, blend: 'normal' });
      both.release();
      return;
    }
    this.#painter.lay(lower.sprite, { opacity: lower.layer.opacity, blend: 'normal' });
    if (upper) {
      this.#painter.lay(upper.sprite, { opacity: upper.share, blend: 'normal' });
    }
  }

  /** Fills the canvas with its background, or with the frame that hides all of it. Returns the layers to composite on top. */
  async #paintBase(scene: Scene, parts: readonly Part[]): Promise<readonly Part[]> {
    const [first, ...rest] = parts;
    const { colour } = this.#options;
    if (first?.shown && this.#hidesAll(scene, first.layer) && this.#isWhole(scene, first.layer, first.shown)) {
      const { picture, lane } = first.shown;
      const alpha = await picture.read(this.#painter.planes);
      if (!alpha && lane.source.colour.matrix === colour.matrix) {
        this.#painter.alpha?.y.fill(255);
        return rest;
      }
    }
    const { background } = scene;
    const isClear = background.type === 'transparent';
    this.#painter.clear(
      isClear && this.#options.hasAlpha ? null : isClear ? this.#options.background : background.color,
    );
    return parts;
  }

  /** Releases resources that the browser does not release by itself. */
  async close(): Promise<void> {
    await this.#pool.close();
  }
}

function toWanted(itemId: string, content: LayerContent): Wanted | null {
  return content.type === 'video' ? { itemId, assetId: content.assetId, seconds: content.sourceSeconds } : null;
}
