import type { BlendMode } from './blend-modes.ts';
import type { ItemOf, TimelineDocument } from './document.ts';

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
export type Region = { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number };

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
  /** 0..1, fades and dissolves included. */
  readonly opacity: number;
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
