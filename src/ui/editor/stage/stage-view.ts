import { signal, type Signal } from '@preact/signals';
import type { TimelineDocument, VisualItem } from '#core/timeline/document.ts';
import type { Layer } from '#core/timeline/scene.ts';
import type { Crop } from './geometry/crop.ts';
import type { Place, Point } from './geometry/place.ts';
import type { Guides } from './geometry/guides.ts';
import { getFrame, minZoom, maxZoom, panAt, type Frame, type Zoom } from './geometry/viewport.ts';
import type { Size } from '#core/lib/size.ts';
import type { Look } from './trim-look.ts';

/** A visible item at the playhead, and its place. */
export type Seen = {
  readonly item: VisualItem;
  readonly layer: Layer;
  /** The current place of its image. */
  readonly place: Place;
  /** The time from the start of the item, at which new keyframes are set. */
  readonly itemSeconds: number;
  /** Whether it is editable: neither it nor its track is locked. */
  readonly isFree: boolean;
};

/** The tool on the preview: arranging items, cropping one, or editing the text of one. */
type StageMode = { readonly type: 'arrange' } | CropMode | { readonly type: 'text'; readonly itemId: string };

/**
 * `crop` is by the edges as displayed; `one` is the item before cropping. `ratio` is the width of the remaining part divided by its
 * height; null if it is free.
 */
export type CropMode = {
  readonly type: 'crop';
  readonly one: Seen;
  readonly crop: Crop;
  readonly ratio: number | null;
};

/** The position of the canvas on the stage, and the overlays. Lengths are in CSS pixels. */
export type StageView = {
  readonly zoom: Signal<Zoom>;
  /** The offset from the middle of the stage. */
  readonly pan: Signal<Point>;
  /** The size of the stage; 0 before it is rendered. */
  readonly room: Signal<Size>;
  readonly hasSafeAreas: Signal<boolean>;
  readonly mode: Signal<StageMode>;
  /** During a gesture: the guides to which it snaps, and its readout. */
  readonly lines: Signal<Guides | null>;
  readonly readout: Signal<string | null>;
  /** A frame that is shown instead of the one at the playhead, such as the trimmed frame during a trim. */
  readonly look: Signal<Look | null>;
  /** The number of documents that the preview has painted. */
  readonly painted: Signal<number>;
  /** The element that fills the screen, and that receives keys. */
  readonly element: Signal<HTMLElement | null>;
};

export const createStageView = (): StageView => ({
  zoom: signal('fit'),
  pan: signal({ x: 0, y: 0 }),
  room: signal({ width: 0, height: 0 }),
  hasSafeAreas: signal(false),
  mode: signal({ type: 'arrange' }),
  lines: signal(null),
  readout: signal(null),
  look: signal(null),
  painted: signal(0),
  element: signal(null),
});

/** Returns the current position of a canvas on the stage. */
export const frameIn = ({ room, zoom, pan }: StageView, canvas: TimelineDocument): Frame =>
  getFrame(room.value, canvas, zoom.value, pan.value);

/** Zooms to a number of CSS pixels per canvas pixel, about a point of the stage, by default its middle. */
export function zoomTo(view: StageView, canvas: TimelineDocument, scale: number, at?: Point): void {
  const room = view.room.value;
  const about = at ?? { x: room.width / 2, y: room.height / 2 };
  const own = Math.min(maxZoom, Math.max(minZoom, scale));
  const pan = panAt(room, canvas, frameIn(view, canvas), own, about);
  view.zoom.value = own;
  view.pan.value = pan;
}

/** Enters or exits full screen. */
export async function toggleFullscreen({ element }: StageView): Promise<void> {
  if (document.fullscreenElement) {
    await document.exitFullscreen();
  } else {
    await element.value?.requestFullscreen();
  }
}
