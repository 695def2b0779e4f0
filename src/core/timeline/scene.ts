import { ease, valueAt } from './animate.ts';
import type { BlendMode } from './blend-modes.ts';
import type { ItemOf, TimelineDocument, VisualItem } from './document.ts';
import { isSameTime } from './frames.ts';
import { getEnd, inOrder, isVisual } from './schedule.ts';
import type { Size } from '../lib/size.ts';

/** The visible content at one time: layers from bottom to top over the background. A pure function of document and time. */
export type Scene = {
  readonly width: number;
  readonly height: number;
  readonly background: TimelineDocument['background'];
  readonly layers: readonly Layer[];
};

/** A 2D affine map, as in CSS: x' = a x + c y + e, y' = b x + d y + f. */
export type Matrix = {
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
  readonly e: number;
  readonly f: number;
};

/** A rectangle of a source, in shares of its width and height: the whole is 0, 0, 1, 1. */
type Region = { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number };

/** One item at this time. */
export type Layer = {
  readonly itemId: string;
  /** The box of the item before the matrix, in pixels of the canvas; its own top left corner is 0, 0. */
  readonly width: number;
  readonly height: number;
  /** The transform from the box to the canvas, with position, rotation and flip. */
  readonly matrix: Matrix;
  /** The part of the image that fills the box. */
  readonly region: Region;
  /** The part of the canvas that the layer may change, in pixels; null for all. A wipe narrows it. */
  readonly clip: { readonly x: number; readonly y: number; readonly width: number; readonly height: number } | null;
  /** The opacity, 0..1, including fades and, for the upper layer of a dissolve, the progress. */
  readonly opacity: number;
  /**
   * The share (0..1) of the next layer in a dissolve that replaces this layer; null otherwise. The two are added,
   * this one times 1 - share, the next one by its own opacity. If the next one is opaque, that equals drawing it over this layer.
   */
  readonly dissolve: number | null;
  readonly blend: BlendMode;
  readonly blurPx: number;
  readonly content: LayerContent;
};

export type LayerContent =
  /** The frame of the asset at `sourceSeconds`. */
  | { readonly type: 'video'; readonly assetId: string; readonly proxyAssetId?: string; readonly sourceSeconds: number }
  | { readonly type: 'picture'; readonly assetId: string; readonly itemSeconds: number }
  /** Vector content, `itemSeconds` after the start of its item. */
  | { readonly type: 'text'; readonly item: ItemOf<'text'>; readonly itemSeconds: number }
  | { readonly type: 'bubbles'; readonly item: ItemOf<'bubbles'>; readonly itemSeconds: number }
  | { readonly type: 'shape'; readonly item: ItemOf<'shape'>; readonly itemSeconds: number };

/**
 * Returns the visible content at a time of the canvas, in seconds. For frame n of a file that is the middle of n (`frameGrid`).
 * Hidden tracks and items, and those that are fully transparent or empty, create no layer. A document is indexed once, because
 * it is immutable.
 */
export function sceneAt(document: TimelineDocument, seconds: number): Scene {
  const { width, height, background } = document;
  const layers = getSeenTracks(document).flatMap((items) => layersOfTrack(document, items, seconds));
  return { width, height, background, layers };
}

const seenTracks = new WeakMap<TimelineDocument, readonly (readonly VisualItem[])[]>();

/** Returns the visible items of each track in order of time. */
function getSeenTracks(document: TimelineDocument): readonly (readonly VisualItem[])[] {
  const known = seenTracks.get(document);
  if (known) {
    return known;
  }
  const tracks = document.tracks
    .filter(({ isHidden }) => !isHidden)
    .map(({ items }) => inOrder(items.filter(({ isHidden }) => !isHidden)).filter(isVisual))
    .filter((items) => items.length > 0);
  seenTracks.set(document, tracks);
  return tracks;
}

/** The maximum duration of a transition that is only audible, at any frame rate. */
const heardSeconds = 0.03;

/** Returns the layer of the current item, and during a transition also that of the previous item below it. */
function layersOfTrack(document: TimelineDocument, items: readonly VisualItem[], seconds: number): Layer[] {
  const index = lastStarted(items, seconds);
  const item = items[index];
  if (!item || (seconds >= getEnd(item) && !isFollowed(document, item, items[index + 1]))) {
    return [];
  }
  const elapsed = seconds - item.startSeconds;
  const layer = toLayer(item, elapsed);
  const { transition } = item;
  if (!transition || elapsed >= transition.durationSeconds || transition.durationSeconds <= heardSeconds) {
    return layer ? [layer] : [];
  }
  const before = items[index - 1];
  const isReplaced = before !== undefined && isFollowed(document, before, item);
  const lower = isReplaced ? toLayer(before, seconds - before.startSeconds) : null;
  const share = elapsed / transition.durationSeconds;
  return replace(lower, layer, { type: transition.type, share, canvas: document });
}

/** Whether the next item starts at the end of this one, within rounding. */
const isFollowed = ({ frameRate }: TimelineDocument, item: VisualItem, next: VisualItem | undefined): boolean =>
  next !== undefined && isSameTime(getEnd(item), next.startSeconds, frameRate);

/** Returns the index of the last item that has started; -1 before the first. */
function lastStarted(items: readonly VisualItem[], seconds: number): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((items[middle]?.startSeconds ?? Infinity) <= seconds) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low - 1;
}

