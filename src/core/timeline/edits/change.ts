import { Failure } from '#core/lib/failure.ts';
import type { Fault } from '../check.ts';
import type { Item, TimelineDocument, Track } from '../document.ts';
import { isBefore, isSameTime, snapToFrame, tidyTime, toFrames } from '../frames.ts';
import { changeAnimated } from '../properties.ts';
import { getEnd } from '../schedule.ts';

/** Building blocks of edits. Documents, tracks and items are immutable: functions return new ones that share unchanged parts. */

/** Creates the VALIDATION_FAILED error of an invalid edit, for a field of the edit. */
export const refusal = (path: string, message: string): Failure => getRefusal([{ path, message }]);

/** Creates the error of an edit that is invalid for several reasons. */
export function getRefusal(faults: readonly Fault[]): Failure {
  const more = faults.length > 1 ? ` (and ${faults.length - 1} more, see details)` : '';
  return new Failure('VALIDATION_FAILED', {
    message: `${faults[0]?.path}: ${faults[0]?.message}${more}`,
    details: faults,
  });
}

export type Found = { readonly track: Track; readonly item: Item };

/** Returns an item that may be changed. Throws VALIDATION_FAILED at `path` if it is not found, or if it or its track is locked. */
export function requireItem(document: TimelineDocument, itemId: string, path = 'itemId'): Found {
  const found = findItem(document, itemId, path);
  requireUnlocked(found, path);
  return found;
}

/** Returns an item, locked or not. Throws VALIDATION_FAILED at `path` if it is not found. */
export function findItem({ tracks }: TimelineDocument, itemId: string, path = 'itemId'): Found {
  for (const track of tracks) {
    const item = track.items.find(({ id }) => id === itemId);
    if (item) {
      return { track, item };
    }
  }
  throw refusal(path, `no item of the canvas has the id "${itemId}"`);
}

/** Throws VALIDATION_FAILED at `path` if the item or its track is locked. */
export function requireUnlocked({ track, item }: Found, path: string): void {
  requireOpenTrack(track, path);
  if (item.isLocked) {
    throw refusal(path, `the item "${item.id}" is locked; set its isLocked to false first`);
  }
}

/** Returns a track that may be changed. Throws VALIDATION_FAILED at `path` if it is not found or locked. */
export function requireTrack(document: TimelineDocument, trackId: string, path = 'trackId'): Track {
  const track = findTrack(document, trackId, path);
  requireOpenTrack(track, path);
  return track;
}

/** Returns a track, locked or not. Throws VALIDATION_FAILED at `path` if it is not found. */
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

/** Applies `change` to each track; tracks that it returns unchanged are shared. */
export const changeTracks = (document: TimelineDocument, change: (track: Track) => Track): TimelineDocument => ({
  ...document,
  tracks: document.tracks.map(change),
});

/** Replaces one item by the items that `change` returns. */
export const changeItem = (
  document: TimelineDocument,
  { track, item }: Found,
  change: (item: Item) => readonly Item[],
): TimelineDocument =>
  changeTracks(document, (one) =>
    one === track ? { ...one, items: one.items.flatMap((other) => (other === item ? change(other) : [other])) } : one,
  );

/** Inserts an item before the first one of the track that starts later. */
export const insertItem = (document: TimelineDocument, trackId: string, item: Item): TimelineDocument =>
  changeTracks(document, (track) => {
    const later = track.items.findIndex(({ startSeconds }) => startSeconds > item.startSeconds);
    const index = later === -1 ? track.items.length : later;
    return track.id === trackId ? { ...track, items: track.items.toSpliced(index, 0, item) } : track;
  });

/** Moves items in time. Throws VALIDATION_FAILED at `itemId` for a locked item. */
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

/** Snaps the edges of an item to frames of the canvas, at least one frame apart. */
export function snapItem<T extends Item>(item: T, frameRate: number): T {
  const start = toFrames(item.startSeconds, frameRate);
  const end = Math.max(start + 1, toFrames(getEnd(item), frameRate));
  return { ...withDuration(item, (end - start) / frameRate), startSeconds: start / frameRate };
}

/** Moves an item, with its content and duration, to another start. Throws VALIDATION_FAILED before the start of the canvas. */
export function startAt<T extends Item>(item: T, seconds: number, frameRate: number): T {
  if (isBefore(seconds, 0, frameRate)) {
    throw refusal('itemId', `"${item.id}" would start before the canvas`);
  }
  return { ...item, startSeconds: Math.max(0, tidyTime(seconds, frameRate)) };
}

/** Sets the end of an item, at a time that is on a frame. Throws VALIDATION_FAILED at `atSeconds` if the item would be empty. */
export const endAt = (item: Item, atSeconds: number, frameRate: number): Item =>
  lasting(item, atSeconds - item.startSeconds, frameRate);

/**
 * Sets the start of an item; its content stays where it is on the canvas. Throws VALIDATION_FAILED at `atSeconds` if the item
 * would be empty, or if the source has no content there.
 */
export const beginAt = (item: Item, atSeconds: number, frameRate: number): Item =>
  startAt(withoutBefore(item, atSeconds, frameRate), atSeconds, frameRate);

/** Trims an item as `beginAt` does, but keeps its start: the content moves by the difference. */
export const withoutBefore = (item: Item, atSeconds: number, frameRate: number): Item =>
  lasting(shiftContent(item, atSeconds - item.startSeconds, frameRate), getEnd(item) - atSeconds, frameRate);

function lasting(item: Item, seconds: number, frameRate: number): Item {
  if (seconds <= 0 || isSameTime(seconds, 0, frameRate)) {
    throw refusal('atSeconds', `"${item.id}" would be empty; remove it instead`);
  }
  return withDuration(item, tidyTime(seconds, frameRate));
}

/** Sets the duration of an item, and shortens its transition to that. */
export function withDuration<T extends Item>(item: T, durationSeconds: number): T {
  if (item.type === 'sound' || !item.transition || item.transition.durationSeconds <= durationSeconds) {
    return { ...item, durationSeconds };
  }
  return { ...item, durationSeconds, transition: { ...item.transition, durationSeconds } };
}

/** Moves the start of an item by `seconds` within its content: source, keyframes and messages. */
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
  // The speed gives the source duration of a canvas frame.
  if (sourceStartSeconds < 0 && !isSameTime(sourceStartSeconds / moved.speed, 0, frameRate)) {
    const earliest = item.startSeconds + seconds - sourceStartSeconds / moved.speed;
    throw refusal('atSeconds', `the source of "${item.id}" starts at ${Number(earliest.toFixed(3))} s of the canvas`);
  }
  return { ...moved, sourceStartSeconds: Math.max(0, sourceStartSeconds) };
}

/** Snaps a time of an edit to the canvas's frames. */
export const snapped = (seconds: number, { frameRate }: TimelineDocument): number => snapToFrame(seconds, frameRate);
