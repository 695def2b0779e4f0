import type { Size } from '#core/lib/size.ts';
import type { Layer, Scene } from '#core/timeline/scene.ts';
import { matrixChange, type Matrix } from '../picture/colour.ts';
import type { Shown } from './frames/frame-pool.ts';
import type { Lane } from './frames/lane.ts';
import { blurred } from './paint/blur.ts';
import type { PaintMemory } from './paint/memory.ts';
import { getScales, type Placement } from './paint/placement.ts';
import { readRaster, type RasterTexture } from './paint/raster-texture.ts';
import { Sampler } from './paint/sampler.ts';
import { SpriteMaker, type Sprite } from './paint/sprite.ts';
import { createTexture, multiplyWithAlpha, type Texture } from './paint/texture.ts';
import { getPlace, placeRaster, toCanvas } from './place-layer.ts';
import type { DrawnRaster, RasterSource } from './raster-source.ts';

/** The minimum visible blur, in pixels. */
const minBlurPx = 0.1;

type Kept<T> = { readonly value: T; isUsed: boolean };

/** Creates sprites of layers, and caches the parts that do not change between scenes. */
export class LayerSprites {
  readonly #memory: PaintMemory;
  readonly #size: Size;
  readonly #matrix: Matrix;
  readonly #rasters: RasterSource;
  readonly #sampler: Sampler;
  readonly #maker: SpriteMaker;
  readonly #videos = new Map<Lane, Kept<Texture> & { readonly serial: number }>();
  /** Lanes whose last frame had alpha, so that memory for the next one is allocated at once. */
  readonly #withAlpha = new WeakSet<Lane>();
  readonly #pictures = new Map<string, Kept<RasterTexture>>();
  readonly #still = new Map<string, Kept<Sprite | null>>();
  #passing: Sprite[] = [];

  constructor(memory: PaintMemory, size: Size, matrix: Matrix, rasters: RasterSource) {
    this.#memory = memory;
    this.#size = size;
    this.#matrix = matrix;
    this.#rasters = rasters;
    this.#sampler = new Sampler(memory);
    this.#maker = new SpriteMaker(memory, this.#sampler, size);
  }

  /** Returns the sprite of a layer; null if it is not visible. Valid until the end of the scene. */
  async getSprite(scene: Scene, layer: Layer, shown: Shown | null): Promise<Sprite | null> {
    if (shown) {
      const texture = await this.#videoTexture(shown);
      const sprite = this.#make(texture, getPlace(scene, this.#size, layer, texture), this.#getBlur(scene, layer));
      if (sprite) {
        this.#passing.push(sprite);
      }
      return sprite;
    }
    const scales = getScales(layer.matrix);
    const raster = await this.#rasters.raster(layer, this.#getScale(scene) * Math.max(scales.x, scales.y));
    return raster && this.#stillSprite(scene, layer, raster);
  }

  /** Releases cached items that the scene did not use. */
  endScene(): void {
    this.#passing.forEach((sprite) => sprite.release());
    this.#passing = [];
    sweep(this.#still, (sprite) => sprite?.release());
    sweep(this.#pictures, ({ texture }) => texture.release());
    sweep(this.#videos, (texture) => texture.release());
  }

  #getScale(scene: Scene): number {
    return toCanvas(scene, this.#size).a;
  }

  #getBlur(scene: Scene, { blurPx }: Layer): number {
    return blurPx * this.#getScale(scene);
  }

  #make(texture: Texture, placement: Placement, blurPx: number): Sprite | null {
    if (blurPx < minBlurPx) {
      return this.#maker.make(texture, placement);
    }
    const blurry = blurred(this.#memory, this.#sampler, texture, placement, blurPx);
    const sprite = this.#maker.make(blurry.texture, blurry.placement);
    const release = (): void => {
      sprite?.release();
      blurry.texture.release();
    };
    if (!sprite) {
      release();
    }
    return sprite && { ...sprite, release };
  }

  /** Returns the sprite of a bitmap, which is cached while it does not change. */
  #stillSprite(scene: Scene, layer: Layer, raster: DrawnRaster): Sprite | null {
    const { a, b, c, d, e, f } = layer.matrix;
    const { clip, region, blurPx, width, height } = layer;
    // Images blur like video, whose edges stay; other bitmaps spread over their edges, even where opaque.
    const spreads = layer.content.type !== 'picture' && this.#getBlur(scene, layer) >= minBlurPx;
    const key = JSON.stringify([raster.key, a, b, c, d, e, f, clip, region, blurPx, width, height]);
    const known = use(this.#still, key);
    if (known) {
      // The sprite may share the memory of the texture.
      use(this.#pictures, getKey(raster, spreads));
      return known.value;
    }
    const { texture, ...size } = this.#rasterTexture(raster, spreads);
    const placement =
      layer.content.type === 'picture'
        ? getPlace(scene, this.#size, layer, size)
        : placeRaster(scene, this.#size, layer, { ...size, x: raster.x, y: raster.y, scale: raster.scale });
    const value = this.#make(texture, placement, this.#getBlur(scene, layer));
    this.#still.set(key, { value, isUsed: true });
    return value;
  }

  #rasterTexture(raster: DrawnRaster, keepsAlpha: boolean): RasterTexture {
    const key = getKey(raster, keepsAlpha);
    const known = use(this.#pictures, key);
    if (known) {
      return known.value;
    }
    const value = readRaster(this.#memory, raster.canvas, this.#matrix, keepsAlpha);
    this.#pictures.set(key, { value, isUsed: true });
    return value;
  }

  async #videoTexture({ lane, picture, serial }: Shown): Promise<Texture> {
    const known = this.#videos.get(lane);
    if (known?.serial === serial) {
      known.isUsed = true;
      return known.value;
    }
    known?.value.release();
    this.#videos.delete(lane);
    const { width, height } = lane.source.info.video;
    const texture = createTexture(this.#memory, width, height, this.#withAlpha.has(lane));
    const alpha = await picture.read(texture.planes);
    const value = alpha ? this.#addAlpha(texture, alpha) : { ...texture, alpha: null };
    if (alpha) {
      this.#withAlpha.add(lane);
    }
    this.#changeMatrix(value, lane.source.colour.matrix);
    multiplyWithAlpha(this.#memory, value);
    this.#videos.set(lane, { value, serial, isUsed: true });
    return value;
  }

  #addAlpha(read: Texture, alpha: Uint8Array): Texture {
    const texture = read.alpha ? read : createTexture(this.#memory, read.width, read.height, true);
    if (texture !== read) {
      texture.planes.bytes.set(read.planes.bytes);
      read.release();
    }
    texture.alpha?.full.set(alpha.subarray(0, texture.alpha.full.length));
    return texture;
  }

  #changeMatrix({ planes: { y, u, v, width, height } }: Texture, from: Matrix): void {
    if (from !== this.#matrix) {
      this.#memory.kernels.run.changeMatrix(y, u, v, width, height, ...matrixChange(from, this.#matrix));
    }
  }
}

const getKey = ({ key }: DrawnRaster, keepsAlpha: boolean): string => (keepsAlpha ? `${key} with alpha` : key);

function use<T>(kept: Map<string, Kept<T>>, key: string): Kept<T> | undefined {
  const known = kept.get(key);
  if (known) {
    known.isUsed = true;
  }
  return known;
}

/** Releases items that were not used since the last call. */
function sweep<Key, T>(kept: Map<Key, Kept<T>>, release: (value: T) => void): void {
  for (const [key, one] of kept) {
    if (!one.isUsed) {
      kept.delete(key);
      release(one.value);
    }
    one.isUsed = false;
  }
}
