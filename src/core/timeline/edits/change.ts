import { Failure } from '../../failure.ts';
import type { Fault } from '../check.ts';
import type { Item, TimelineDocument, Track } from '../document.ts';
import { isBefore, isSameTime, snapToFrame, tidyTime, toFrames } from '../frames.ts';
import { changeAnimated } from '../properties.ts';
import { endOf } from '../schedule.ts';

/** What edits are made of. Documents, tracks and items are never changed: each function gives new ones that share the rest. */

/** An edit that cannot be done: VALIDATION_FAILED, at a field of the edit. */
export const refusal = (path: string, message: string): Failure => refusalOf([{ path, message }]);

/** An edit that cannot be done for several reasons. */
export function refusalOf(faults: readonly Fault[]): Failure {
  const more = faults.length > 1 ? ` (and ${faults.length - 1} more, see details)` : '';
  return new Failure('VALIDATION_FAILED', {
    message: `${faults[0]?.path}: ${faults[0]?.message}${more}`,
    details: faults,
  });
}

export type Found = { readonly track: Track; readonly item: Item };

/** An item that may be changed. Throws VALIDATION_FAILED at `path` when there is none, or it or its track is locked. */
export function requireItem(document: TimelineDocument, itemId: string, path = 'itemId'): Found {
  const found = findItem(document, itemId, path);
  requireUnlocked(found, path);
  return found;
}

/** An item, locked or not. Throws VALIDATION_FAILED at `path` when there is none. */
export function findItem({ tracks }: TimelineDocument, itemId: string, path = 'itemId'): Found {
  for (const track of tracks) {
    const item = track.items.find(({ id }) => id === itemId);
    if (item) {
      return { track, item };
    }
  }
  throw refusal(path, `no item of the canvas has the id "${itemId}"`);
}

/** Throws VALIDATION_FAILED at `path` when the item or its track is locked. */
export function requireUnlocked({ track, item }: Found, path: string): void {
  requireOpenTrack(track, path);
  if (item.isLocked) {
    throw refusal(path, `the item "${item.id}" is locked; set its isLocked to false first`);
  }
}

/** A track that may be changed. Throws VALIDATION_FAILED at `path` when there is none, or it is locked. */
export function requireTrack(document: TimelineDocument, trackId: string, path = 'trackId'): Track {
  const track = findTrack(document, trackId, path);
  requireOpenTrack(track, path);
  return track;
}

/** A track, locked or not. Throws VALIDATION_FAILED at `path` when there is none. */
export function findTrack({ tracks }: TimelineDocument, trackId: string, path = 'trackId'): Track {
  const track = tracks.find(({ id }) => id === trackId);
  if (!track) {
    throw refusal(path, `no track of the canvas has the id "${trackId}"`);
  }
  return track;
}

function requireOpenTrack({ id, isLocked }: Track, path: string): void {
  if (isLocked) {
    throw refusal(path, `the track "${id}" is locked; set its isLocked to false first`);
  }
}

/** The document with what `change` makes of each track; tracks that it gives back are shared. */
export const changeTracks = (document: TimelineDocument, change: (track: Track) => Track): TimelineDocument => ({
  ...document,
  tracks: document.tracks.map(change),
});

/** The document with what `change` makes of one item: others, or none, in its place. */
export const changeItem = (
  document: TimelineDocument,
  { track, item }: Found,
  change: (item: Item) => readonly Item[],
): TimelineDocument =>
  changeTracks(document, (one) =>
    one === track ? { ...one, items: one.items.flatMap((other) => (other === item ? change(other) : [other])) } : one,
  );

/** The document with an item more, before the first of the track that begins later. */
export const insertItem = (document: TimelineDocument, trackId: string, item: Item): TimelineDocument =>
  changeTracks(document, (track) => {
    const later = track.items.findIndex(({ startSeconds }) => startSeconds > item.startSeconds);
    const index = later === -1 ? track.items.length : later;
    return track.id === trackId ? { ...track, items: track.items.toSpliced(index, 0, item) } : track;
  });

