import { newItem, type ItemOf, type TimelineDocument } from '#core/timeline/document.ts';
import type { Edit } from '#core/timeline/edit.ts';
import { uniqueId } from '#core/timeline/unique-id.ts';
import { findRoom } from '../materials/place.ts';

/** The edits that make the sound of a video an item of its own, on a track of sound with room; the video is muted. */
export function detachSound(document: TimelineDocument, video: ItemOf<'video'>): { edits: Edit[]; itemId: string } {
  const { startSeconds, durationSeconds } = video;
  const { trackId, added } = findRoom(document, 'sound', { startSeconds, durationSeconds });
  const itemId = uniqueId('sound');
  const {
    assetId,
    audioTrack,
    sourceStartSeconds,
    sourceDurationSeconds,
    speed,
    volume,
    keepsPitch,
    fadeInSeconds,
    fadeOutSeconds,
  } = video;
  const item = newItem.parse({
    id: itemId,
    type: 'sound',
    name: video.name,
    startSeconds,
    durationSeconds,
    assetId,
    ...(audioTrack !== undefined && { audioTrack }),
    sourceStartSeconds,
    sourceDurationSeconds,
    speed,
    volume,
    keepsPitch,
    fadeInSeconds,
    fadeOutSeconds,
    // It cannot duck under the track that it comes to lie on.
    ...(video.ducksUnder !== undefined && video.ducksUnder !== trackId && { ducksUnder: video.ducksUnder }),
  });
  const edits: Edit[] = [
    ...added,
    { type: 'add-item', trackId, item },
    { type: 'set', itemId: video.id, properties: { isMuted: true } },
  ];
  return { edits, itemId };
}
