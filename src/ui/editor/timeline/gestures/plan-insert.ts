import type { Item, TimelineDocument, Track } from '#core/timeline/document.ts';
import { isBefore } from '#core/timeline/frames.ts';
import { getEnd, inOrder } from '#core/timeline/schedule.ts';
import { getClips, isFree, findPlaced } from '../clips.ts';
import { clipsInWords, getMoves, type Move, type Plan } from './plan.ts';

/**
 * Inserts clips that a plan moves onto others between those, at the cut nearest to the start of the dragged one. Later clips
 * move back, and the gap of the moved clips closes. On other tracks only clips that are grouped with moved clips change. A plan
 * without overlaps stays the same.
 */
export function planInsert(document: TimelineDocument, plan: Plan, heldId: string): Plan {
  const moves = getMoves(plan.edits);
  const ids = new Set(moves.map(({ itemId }) => itemId));
  const targets = getTargets(document, moves);
  const held = targets.find(({ item }) => item.id === heldId);
  if (!held || hasRoom(document, targets, ids)) {
    return plan;
  }
  const block = { from: Math.min(...targets.map(getStart)), to: Math.max(...targets.map(({ item }) => getEnd(item))) };
  const lengthSeconds = block.to - block.from;
  const left = new Set(targets.map(({ track }) => track.id));
  const closed = new Set([...left].filter((trackId) => isAlone(document, trackId, ids, block)));
  /** Returns a time of a track after the gap is closed. */
  const closing = (trackId: string, seconds: number): number =>
    closed.has(trackId) && !isBefore(seconds, block.to, document.frameRate) ? seconds - lengthSeconds : seconds;
  const cuts = findOthers(document, held.toTrackId, ids).flatMap((item) => {
    const start = closing(held.toTrackId, item.startSeconds);
    return [start, start + item.durationSeconds];
  });
  const at = nearest(cuts, held.startSeconds - (held.item.startSeconds - block.from));
  if (at === null) {
    return plan;
  }
  const opened = new Set(targets.map(({ toTrackId }) => toTrackId));
  const others = document.tracks.flatMap((track) =>
    track.items.flatMap((item): Move[] => {
      if (ids.has(item.id) || !(closed.has(track.id) || opened.has(track.id))) {
        return [];
      }
      const start = closing(track.id, item.startSeconds);
      const isPushed = opened.has(track.id) && !isBefore(start, at, document.frameRate);
      const startSeconds = isPushed ? start + lengthSeconds : start;
      return startSeconds === item.startSeconds ? [] : [{ itemId: item.id, startSeconds }];
    }),
  );
  const rest = document.tracks.filter(({ id }) => !closed.has(id) && !opened.has(id));
  const followers = rest.flatMap((track) => findFollowers(track, getShifts(document, others), ids, document.frameRate));
  const own = targets.map(({ item, track, toTrackId }): Move => {
    const startSeconds = at + item.startSeconds - block.from;
    return { itemId: item.id, startSeconds, ...(toTrackId !== track.id && { trackId: toTrackId }) };
  });
  return {
    edits: [
      ...plan.edits.filter(({ type }) => type !== 'move-items'),
      { type: 'move-items', moves: [...own, ...others, ...followers] },
    ],
    label: `Insert ${clipsInWords(own.length)}`,
    snapSeconds: at,
  };
}

type Target = ReturnType<typeof getTargets>[number];

const getStart = ({ item }: Target): number => item.startSeconds;

const getTargets = (document: TimelineDocument, moves: readonly Move[]) => {
  const getMove = new Map(moves.map((move) => [move.itemId, move]));
  return findPlaced(document, [...getMove.keys()]).map(({ item, track }) => {
    const { startSeconds = item.startSeconds, trackId = track.id } = getMove.get(item.id) ?? {};
    return { item, track, startSeconds, toTrackId: trackId };
  });
};

/** Returns whether all clips fit at their targets. */
function hasRoom(document: TimelineDocument, targets: readonly Target[], ids: ReadonlySet<string>): boolean {
  // Thousands of clips may be dragged at once, and do not overlap each other.
  const rests = new Map(
    document.tracks.map((track) => [track.id, { ...track, items: findOthers(document, track.id, ids) }]),
  );
  return targets.every(({ item, startSeconds, toTrackId }) => {
    const rest = rests.get(toTrackId);
    const range = { fromSeconds: startSeconds, toSeconds: startSeconds + item.durationSeconds };
    return !rest || isFree(rest, range, document.frameRate);
  });
}

const findOthers = (document: TimelineDocument, trackId: string, ids: ReadonlySet<string>): Item[] => {
  const track = document.tracks.find(({ id }) => id === trackId);
  return track ? getClips(track).filter(({ id }) => !ids.has(id)) : [];
};

/** Returns the distances by which groups of moved clips move. Seconds. */
function getShifts(document: TimelineDocument, moves: readonly Move[]): ReadonlyMap<string, number> {
  const starts = new Map(moves.map(({ itemId, startSeconds }) => [itemId, startSeconds]));
  const placed = findPlaced(document, [...starts.keys()]);
  return new Map(
    placed.flatMap(({ item: { id, groupId, startSeconds } }): [string, number][] =>
      groupId === undefined ? [] : [[groupId, (starts.get(id) ?? startSeconds) - startSeconds]],
    ),
  );
}

/**
 * Returns the moves of clips on another track that are grouped with moved clips, such as the audio of a video. Returns an empty
 * list if the track is locked or has no space.
 */
function findFollowers(
  { items, isLocked }: Track,
  shifts: ReadonlyMap<string, number>,
  but: ReadonlySet<string>,
  frameRate: number,
): Move[] {
  const getShift = ({ id, groupId }: Item): number =>
    groupId === undefined || but.has(id) ? 0 : (shifts.get(groupId) ?? 0);
  const moved = items.filter((item) => getShift(item) !== 0);
  // In their current order: no clip moves past a clip that stays.
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

const nearest = (times: readonly number[], seconds: number): number | null =>
  times.reduce<number | null>(
    (best, time) => (best === null || Math.abs(time - seconds) < Math.abs(best - seconds) ? time : best),
    null,
  );

/** Returns whether no other clip of a track overlaps the former place of the block, so that its gap can be closed. */
const isAlone = (
  document: TimelineDocument,
  trackId: string,
  ids: ReadonlySet<string>,
  { from, to }: { readonly from: number; readonly to: number },
): boolean =>
  findOthers(document, trackId, ids).every(
    (item) => !isBefore(from, getEnd(item), document.frameRate) || !isBefore(item.startSeconds, to, document.frameRate),
  );