/** The document with items moved in time. Throws VALIDATION_FAILED at `itemId` for one that is locked. */
export const moveItemsBy = (document: TimelineDocument, ids: ReadonlySet<string>, seconds: number): TimelineDocument =>
  changeTracks(document, (track) =>
    track.items.some((item) => ids.has(item.id))
      ? {
          ...track,
          items: track.items.map((item) => {
            if (!ids.has(item.id)) {
              return item;
            }
            requireUnlocked({ track, item }, 'itemId');
            return startAt(item, item.startSeconds + seconds, document.frameRate);
          }),
        }
      : track,
  );

/** An item whose edges lie on frames of the canvas, at least one frame apart. */
export function snapItem<T extends Item>(item: T, frameRate: number): T {
  const start = toFrames(item.startSeconds, frameRate);
  const end = Math.max(start + 1, toFrames(endOf(item), frameRate));
  return { ...withDuration(item, (end - start) / frameRate), startSeconds: start / frameRate };
}

/** An item with another start, its content and length as they were. Throws VALIDATION_FAILED before the start of the canvas. */
export function startAt<T extends Item>(item: T, seconds: number, frameRate: number): T {
  if (isBefore(seconds, 0, frameRate)) {
    throw refusal('itemId', `"${item.id}" would begin before the canvas`);
  }
  return { ...item, startSeconds: Math.max(0, tidyTime(seconds, frameRate)) };
}

/** An item with another end, at a time that lies on a frame. Throws VALIDATION_FAILED at `atSeconds` when nothing would stay. */
export const endAt = (item: Item, atSeconds: number, frameRate: number): Item =>
  lasting(item, atSeconds - item.startSeconds, frameRate);

/**
 * An item with another start whose content stays where it is on the canvas. Throws VALIDATION_FAILED at `atSeconds` when nothing
 * would stay, or its source has nothing there.
 */
export const beginAt = (item: Item, atSeconds: number, frameRate: number): Item =>
  startAt(withoutBefore(item, atSeconds, frameRate), atSeconds, frameRate);

/** As `beginAt`, with the start where it was: what the item shows from there on is earlier or later by as much. */
export const withoutBefore = (item: Item, atSeconds: number, frameRate: number): Item =>
  lasting(shiftContent(item, atSeconds - item.startSeconds, frameRate), endOf(item) - atSeconds, frameRate);

function lasting(item: Item, seconds: number, frameRate: number): Item {
  if (seconds <= 0 || isSameTime(seconds, 0, frameRate)) {
    throw refusal('atSeconds', `nothing would stay of "${item.id}"; remove it instead`);
  }
  return withDuration(item, tidyTime(seconds, frameRate));
}

/** An item with another length, and its transition no longer than that. */
export function withDuration<T extends Item>(item: T, durationSeconds: number): T {
  if (item.type === 'sound' || !item.transition || item.transition.durationSeconds <= durationSeconds) {
    return { ...item, durationSeconds };
  }
  return { ...item, durationSeconds, transition: { ...item.transition, durationSeconds } };
}

/** An item that begins `seconds` later in its own content: source, keyframes and messages. */
export function shiftContent(item: Item, seconds: number, frameRate: number): Item {
  if (seconds === 0) {
    return item;
  }
  const moved = changeAnimated(item, (value) =>
    typeof value === 'number'
      ? value
      : { keyframes: value.keyframes.map((frame) => ({ ...frame, atSeconds: frame.atSeconds - seconds })) },
  );
  if (moved.type === 'bubbles') {
    return { ...moved, messages: moved.messages.map((one) => ({ ...one, atSeconds: one.atSeconds - seconds })) };
  }
  if (moved.type !== 'video' && moved.type !== 'sound') {
    return moved;
  }
  const sourceStartSeconds = moved.sourceStartSeconds + seconds * moved.speed;
  // A frame of the canvas is as much of the source as the speed says.
  if (sourceStartSeconds < 0 && !isSameTime(sourceStartSeconds / moved.speed, 0, frameRate)) {
    const earliest = item.startSeconds + seconds - sourceStartSeconds / moved.speed;
    throw refusal('atSeconds', `the source of "${item.id}" begins at ${Number(earliest.toFixed(3))} s of the canvas`);
  }
  return { ...moved, sourceStartSeconds: Math.max(0, sourceStartSeconds) };
}

/** A time of an edit, on the canvas's frames. */
export const snapped = (seconds: number, { frameRate }: TimelineDocument): number => snapToFrame(seconds, frameRate);
