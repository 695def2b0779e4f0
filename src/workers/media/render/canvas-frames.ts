import type { ItemOf } from '#core/timeline/document.ts';
import type { RenderOptions } from '#core/timeline/render.ts';
import { sceneAt, type Layer, type Scene } from '#core/timeline/scene.ts';
import { getEnd, nameUsers } from '#core/timeline/schedule.ts';
import type { PictureColour } from '../picture/colour.ts';
import { toFile } from '../source/media-file.ts';
import type { Source, Warn } from '../source/source.ts';
import { FramePool, type Wanted } from './frames/frame-pool.ts';
import { listOtherFiles, openAsset, type CanvasFiles } from './open-asset.ts';
import type { ProxyShelf, SeenTime } from './proxy-shelf.ts';
import { createRasterizer, type Rasterizer } from './raster/raster.ts';
import { toCanvasColour, usualColour } from './render-colour.ts';
import { SceneRenderer, type RenderedFrame } from './scene-renderer.ts';
import { listVideos, toWanted, toWantedLayer } from './seen-videos.ts';
import { canBeTransparent } from './video-format.ts';

/** The options of a render that affect its frames. */
export type FrameOptions = Pick<
  RenderOptions,
  'document' | 'assets' | 'width' | 'height' | 'format' | 'background' | 'isWatermarked'
>;

/** The time before an item begins at which its decoder is started. */
const soonSeconds = 2;

/** The maximum distance of a key frame that is shown instead of a frame. */
const maxStaleSeconds = 1.5;

/** The prefix of the ids of proxies for assets and their items. */
const proxyPrefix = 'proxy:';

/** Renders the frames of a canvas, at any time of it; those of an export are in order. */
export class CanvasFrames {
  readonly #pool: FramePool;
  readonly #rasterizer: Rasterizer;
  /** The colours of the assets that were the first video of the canvas; null for assets without video. */
  readonly #colours = new Map<string, PictureColour | null>();
  #options: FrameOptions;
  #colour = usualColour;
  #videos: readonly ItemOf<'video'>[] = [];
  #renderer: SceneRenderer | null = null;
  #look = '';
  #lastVideos = '';
  readonly #proxies: ProxyShelf | null;
  /** The proxies shown last, whose decoders stay open for nearby times. */
  #stoodIn: readonly Wanted[] = [];
  /** Whether proxies or key frames were shown since the last exact frame. */
  #hasPlayedOthers = false;

  /** Loads everything that a document needs before its first frame. `proxies` are shown where a frame is needed quickly. */
  static async open(
    files: CanvasFiles,
    options: FrameOptions,
    warn: Warn,
    proxies: ProxyShelf | null = null,
  ): Promise<CanvasFrames> {
    const frames = new CanvasFrames(files, options, warn, proxies);
    await frames.#load();
    return frames;
  }

