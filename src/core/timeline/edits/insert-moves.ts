import type { Item, TimelineDocument, Track } from '../document.ts';
import { isBefore } from '../frames.ts';
import { getEnd, inOrder } from '../schedule.ts';

/** The target of a moved item; without a track it stays on its own. */
export type Move = { readonly itemId: string; readonly startSeconds: number; readonly trackId?: string | undefined };

/** A moved item with its track, its requested start and its requested track. */
export type Target = {
  readonly item: Item;
  readonly track: Track;
  readonly startSeconds: number;
  readonly toTrackId: string;
};

/**
 * Returns moves that insert items at the edit point nearest to the requested start of the first of them, if one would overlap
 * another item. Later items move back. If the items leave a gap on a track into which they are inserted, the gap closes. On
 * other tracks, except `keptTrackId`, only items that are grouped with moved ones change. Moves without overlaps stay the same.
 */
export function insertMoves(document: TimelineDocument, moves: readonly Move[], keptTrackId?: string): readonly Move[] {
  const ids = new Set(moves.map(({ itemId }) => itemId));
  const targets = listTargets(document, moves);
  const held = targets.find(({ item }) => item.id === moves[0]?.itemId);
  if (!held || hasRoom(document, targets, ids)) {
    return moves;
  }
  const block = { from: Math.min(...targets.map(getStart)), to: Math.max(...targets.map(({ item }) => getEnd(item))) };
  const lengthSeconds = block.to - block.from;
  const opened = new Set(targets.map(({ toTrackId }) => toTrackId));
  const left = new Set(targets.map(({ track }) => track.id));
  const closed = new Set([...left].filter((trackId) => opened.has(trackId) && isAlone(document, trackId, ids, block)));
  /** Returns a time of a track after the gap is closed. */
  const closing = (trackId: string, seconds: number): number =>
    closed.has(trackId) && !isBefore(seconds, block.to, document.frameRate) ? seconds - lengthSeconds : seconds;
  const cuts = listOthers(document, held.toTrackId, ids).flatMap((item) => {
    const start = closing(held.toTrackId, item.startSeconds);
    return [start, start + item.durationSeconds];
  });
  const at = findNearest(cuts, held.startSeconds - (held.item.startSeconds - block.from));
  if (at === null) {
    return moves;
  }
  const others = document.tracks.flatMap((track) =>
    track.items.flatMap((item): Move[] => {
      if (ids.has(item.id) || !opened.has(track.id)) {
        return [];
      }
      const start = closing(track.id, item.startSeconds);
      const startSeconds = isBefore(start, at, document.frameRate) ? start : start + lengthSeconds;
      return startSeconds === item.startSeconds ? [] : [{ itemId: item.id, startSeconds }];
    }),
  );
  const rest = document.tracks.filter(({ id }) => !opened.has(id) && id !== keptTrackId);
  const shifts = getShifts(document, others);
  const followers = rest.flatMap((track) => listFollowers(track, shifts, ids, document.frameRate));
  const own = targets.map(({ item, track, toTrackId }): Move => {
    const startSeconds = at + item.startSeconds - block.from;
    return { itemId: item.id, startSeconds, ...(toTrackId !== track.id && { trackId: toTrackId }) };
  });
  return [...own, ...others, ...followers];
}

const getStart = ({ item }: Target): number => item.startSeconds;

/** Returns the moved items in the order of the document; unknown ids are left out. */
export function listTargets({ tracks }: TimelineDocument, moves: readonly Move[]): Target[] {
  const getMove = new Map(moves.map((move) => [move.itemId, move]));
  return tracks.flatMap((track) =>
    track.items.flatMap((item): Target[] => {
      const move = getMove.get(item.id);
      return move ? [{ item, track, startSeconds: move.startSeconds, toTrackId: move.trackId ?? track.id }] : [];
    }),
  );
}

/** Returns whether all items fit at their targets. */
function hasRoom(document: TimelineDocument, targets: readonly Target[], ids: ReadonlySet<string>): boolean {
  // Thousands of items may be moved at once, and do not overlap each other.
  const rests = new Map(document.tracks.map(({ id }) => [id, listOthers(document, id, ids)]));
  return targets.every(({ item, startSeconds, toTrackId }) =>
    isFree(rests.get(toTrackId) ?? [], { startSeconds, durationSeconds: item.durationSeconds }, document.frameRate),
  );
}

/** Returns whether no item overlaps a span. */
export const isFree = (
  items: readonly Item[],
  { startSeconds, durationSeconds }: { readonly startSeconds: number; readonly durationSeconds: number },
  frameRate: number,
): boolean =>
  items.every(
    (item) =>
      !isBefore(item.startSeconds, startSeconds + durationSeconds, frameRate) ||
      !isBefore(startSeconds, getEnd(item), frameRate),
  );

const listOthers = ({ tracks }: TimelineDocument, trackId: string, ids: ReadonlySet<string>): Item[] =>
  inOrder(tracks.find(({ id }) => id === trackId)?.items ?? []).filter(({ id }) => !ids.has(id));

/** Returns the distances by which groups of moved items move. Seconds. */
function getShifts(document: TimelineDocument, moves: readonly Move[]): ReadonlyMap<string, number> {
  return new Map(
    listTargets(document, moves).flatMap(({ item: { groupId, startSeconds }, startSeconds: to }): [string, number][] =>
      groupId === undefined ? [] : [[groupId, to - startSeconds]],
    ),
  );
}

/**
 * Returns the moves of items on another track that are grouped with moved items, such as the audio of a video. Returns an empty
 * list if the track is locked or has no space.
 */
function listFollowers(
  { items, isLocked }: Track,
  shifts: ReadonlyMap<string, number>,
  but: ReadonlySet<string>,
  frameRate: number,
): Move[] {
  const getShift = ({ id, groupId }: Item): number =>
    groupId === undefined || but.has(id) ? 0 : (shifts.get(groupId) ?? 0);
  const moved = items.filter((item) => getShift(item) !== 0);
  // In their current order: no item moves past one that stays.
  const after = inOrder(items).map((item) => ({ ...item, startSeconds: item.startSeconds + getShift(item) }));
  const isPossible =
    !isLocked &&
    moved.every((item) => !item.isLocked && item.startSeconds + getShift(item) >= 0) &&
    after.every((item, index) => {
      const before = after[index - 1];
      return !before || !isBefore(item.startSeconds, getEnd(before), frameRate);
    });
  return isPossible ? moved.map((item) => ({ itemId: item.id, startSeconds: item.startSeconds + getShift(item) })) : [];
}

/** Returns the time nearest to another one, the earlier of two; null if the list is empty. */
export const findNearest = (times: readonly number[], seconds: number): number | null =>
  times.reduce<number | null>(
    (best, time) => (best === null || Math.abs(time - seconds) < Math.abs(best - seconds) ? time : best),
    null,
  );

/** Returns whether no other item of a track overlaps the former place of the block, so that its gap can be closed. */
const isAlone = (
  document: TimelineDocument,
  trackId: string,
  ids: ReadonlySet<string>,
  { from, to }: { readonly from: number; readonly to: number },
): boolean =>
  isFree(listOthers(document, trackId, ids), { startSeconds: from, durationSeconds: to - from }, document.frameRate);
