import type { TimelineDocument, Track, VisualItem } from '#core/timeline/document.ts';
import { shiftContent } from '#core/timeline/edits/change.ts';
import { getEnd, isVisual } from '#core/timeline/schedule.ts';

/** A frame that the stage shows instead of the one at the playhead. */
export type Look = {
  readonly document: TimelineDocument;
  /** The time of the frame in `document`. */
  readonly seconds: number;
};

/** The time by which an item without a file extends at both ends, in seconds. */
const spareSeconds = 3600;

/**
 * Returns a function that looks at a frame of an item, by a time of the canvas at which its content would be if it were not
 * trimmed. The document stays the same for all times, so that a step of a gesture only seeks. The item has all of its file, and
 * neither fades nor a transition, which would hide its first and last frame. Images and videos above it are hidden.
 */
export function createTrimLook(
  document: TimelineDocument,
  itemId: string,
  getAssetDuration: (assetId: string) => number | undefined,
): (atSeconds: number) => Look {
  const index = document.tracks.findIndex(({ items }) => items.some(({ id }) => id === itemId));
  const track = document.tracks[index];
  const item = track?.items.find(({ id }) => id === itemId);
  if (!track || !item || !isVisual(item)) {
    return (seconds) => ({ document, seconds });
  }
  const { whole, laterSeconds } = withAllContent(item, document.frameRate, getAssetDuration);
  const tracks = document.tracks.flatMap((one, at): Track[] => {
    const isCovering = at > index && one.items.some(({ type }) => type === 'video' || type === 'picture');
    const shown = at === index || isCovering ? { ...one, isHidden: true } : one;
    return at === index ? [shown, { ...track, id: `${track.id} look`, items: [whole], isHidden: false }] : [shown];
  });
  const looked = { ...document, tracks };
  return (atSeconds) => ({ document: looked, seconds: atSeconds + laterSeconds });
}

/** Extends an item to all of its file. An item that would start before the canvas is moved later, by `laterSeconds`. */
function withAllContent(
  item: VisualItem,
  frameRate: number,
  getAssetDuration: (assetId: string) => number | undefined,
): { readonly whole: VisualItem; readonly laterSeconds: number } {
  const [start, end] = getContentSpan(item, getAssetDuration);
  const laterSeconds = Math.max(0, -start);
  const shifted = shiftContent(item, start - item.startSeconds, frameRate);
  const changed = {
    id: `${item.id} look`,
    startSeconds: start + laterSeconds,
    durationSeconds: end - start,
    fadeInSeconds: 0,
    fadeOutSeconds: 0,
    isHidden: false,
  };
  if (shifted.type === 'text') {
    const { transition: _, entrance: __, exit: ___, ...text } = shifted;
    return { whole: { ...text, ...changed }, laterSeconds };
  }
  const { transition: _, ...rest } = isVisual(shifted) ? shifted : item;
  return { whole: { ...rest, ...changed }, laterSeconds };
}

/** Returns the start and the end on the canvas of all content of an item, in seconds. */
function getContentSpan(
  item: VisualItem,
  getAssetDuration: (assetId: string) => number | undefined,
): readonly [number, number] {
  if (item.type !== 'video') {
    return [item.startSeconds - spareSeconds, getEnd(item) + spareSeconds];
  }
  const start = item.startSeconds - item.sourceStartSeconds / item.speed;
  const length = getAssetDuration(item.assetId);
  return [
    start,
    length === undefined ? getEnd(item) + spareSeconds : Math.max(getEnd(item), start + length / item.speed),
  ];
}
