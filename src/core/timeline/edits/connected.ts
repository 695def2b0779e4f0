import type { Item, TimelineDocument, Track } from '../document.ts';
import { isBefore, tidyTime } from '../frames.ts';
import { getEnd, inOrder } from '../schedule.ts';
import { changeTracks } from './change.ts';

/**
 * Connected items: an item is connected to the item of another track that covers at least half of it. A title over a clip is
 * connected to the clip, music below many clips to none of them.
 */

/** Returns the one of these items, which are in order, to which another item is connected; undefined if there is none. */
function findCarrier(ordered: readonly Item[], item: Item, frameRate: number): Item | undefined {
  const middle = item.startSeconds + item.durationSeconds / 2;
  let [low, high] = [0, ordered.length];
  while (low < high) {
    const at = Math.floor((low + high) / 2);
    const isLater = isBefore(middle, ordered[at]?.startSeconds ?? Infinity, frameRate);
    [low, high] = isLater ? [low, at] : [at + 1, high];
  }
  const carrier = ordered[low - 1];
  const coveredSeconds = carrier
    ? Math.min(getEnd(item), getEnd(carrier)) - Math.max(item.startSeconds, carrier.startSeconds)
    : 0;
  return carrier && !isBefore(coveredSeconds * 2, item.durationSeconds, frameRate) ? carrier : undefined;
}

/** Returns the unlocked items of other unlocked tracks that are connected to an item, each with that item. */
export function listConnected(
  { tracks, frameRate }: TimelineDocument,
  trackId: string,
): { readonly track: Track; readonly item: Item; readonly carrier: Item }[] {
  const ordered = inOrder(tracks.find(({ id }) => id === trackId)?.items ?? []);
  return tracks.flatMap((track) =>
    track.id === trackId || track.isLocked
      ? []
      : track.items.flatMap((item) => {
          const carrier = item.isLocked ? undefined : findCarrier(ordered, item, frameRate);
          return carrier ? [{ track, item, carrier }] : [];
        }),
  );
}

/**
 * Moves items that are connected to moved items of a track along with those. `before` is the document before the move, `shifts` has
 * the distances of the moved items by their ids, in seconds.
 */
export function moveConnected(
  document: TimelineDocument,
  before: TimelineDocument,
  trackId: string,
  shifts: ReadonlyMap<string, number>,
): TimelineDocument {
  const starts = new Map(
    listConnected(before, trackId).flatMap(({ item, carrier }): [string, number][] => {
      const shift = shifts.get(carrier.id) ?? 0;
      return shift === 0 ? [] : [[item.id, Math.max(0, item.startSeconds + shift)]];
    }),
  );
  return changeTracks(document, (track) =>
    track.id !== trackId && track.items.some(({ id }) => starts.has(id))
      ? { ...track, items: [...placeInTurn(track.items, starts, document.frameRate)] }
      : track,
  );
}

/**
 * Returns the items of a track at these starts. Items that would overlap an earlier one start at its end. If a locked item would
 * have to move for that, only those of `inserted` move. They are placed before another item if they start before its middle.
 */
export function placeInTurn(
  items: readonly Item[],
  starts: ReadonlyMap<string, number>,
  frameRate: number,
  inserted: ReadonlySet<string> = new Set(),
): readonly Item[] {
  const placed = items
    .map((item) => ({ ...item, startSeconds: tidyTime(starts.get(item.id) ?? item.startSeconds, frameRate) }))
    .map((item) => ({ item, key: item.startSeconds + (inserted.has(item.id) ? 0 : item.durationSeconds / 2) }))
    .toSorted((one, other) => one.key - other.key);
  const locked = new Set(items.flatMap(({ id, isLocked }) => (isLocked ? [id] : [])));
  const originals = new Map(items.map((item) => [item.id, item]));
  let end = 0;
  let isPossible = true;
  const result = placed.map(({ item }) => {
    const startSeconds = isBefore(item.startSeconds, end, frameRate) ? tidyTime(end, frameRate) : item.startSeconds;
    const original = originals.get(item.id);
    end = startSeconds + item.durationSeconds;
    isPossible &&= startSeconds === original?.startSeconds || !locked.has(item.id);
    return original?.startSeconds === startSeconds ? original : { ...item, startSeconds };
  });
  return isPossible
    ? result
    : items.map((item) => ({
        ...item,
        startSeconds: inserted.has(item.id) ? (starts.get(item.id) ?? item.startSeconds) : item.startSeconds,
      }));
}
