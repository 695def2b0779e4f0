import { ease, valueAt } from './animate.ts';
import type { BlendMode } from './blend-modes.ts';
import type { ItemOf, TimelineDocument, VisualItem } from './document.ts';
import { isSameTime } from './frames.ts';
import { endOf, inOrder, isVisual } from './schedule.ts';

/** What is seen at one time: layers from bottom to top over the background. A pure function of document and time. */
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

/** A rectangle of a source, as shares of its width and height: the whole is 0, 0, 1, 1. */
type Region = { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number };

/** One item as it is seen at this time. */
export type Layer = {
  readonly itemId: string;
  /** The box of the item before the matrix, in pixels of the canvas; its own top left corner is 0, 0. */
  readonly width: number;
  readonly height: number;
  /** From the box to the canvas; holds position, rotation and flip. */
  readonly matrix: Matrix;
  /** What of the picture fills the box. */
  readonly region: Region;
  /** What of the canvas the layer may change, in pixels; null where all. A wipe narrows it. */
  readonly clip: { readonly x: number; readonly y: number; readonly width: number; readonly height: number } | null;
  /** 0..1, fades included, and of the upper layer of a dissolve how far it has come. */
  readonly opacity: number;
  /**
   * Of the lower layer of a dissolve: the share (0..1) of the next layer, which takes its place; else null. Both are added,
   * this one times 1 - share, the next one by its own opacity. That is this layer below the next one wherever that is opaque.
   */
  readonly dissolve: number | null;
  readonly blend: BlendMode;
  readonly blurPx: number;
  readonly content: LayerContent;
};

export type LayerContent =
  /** The frame of the asset that is shown at a time of its own. */
  | { readonly type: 'video'; readonly assetId: string; readonly proxyAssetId?: string; readonly sourceSeconds: number }
  | { readonly type: 'picture'; readonly assetId: string; readonly itemSeconds: number }
  /** Vector content, as it is `itemSeconds` after the start of its item. */
  | { readonly type: 'text'; readonly item: ItemOf<'text'>; readonly itemSeconds: number }
  | { readonly type: 'bubbles'; readonly item: ItemOf<'bubbles'>; readonly itemSeconds: number }
  | { readonly type: 'shape'; readonly item: ItemOf<'shape'>; readonly itemSeconds: number };

/**
 * What is seen at a time of the canvas, in seconds. For frame n of a file that is the middle of n (`frameGrid`). Hidden tracks
 * and items, and what is wholly transparent or has no size, make no layer. A document is indexed once, as it never changes.
 */
export function sceneAt(document: TimelineDocument, seconds: number): Scene {
  const { width, height, background } = document;
  const layers = seenTracksOf(document).flatMap((items) => layersOfTrack(document, items, seconds));
  return { width, height, background, layers };
}

type Size = { readonly width: number; readonly height: number };

const seenTracks = new WeakMap<TimelineDocument, readonly (readonly VisualItem[])[]>();

/** The items that are seen, of each track in order of time. */
function seenTracksOf(document: TimelineDocument): readonly (readonly VisualItem[])[] {
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

/** A transition that is no longer is only heard, at any frame rate. */
const heardSeconds = 0.03;

/** The item that is shown, and while it takes the place of the one before it, that one below it. */
function layersOfTrack(document: TimelineDocument, items: readonly VisualItem[], seconds: number): Layer[] {
  const index = lastStarted(items, seconds);
  const item = items[index];
  if (!item || (seconds >= endOf(item) && !isFollowed(document, item, items[index + 1]))) {
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

/** Whether the next item begins where this one ends: rounding leaves no gap between them. */
const isFollowed = ({ frameRate }: TimelineDocument, item: VisualItem, next: VisualItem | undefined): boolean =>
  next !== undefined && isSameTime(endOf(item), next.startSeconds, frameRate);

/** The index of the last item that has started; -1 before the first. */
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
  /** 0..1: how far it has come. */
  readonly share: number;
  readonly canvas: Size;
};

/** Two layers while the upper one takes the place of the lower one. */
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

/** An item as it is seen at a time of its own, which is behind its end while another one takes its place; null where nothing is. */
function toLayer(item: VisualItem, itemSeconds: number): Layer | null {
  const width = Math.max(0, valueAt(item.width, itemSeconds));
  const height = Math.max(0, valueAt(item.height, itemSeconds));
  const opacity = Math.min(1, Math.max(0, valueAt(item.opacity, itemSeconds))) * fadeOf(item, itemSeconds);
  if (width === 0 || height === 0 || opacity <= 0) {
    return null;
  }
  const { left, top, right, bottom } = item.crop ?? { left: 0, top: 0, right: 0, bottom: 0 };
  return {
    itemId: item.id,
    width,
    height,
    matrix: matrixOf(item, itemSeconds, { width, height }),
    region: { left, top, right: 1 - right, bottom: 1 - bottom },
    clip: null,
    opacity,
    dissolve: null,
    blend: item.blend,
    blurPx: Math.max(0, valueAt(item.blurPx, itemSeconds)),
    content: contentOf(item, itemSeconds),
  };
}

/** The share of an item's opacity that its fades leave. */
function fadeOf({ fadeInSeconds, fadeOutSeconds, durationSeconds }: VisualItem, itemSeconds: number): number {
  const start = fadeInSeconds > 0 ? Math.min(1, itemSeconds / fadeInSeconds) : 1;
  const end = fadeOutSeconds > 0 ? Math.min(1, (durationSeconds - itemSeconds) / fadeOutSeconds) : 1;
  return Math.max(0, start) * Math.max(0, end);
}

/** From the box to the canvas: flipped and rotated about its centre, which is put at x, y. */
function matrixOf(item: VisualItem, itemSeconds: number, { width, height }: Size): Matrix {
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

/** Of an angle in degrees, clockwise; exact at quarter turns, so that upright pixels stay untouched. */
function cosAndSin(degrees: number): { cos: number; sin: number } {
  const turned = ((degrees % 360) + 360) % 360;
  if (turned % 90 === 0) {
    return { cos: [1, 0, -1, 0][turned / 90] ?? 1, sin: [0, 1, 0, -1][turned / 90] ?? 0 };
  }
  const angle = (turned * Math.PI) / 180;
  return { cos: Math.cos(angle), sin: Math.sin(angle) };
}

function contentOf(item: VisualItem, itemSeconds: number): LayerContent {
  if (item.type === 'video') {
    const { type, assetId, proxyAssetId, sourceStartSeconds, speed } = item;
    const sourceSeconds = sourceStartSeconds + itemSeconds * speed;
    return { type, assetId, ...(proxyAssetId !== undefined && { proxyAssetId }), sourceSeconds };
  }
  return item.type === 'picture' ? { type: item.type, assetId: item.assetId, itemSeconds } : drawn(item, itemSeconds);
}

/** Vector content, whose kind is that of its item. */
function drawn(item: ItemOf<'text' | 'bubbles' | 'shape'>, itemSeconds: number): LayerContent {
  if (item.type === 'text') {
    return { type: item.type, item, itemSeconds };
  }
  return item.type === 'bubbles' ? { type: item.type, item, itemSeconds } : { type: item.type, item, itemSeconds };
}
