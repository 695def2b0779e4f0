import type { TimelineDocument, VisualItem, ItemOf } from '#core/timeline/document.ts';
import type { Layer } from '#core/timeline/scene.ts';
import { isVisual } from '#core/timeline/schedule.ts';
import type { Wanted } from './frames/frame-pool.ts';

/** Lists the videos of a canvas that can be visible, in order of time. */
export function listVideos({ tracks }: TimelineDocument): ItemOf<'video'>[] {
  const items: VisualItem[] = tracks
    .filter(({ isHidden }) => !isHidden)
    .flatMap((track) => track.items.filter(isVisual).filter(({ isHidden }) => !isHidden));
  return items.filter((item) => item.type === 'video').toSorted((one, other) => one.startSeconds - other.startSeconds);
}

/** Returns the time that an item shows of its asset at a time of the canvas. */
export const toWanted = (
  { id: itemId, assetId, startSeconds, sourceStartSeconds, speed }: ItemOf<'video'>,
  seconds: number,
): Wanted => ({ itemId, assetId, seconds: sourceStartSeconds + (seconds - startSeconds) * speed });

/** Returns the same for a layer, if it is a video. It can be visible after the end of its item, while another one replaces it. */
export const toWantedLayer = ({ itemId, content }: Layer): Wanted[] =>
  content.type === 'video' ? [{ itemId, assetId: content.assetId, seconds: content.sourceSeconds }] : [];