  private constructor(files: CanvasFiles, options: FrameOptions, warn: Warn, proxies: ProxyShelf | null) {
    const readAsset = async (assetId: string): Promise<Blob | null> => {
      const asset = this.#options.assets[assetId];
      return asset ? files.read(asset.file).then(toFile, () => null) : null;
    };
    const getName = (assetId: string): string => nameUsers(this.#options.document, assetId);
    this.#options = options;
    this.#proxies = proxies;
    this.#pool = new FramePool({
      open: (assetId) =>
        assetId.startsWith(proxyPrefix) ? this.#openProxy(assetId) : openAsset(files, this.#options, assetId, warn),
      onBreak: (assetId) => {
        if (assetId.startsWith(proxyPrefix)) {
          // The video itself is shown instead.
          proxies?.drop(assetId.slice(proxyPrefix.length));
        } else {
          warn(`${getName(assetId)} is missing from some point on, because the video cannot be decoded there.`);
        }
      },
    });
    this.#rasterizer = createRasterizer({ readAsset, getName, warn });
  }

  async #openProxy(assetId: string): Promise<Source | null> {
    const id = assetId.slice(proxyPrefix.length);
    const source = (await this.#proxies?.open(id).catch(() => null)) ?? null;
    if (!source) {
      this.#proxies?.drop(id);
    }
    return source;
  }

  get colour(): PictureColour {
    return this.#colour;
  }

  /** Whether a displayed frame may contain a proxy or a key frame: playback shows frames some time after they are rendered. */
  get isStoodIn(): boolean {
    return this.#stoodIn.length > 0 || this.#hasPlayedOthers;
  }

  get hasAlpha(): boolean {
    return this.#options.document.background.type === 'transparent' && canBeTransparent(this.#options.format);
  }

  /**
   * Changes the document. Decoders, fonts and bitmaps that both versions need are kept; assets with another file are reopened. Must
   * not be called while a frame is rendered.
   */
  async change(options: FrameOptions): Promise<void> {
    const others = listOtherFiles(this.#options.assets, options.assets);
    this.#options = options;
    others.forEach((assetId) => this.#colours.delete(assetId));
    this.#pool.renew(others);
    this.#rasterizer.renew(others);
    await this.#load();
  }

  async #load(): Promise<void> {
    const { document, width, height, background, isWatermarked } = this.#options;
    await this.#rasterizer.prepare(document);
    this.#videos = listVideos(document);
    this.#colour = await this.#findColour();
    const { hasAlpha } = this;
    const look = { size: { width, height }, colour: this.#colour, hasAlpha, background, isWatermarked };
    if (!this.#renderer || JSON.stringify(look) !== this.#look) {
      this.#renderer = new SceneRenderer(look, this.#pool, this.#rasterizer);
      this.#look = JSON.stringify(look);
    }
  }

  /** Returns the colour of the first video. It is stored, because its decoder is closed while later videos are shown. */
  async #findColour(): Promise<PictureColour> {
    const [first] = this.#videos;
    if (!first) {
      return usualColour;
    }
    const known = this.#colours.get(first.assetId);
    if (known !== undefined) {
      return known ?? usualColour;
    }
    const source = await this.#pool.getSource(toWanted(first, first.startSeconds));
    const colour = source && toCanvasColour(source.colour);
    this.#colours.set(first.assetId, colour);
    return colour ?? usualColour;
  }

  /**
   * Renders the frame at a time. `isCut` says whether the videos differ from those of the frame before. With `nextSeconds`,
   * decoders prepare another time than the following one.
   */
  async at(
    seconds: number,
    takesDecoded: boolean,
    nextSeconds: number | null = null,
  ): Promise<RenderedFrame & { readonly isCut: boolean }> {
    const scene = sceneAt(this.#options.document, seconds);
    this.#note(scene);
    this.#stoodIn = [];
    this.#hasPlayedOthers = false;
    this.#prepare(scene, seconds, nextSeconds);
    const videos = scene.layers.filter(({ content }) => content.type === 'video').map(({ itemId }) => itemId);
    const isCut = this.#lastVideos !== videos.join(' ');
    this.#lastVideos = videos.join(' ');
    return { ...(await this.#render(scene, takesDecoded)), isCut };
  }

  /**
   * Renders the frame at a time during playback, with proxies where the videos themselves would be too late. If `isHurried`, key
   * frames replace distant frames, because a decoder that falls behind does not catch up.
   */
  async passing(seconds: number, isHurried: boolean): Promise<RenderedFrame> {
    const scene = this.#standIn(sceneAt(this.#options.document, seconds), true);
    this.#prepare(scene, seconds);
    const layers = isHurried ? await this.#atKeyFrames(scene, maxStaleSeconds) : scene.layers;
    this.#hasPlayedOthers ||= this.#stoodIn.length > 0 || layers.some((layer, at) => layer !== scene.layers[at]);
    return this.#render({ ...scene, layers }, false);
  }

  /**
   * Returns the nearest available frame: with proxies, or else with the preceding key frames of distant videos. `isExact` says
   * whether all of it is of that time. Null if nothing needs a replacement, so that the exact frame is as fast.
   */
  async nearest(seconds: number): Promise<{ readonly frame: RenderedFrame; readonly isExact: boolean } | null> {
    const scene = sceneAt(this.#options.document, seconds);
    const stoodIn = this.#standIn(scene, false);
    this.#prepare(stoodIn, seconds);
    if (this.#stoodIn.length > 0) {
      // Videos without a proxy are decoded soon.
      return { frame: await this.#render(stoodIn, false), isExact: true };
    }
    const layers = await this.#atKeyFrames(scene, Number.POSITIVE_INFINITY);
    const isOther = layers.some((layer, at) => layer !== scene.layers[at]);
    return isOther ? { frame: await this.#render({ ...scene, layers }, false), isExact: false } : null;
  }

  /** Reports the visible videos, so that proxies of them are created. */
  #note(scene: Scene): void {
    this.#proxies?.note(scene.layers.flatMap((layer) => this.#toSeen(layer)));
  }

  /** Returns nothing for videos with another file for playback in the document. */
  #toSeen({ content }: Layer): SeenTime[] {
    if (content.type !== 'video' || this.#getMadeProxy(content) !== null) {
      return [];
    }
    const file = this.#options.assets[content.assetId]?.file;
    return file === undefined ? [] : [{ file, seconds: content.sourceSeconds }];
  }

  /** Returns a file that was created to be played instead of the asset, and has the same timestamps. */
  #getMadeProxy({ proxyAssetId }: { readonly proxyAssetId?: string }): string | null {
    return proxyAssetId !== undefined && this.#options.assets[proxyAssetId] ? proxyAssetId : null;
  }

  /** Replaces videos of the scene by their available proxies. */
  #standIn(scene: Scene, isMoving: boolean): Scene {
    this.#note(scene);
    const layers = scene.layers.map((layer) => this.#toProxy(layer, isMoving) ?? layer);
    this.#stoodIn = layers.filter((layer, at) => layer !== scene.layers[at]).flatMap(toWantedLayer);
    return { ...scene, layers };
  }

  /** Returns the layer with its proxy; null if there is none, or if the video itself is as near. */
  #toProxy(layer: Layer, isMoving: boolean): Layer | null {
    const { content, itemId } = layer;
    const isNear = !isMoving && toWantedLayer(layer).some((wanted) => this.#pool.isNear(wanted));
    if (!this.#proxies || content.type !== 'video' || isNear) {
      return null;
    }
    const made = this.#getMadeProxy(content);
    const [seen] = this.#toSeen(layer);
    const place = seen && this.#proxies.find(seen, isMoving);
    const proxy = place
      ? { ...content, assetId: `${proxyPrefix}${place.id}`, sourceSeconds: place.seconds }
      : made !== null && { ...content, assetId: made };
    return proxy ? { ...layer, itemId: `${proxyPrefix}${itemId}`, content: proxy } : null;
  }

  #render(scene: Scene, takesDecoded: boolean): Promise<RenderedFrame> {
    if (!this.#renderer) {
      throw new TypeError('The canvas is not open.');
    }
    return this.#renderer.render(scene, takesDecoded);
  }

  /** Returns the layers with their preceding key frames, if those are at most `maxSeconds` away. */
  async #atKeyFrames({ layers }: Scene, maxSeconds: number): Promise<Layer[]> {
    const found: Layer[] = [];
    for (const layer of layers) {
      found.push(await this.#atKeyFrame(layer, maxSeconds));
    }
    return found;
  }

  async #atKeyFrame(layer: Layer, maxSeconds: number): Promise<Layer> {
    const [wanted] = toWantedLayer(layer);
    const isProxy = wanted?.assetId.startsWith(proxyPrefix) === true;
    if (!wanted || layer.content.type !== 'video' || isProxy || this.#pool.isNear(wanted)) {
      return layer;
    }
    const keySeconds = await (await this.#pool.getSource(wanted))?.keyFrameAt(wanted.seconds);
    return keySeconds === null || keySeconds === undefined || wanted.seconds - keySeconds > maxSeconds
      ? layer
      : { ...layer, content: { ...layer.content, sourceSeconds: keySeconds } };
  }

  #prepare(scene: Scene, seconds: number, nextSeconds: number | null = null): void {
    const seen = this.#videos.filter((item) => item.startSeconds <= seconds && getEnd(item) > seconds);
    this.#pool.prepare(
      [...seen.map((item) => toWanted(item, seconds)), ...scene.layers.flatMap(toWantedLayer), ...this.#stoodIn],
      nextSeconds === null
        ? this.#listSoon(seconds)
        : sceneAt(this.#options.document, nextSeconds).layers.flatMap(toWantedLayer),
    );
  }

  /** Lists items that begin soon, at their start. */
  #listSoon(seconds: number): Wanted[] {
    const soon = this.#videos.filter(
      ({ startSeconds }) => startSeconds > seconds && startSeconds <= seconds + soonSeconds,
    );
    return soon.map((item) => toWanted(item, item.startSeconds));
  }

  /** Returns the timestamps of the frames of an item's source, in its own time; null if they are unknown. */
  async getTimes(item: ItemOf<'video'>): Promise<readonly number[] | null> {
    const source = await this.#pool.getSource(toWanted(item, item.startSeconds));
    return (await source?.times().catch(() => null)) ?? null;
  }

  async close(): Promise<void> {
    this.#rasterizer.close();
    await this.#pool.close();
  }
}
