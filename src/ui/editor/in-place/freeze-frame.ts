import { shorten } from '#core/lib/shorten.ts';
import { newItem, type ItemOf, type TimelineDocument } from '#core/timeline/document.ts';
import type { Edit } from '#core/timeline/edit.ts';
import { shiftContent } from '#core/timeline/edits/change.ts';
import { isBefore, snapToFrame } from '#core/timeline/frames.ts';
import { documentLimits } from '#core/timeline/limits.ts';
import { getEnd } from '#core/timeline/schedule.ts';
import { uniqueId } from '#core/timeline/unique-id.ts';

/** The duration of a freeze frame, in seconds. */
export const freezeSeconds = 2;

/** Returns whether a time of the canvas is within a clip, so that there is a frame to freeze and a position to split. */
export const canFreeze = ({ frameRate }: TimelineDocument, video: ItemOf<'video'>, atSeconds: number): boolean =>
  isBefore(video.startSeconds, atSeconds, frameRate) && isBefore(atSeconds, getEnd(video), frameRate);

/** Returns the time of the clip's file that is shown at a time of the canvas: the middle of the frame. */
export function sourceTimeAt(
  { frameRate }: TimelineDocument,
  { startSeconds, sourceStartSeconds, speed }: ItemOf<'video'>,
  atSeconds: number,
): number {
  const middle = snapToFrame(atSeconds, frameRate) + 0.5 / frameRate;
  return sourceStartSeconds + (middle - startSeconds) * speed;
}

/**
 * Returns the edits that split a clip at a time and insert an image of its frame there. Later items of the track, or of all
 * tracks, move back. Trimming the first part longer and then shorter again creates the gap.
 */
export function freezeFrame(
  document: TimelineDocument,
  video: ItemOf<'video'>,
  { atSeconds, assetId, ripple }: { atSeconds: number; assetId: string; ripple: 'this' | 'connected' | 'all' },
): { edits: Edit[]; itemId: string } {
  const at = snapToFrame(atSeconds, document.frameRate);
  const track = document.tracks.find(({ items }) => items.some(({ id }) => id === video.id));
  const itemId = uniqueId('picture');
  // Animated properties continue from their values at the split.
  const later = shiftContent(video, at - video.startSeconds, document.frameRate);
  const { id, name, x, y, width, height, rotation, opacity, crop, blend, blurPx, flip, role } =
    later.type === 'video' ? later : video;
  const shown = { x, y, width, height, rotation, opacity, blend, blurPx, flip, ...(crop && { crop }) };
  const item = newItem.parse({
    id: itemId,
    type: 'picture',
    name: shorten(`${name}, frozen`, documentLimits.nameLength),
    startSeconds: at,
    durationSeconds: freezeSeconds,
    assetId,
    ...shown,
    ...(role !== undefined && { role }),
  });
  const edits: Edit[] = [
    { type: 'split', itemId: id, atSeconds: at, newId: uniqueId('video') },
    { type: 'ripple-trim', itemId: id, edge: 'end', atSeconds: at + freezeSeconds, tracks: ripple },
    { type: 'trim', itemId: id, edge: 'end', atSeconds: at },
    { type: 'add-item', trackId: track?.id ?? '', item },
  ];
  return { edits, itemId };
}