type Replacement = {
  readonly type: NonNullable<VisualItem['transition']>['type'];
  /** The progress, 0..1. */
  readonly share: number;
  readonly canvas: Size;
};

/** Returns the two layers of a transition in which the upper one replaces the lower one. */
function replace(lower: Layer | null, upper: Layer | null, { type, share, canvas }: Replacement): Layer[] {
  const layers = (below: Layer | null, above: Layer | null): Layer[] =>
    [below, above].filter((layer): layer is Layer => layer !== null);
  if (type === 'dissolve') {
    return layers(
      lower && (upper ? { ...lower, dissolve: share } : { ...lower, opacity: lower.opacity * (1 - share) }),
      upper && { ...upper, opacity: upper.opacity * share },
    );
  }
  const isSlide = type === 'slide-left' || type === 'slide-right';
  const covered = isSlide ? ease('ease-in-out', share) : share;
  const edge = covered * canvas.width;
  const left = { x: 0, y: 0, width: canvas.width - edge, height: canvas.height };
  const right = { ...left, x: edge };
  const isLeft = type === 'wipe-left' || type === 'slide-left';
  const clipOfUpper = isLeft ? { ...left, x: canvas.width - edge, width: edge } : { ...left, width: edge };
  const moved = upper && isSlide ? moveBy(upper, (isLeft ? 1 : -1) * (canvas.width - edge)) : upper;
  return layers(lower && { ...lower, clip: isLeft ? left : right }, moved && { ...moved, clip: clipOfUpper });
}

const moveBy = (layer: Layer, x: number): Layer => ({ ...layer, matrix: { ...layer.matrix, e: layer.matrix.e + x } });

/** Returns an item at its own time, which is after its end during the transition to the next; null if it is invisible. */
function toLayer(item: VisualItem, itemSeconds: number): Layer | null {
  const width = Math.max(0, valueAt(item.width, itemSeconds));
  const height = Math.max(0, valueAt(item.height, itemSeconds));
  const opacity = Math.min(1, Math.max(0, valueAt(item.opacity, itemSeconds))) * getFade(item, itemSeconds);
  if (width === 0 || height === 0 || opacity <= 0) {
    return null;
  }
  const { left, top, right, bottom } = item.crop ?? { left: 0, top: 0, right: 0, bottom: 0 };
  return {
    itemId: item.id,
    width,
    height,
    matrix: getMatrix(item, itemSeconds, { width, height }),
    region: { left, top, right: 1 - right, bottom: 1 - bottom },
    clip: null,
    opacity,
    dissolve: null,
    blend: item.blend,
    blurPx: Math.max(0, valueAt(item.blurPx, itemSeconds)),
    content: getContent(item, itemSeconds),
  };
}

/** Returns the factor of an item's opacity from its fades. */
function getFade({ fadeInSeconds, fadeOutSeconds, durationSeconds }: VisualItem, itemSeconds: number): number {
  const start = fadeInSeconds > 0 ? Math.min(1, itemSeconds / fadeInSeconds) : 1;
  const end = fadeOutSeconds > 0 ? Math.min(1, (durationSeconds - itemSeconds) / fadeOutSeconds) : 1;
  return Math.max(0, start) * Math.max(0, end);
}

/** Returns the transform from the box to the canvas: flip and rotation around its center, and the position of the center. */
function getMatrix(item: VisualItem, itemSeconds: number, { width, height }: Size): Matrix {
  const { cos, sin } = cosAndSin(valueAt(item.rotation, itemSeconds));
  const flipX = item.flip === 'horizontal' || item.flip === 'both' ? -1 : 1;
  const flipY = item.flip === 'vertical' || item.flip === 'both' ? -1 : 1;
  const a = cos * flipX;
  const b = sin * flipX;
  const c = -sin * flipY;
  const d = cos * flipY;
  const x = valueAt(item.x, itemSeconds);
  const y = valueAt(item.y, itemSeconds);
  return { a, b, c, d, e: x - (a * width + c * height) / 2, f: y - (b * width + d * height) / 2 };
}

/** Returns cosine and sine of an angle in degrees, clockwise; exact at quarter turns, so that pixels are not resampled. */
function cosAndSin(degrees: number): { cos: number; sin: number } {
  const turned = ((degrees % 360) + 360) % 360;
  if (turned % 90 === 0) {
    return { cos: [1, 0, -1, 0][turned / 90] ?? 1, sin: [0, 1, 0, -1][turned / 90] ?? 0 };
  }
  const angle = (turned * Math.PI) / 180;
  return { cos: Math.cos(angle), sin: Math.sin(angle) };
}

function getContent(item: VisualItem, itemSeconds: number): LayerContent {
  if (item.type === 'video') {
    const { type, assetId, proxyAssetId, sourceStartSeconds, speed } = item;
    const sourceSeconds = sourceStartSeconds + itemSeconds * speed;
    return { type, assetId, ...(proxyAssetId !== undefined && { proxyAssetId }), sourceSeconds };
  }
  return item.type === 'picture' ? { type: item.type, assetId: item.assetId, itemSeconds } : drawn(item, itemSeconds);
}

/** Returns vector content, whose kind is that of its item. */
function drawn(item: ItemOf<'text' | 'bubbles' | 'shape'>, itemSeconds: number): LayerContent {
  if (item.type === 'text') {
    return { type: item.type, item, itemSeconds };
  }
  return item.type === 'bubbles' ? { type: item.type, item, itemSeconds } : { type: item.type, item, itemSeconds };
}
