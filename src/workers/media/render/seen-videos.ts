import type { TimelineDocument, VisualItem, ItemOf } from '#core/timeline/document.ts';
import type { Layer } from '#core/timeline/scene.ts';
import { isVisual } from '#core/timeline/schedule.ts';
import type { Wanted } from './frames/frame-pool.ts';

/** The videos of a canvas that may be seen, in order of time. */
export function listVideos({ tracks }: TimelineDocument): ItemOf<'video'>[] {
  const items: VisualItem[] = tracks
    .filter(({ isHidden }) => !isHidden)
    .flatMap((track) => track.items.filter(isVisual).filter(({ isHidden }) => !isHidden));
  return items.filter((item) => item.type === 'video').toSorted((one, other) => one.startSeconds - other.startSeconds);
}

/** What an item shows of its asset at a time of the canvas. */
export const toWanted = (
  { id: itemId, assetId, startSeconds, sourceStartSeconds, speed }: ItemOf<'video'>,
  seconds: number,
): Wanted => ({ itemId, assetId, seconds: sourceStartSeconds + (seconds - startSeconds) * speed });

/** The same of a layer, if it is a video: it may be seen after the end of its item, while another one takes its place. */
export const toWantedLayer = ({ itemId, content }: Layer): Wanted[] =>
  content.type === 'video' ? [{ itemId, assetId: content.assetId, seconds: content.sourceSeconds }] : [];
