import { signal, type Signal } from '@preact/signals';
import type { TimelineDocument, VisualItem } from '#core/timeline/document.ts';
import type { Layer } from '#core/timeline/scene.ts';
import type { Crop } from './geometry/crop.ts';
import type { Place, Point } from './geometry/place.ts';
import type { Guides } from './geometry/guides.ts';
import { frameOf, leastZoom, mostZoom, panAt, type Frame, type Zoom } from './geometry/viewport.ts';

/** An item that is seen at the playhead, and where. */
export type Seen = {
  readonly item: VisualItem;
  readonly layer: Layer;
  /** Where its picture is now. */
  readonly place: Place;
  /** When that is, from the start of the item; a keyframe that is set belongs there. */
  readonly itemSeconds: number;
  /** Whether it can be changed: neither it nor its track is locked. */
  readonly isFree: boolean;
};

type Size = { readonly width: number; readonly height: number };

/** What is done on the picture: items are put somewhere, one is cropped, or the text of one is written. */
type StageMode = { readonly type: 'arrange' } | CropMode | { readonly type: 'text'; readonly itemId: string };

/** `crop` is by the edges as they are seen; `one` is the item as it was before. */
export type CropMode = { readonly type: 'crop'; readonly one: Seen; readonly crop: Crop };

/** How the canvas lies on the stage, and what is seen over it. Lengths are CSS pixels. */
export type StageView = {
  readonly zoom: Signal<Zoom>;
  /** From the middle of the stage. */
  readonly pan: Signal<Point>;
  /** Of the stage; 0 before it is there. */
  readonly room: Signal<Size>;
  readonly hasSafeAreas: Signal<boolean>;
  readonly mode: Signal<StageMode>;
  /** While a gesture lasts: the lines that it was drawn to, and what it says. */
  readonly lines: Signal<Guides | null>;
  readonly readout: Signal<string | null>;
  /** The element that fills the screen, and that takes keys. */
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
  element: signal(null),
});

/** Where a canvas lies on the stage now. */
export const frameIn = ({ room, zoom, pan }: StageView, canvas: TimelineDocument): Frame =>
  frameOf(room.value, canvas, zoom.value, pan.value);

/** Zooms to so many CSS pixels for one of the canvas, about a point of the stage, or about its middle. */
export function zoomTo(view: StageView, canvas: TimelineDocument, scale: number, at?: Point): void {
  const room = view.room.value;
  const about = at ?? { x: room.width / 2, y: room.height / 2 };
  const own = Math.min(mostZoom, Math.max(leastZoom, scale));
  const pan = panAt(room, canvas, frameIn(view, canvas), own, about);
  view.zoom.value = own;
  view.pan.value = pan;
}

/** Fills the screen with the stage, or ends that. */
export async function toggleFullscreen({ element }: StageView): Promise<void> {
  if (document.fullscreenElement) {
    await document.exitFullscreen();
  } else {
    await element.value?.requestFullscreen();
  }
}
