import type { Item, TimelineDocument, Track } from '#core/timeline/document.ts';
import { isBefore } from '#core/timeline/frames.ts';
import { getEnd, inOrder } from '#core/timeline/schedule.ts';
import type { TimeRange } from './geometry.ts';

const ordered = new WeakMap<readonly Item[], readonly Item[]>();

/** Returns the items of a track in order of time; computed once for each state of the track. */
export function getClips({ items }: Pick<Track, 'items'>): readonly Item[] {
  const known = ordered.get(items);
  const found = known ?? inOrder(items);
  if (!known) {
    ordered.set(items, found);
  }
  return found;
}

/** An item with its track. */
export type Placed = { readonly track: Track; readonly item: Item };

/** Returns the items with these ids, in the order of the document. */
export function findPlaced({ tracks }: TimelineDocument, ids: readonly string[]): Placed[] {
  const wanted = new Set(ids);
  return tracks.flatMap((track) => track.items.flatMap((item) => (wanted.has(item.id) ? [{ track, item }] : [])));
}

/** Returns the ids with those of all items of the same groups. */
export function withGroups(document: TimelineDocument, ids: readonly string[]): string[] {
  const groups = new Set(findPlaced(document, ids).flatMap(({ item }) => item.groupId ?? []));
  const others = document.tracks.flatMap(({ items }) =>
    items.flatMap(({ id, groupId }) => (groupId !== undefined && groups.has(groupId) ? [id] : [])),
  );
  return [...new Set([...ids, ...others])];
}

/** Returns the unlocked items at a time, except items that start there, which cannot be split there. */
export const openAt = (document: TimelineDocument, seconds: number): Placed[] =>
  openFrom(document, seconds).filter(({ item }) => item.startSeconds < seconds);

/** Returns the unlocked items that are visible or audible at a time. */
export const openFrom = (document: TimelineDocument, seconds: number): Placed[] =>
  getUnlocked(document).filter(({ item }) => item.startSeconds <= seconds && seconds < getEnd(item));

/** Returns the unlocked items that start at a time or later. */
export const openBehind = (document: TimelineDocument, seconds: number): Placed[] =>
  getUnlocked(document).filter(({ item }) => !isBefore(item.startSeconds, seconds, document.frameRate));

const getUnlocked = ({ tracks }: TimelineDocument): Placed[] =>
  tracks.flatMap((track) => track.items.flatMap((item) => (track.isLocked || item.isLocked ? [] : [{ track, item }])));

/**
 * Returns the clip to which keys move from another. It is the next one on its track, or the nearest in time on the track above
 * or below.
 */
export function clipBeside(
  rows: readonly Track[],
  itemId: string,
  direction: 'before' | 'after' | 'above' | 'below',
): Item | null {
  const row = rows.findIndex(({ items }) => items.some(({ id }) => id === itemId));
  const track = rows[row];
  const clips = track ? getClips(track) : [];
  const index = clips.findIndex(({ id }) => id === itemId);
  const clip = clips[index];
  if (!clip) {
    return null;
  }
  if (direction === 'before' || direction === 'after') {
    return clips[index + (direction === 'after' ? 1 : -1)] ?? null;
  }
  const others = direction === 'above' ? rows.slice(0, row).toReversed() : rows.slice(row + 1);
  const next = others.find(({ items }) => items.length > 0);
  return next ? nearestClip(getClips(next), clip) : null;
}

function nearestClip(clips: readonly Item[], to: Item): Item | null {
  const middle = (to.startSeconds + getEnd(to)) / 2;
  const distance = (item: Item): number => Math.max(item.startSeconds - middle, middle - getEnd(item), 0);
  return clips.reduce<Item | null>((best, item) => (best && distance(best) <= distance(item) ? best : item), null);
}

/** Returns whether a time range of a track is free, apart from the items in `but`. */
export const isFree = (
  { items }: Track,
  { fromSeconds, toSeconds }: TimeRange,
  frameRate: number,
  but: ReadonlySet<string> = new Set(),
): boolean => {
  const half = 0.5 / frameRate;
  return items.every(
    (item) => but.has(item.id) || getEnd(item) <= fromSeconds + half || item.startSeconds >= toSeconds - half,
  );
};

/** Returns the id of the clip after the last of the given ones, or before the first, on the track of the first. */
export function clipAfter(document: TimelineDocument, ids: readonly string[]): string | undefined {
  const [first] = findPlaced(document, ids);
  const clips = first ? getClips(first.track) : [];
  const last = clips.findLastIndex(({ id }) => ids.includes(id));
  const other = clips[last + 1] ?? clips.findLast(({ id }, index) => index < last && !ids.includes(id));
  return other?.id;
}
