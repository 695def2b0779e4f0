import { newItem, type ItemOf, type TimelineDocument } from '#core/timeline/document.ts';
import type { Edit } from '#core/timeline/edit.ts';
import { uniqueId } from '#core/timeline/unique-id.ts';
import { findRoom } from '../materials/place.ts';

/** Returns the edits that move the audio of a video into its own item, on an audio track with space, and mute the video. */
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
    // The item cannot duck under its own track.
    ...(video.ducksUnder !== undefined && video.ducksUnder !== trackId && { ducksUnder: video.ducksUnder }),
  });
  const edits: Edit[] = [
    ...added,
    { type: 'add-item', trackId, item, copiedFrom: video.id },
    { type: 'set', itemId: video.id, properties: { isMuted: true } },
  ];
  return { edits, itemId };
}
