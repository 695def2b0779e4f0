import type { Item, NewItem, TimelineDocument, Track } from '#core/timeline/document.ts';
import type { Edit } from '#core/timeline/edit.ts';
import { isSameTime, snapToFrame } from '#core/timeline/frames.ts';
import { getEnd } from '#core/timeline/schedule.ts';
import { uniqueId } from '#core/timeline/unique-id.ts';
import { getClips, isFree, openAt, findPlaced, type Placed } from './clips.ts';
import { newTracks } from './new-tracks.ts';

/** Splits the selected clips at a time; without a selection, every unlocked clip there. */
export function splitEdits(document: TimelineDocument, selected: readonly string[], atSeconds: number): Edit[] {
  const at = snapToFrame(atSeconds, document.frameRate);
  return underPlayhead(document, selected, at).map(({ item: { id: itemId, type } }) => ({
    type: 'split',
    itemId,
    atSeconds: at,
    newId: uniqueId(type),
  }));
}

/** Returns the clips at a time that a key changes: those of the selection, or without a selection all unlocked clips. */
export const underPlayhead = (
  document: TimelineDocument,
  selected: readonly string[],
  atSeconds: number,
): readonly Placed[] => ofSelection(document, selected, openAt(document, atSeconds));

/** Returns the selected ones among some clips; all of them if no clip of the canvas is selected. */
export const ofSelection = (
  document: TimelineDocument,
  selected: readonly string[],
  placed: readonly Placed[],
): readonly Placed[] =>
  findPlaced(document, selected).length > 0 ? placed.filter(({ item }) => selected.includes(item.id)) : placed;

/** The tracks on which gaps are closed: none, those of the deleted clips, or all. */
export type Ripple = 'none' | 'this' | 'all';

/** Deletes clips. Later ones are deleted first, so that the clips behind them move by the durations of all. */
export function deleteEdits(document: TimelineDocument, ids: readonly string[], ripple: Ripple): Edit[] {
  const placed = findPlaced(document, ids).toSorted((one, other) => other.item.startSeconds - one.item.startSeconds);
  let closedFrom = Infinity;
  return placed.map(({ item }): Edit => {
    // A clip above another deleted clip closes no separate gap.
    const isClosed = ripple === 'all' && isBefore(closedFrom, getEnd(item), document);
    if (ripple === 'none' || isClosed) {
      return { type: 'remove-item', itemId: item.id };
    }
    closedFrom = item.startSeconds;
    return { type: 'ripple-delete', itemId: item.id, tracks: ripple };
  });
}

const isBefore = (seconds: number, other: number, { frameRate }: TimelineDocument): boolean =>
  seconds < other && !isSameTime(seconds, other, frameRate);

/** Trims the start or the end of the clips at a time to it. */
export function trimToEdits(
  document: TimelineDocument,
  selected: readonly string[],
  { atSeconds, edge, ripple }: { readonly atSeconds: number; readonly edge: 'start' | 'end'; readonly ripple: Ripple },
): Edit[] {
  const at = snapToFrame(atSeconds, document.frameRate);
  return underPlayhead(document, selected, at).map(({ item: { id: itemId } }) =>
    ripple === 'none'
      ? { type: 'trim', itemId, edge, atSeconds: at }
      : { type: 'ripple-trim', itemId, edge, atSeconds: at, tracks: ripple },
  );
}

/** Moves an edge of every clip by frames. */
export const nudgeEdgeEdits = (
  document: TimelineDocument,
  ids: readonly string[],
  { edge, frames }: { readonly edge: 'start' | 'end'; readonly frames: number },
): Edit[] =>
  findPlaced(document, ids).map(({ item }) => {
    const from = edge === 'start' ? item.startSeconds : getEnd(item);
    return { type: 'trim', itemId: item.id, edge, atSeconds: Math.max(0, from + frames / document.frameRate) };
  });

/** Copied clips, each with its original track. */
export type Copied = { readonly item: Item; readonly trackId: string; readonly kind: Track['kind'] };

export const copyItems = (document: TimelineDocument, ids: readonly string[]): Copied[] =>
  findPlaced(document, ids).map(({ track: { id: trackId, kind }, item }) => ({ item, trackId, kind }));

/**
 * Adds copies to the canvas, the first at a time and the others at their distances from it. They go to their tracks if there is
 * space, otherwise to new ones. Groups of copies become new groups. `ids` are those of the copies. With `isSameCanvas`, the
 * copied items are or were on this canvas.
 */
export function pasteEdits(
  document: TimelineDocument,
  copied: readonly Copied[],
  { atSeconds, isSameCanvas }: { readonly atSeconds: number; readonly isSameCanvas: boolean },
): { readonly edits: readonly Edit[]; readonly ids: readonly string[] } {
  const earliest = Math.min(...copied.map(({ item }) => item.startSeconds));
  const shift = snapToFrame(atSeconds, document.frameRate) - earliest;
  const places = placesFor(document, copied, shift);
  const ids = copied.map(({ item }) => uniqueId(item.type));
  const edits = copied.map(({ item, trackId }, index): Edit => {
    const { groupId: _, ...rest } = withKnownTrack(document, item);
    const copy: NewItem = { ...rest, id: ids[index], startSeconds: item.startSeconds + shift, isLocked: false };
    return {
      type: 'add-item',
      trackId: places.trackIds.get(trackId) ?? trackId,
      item: copy,
      ...(isSameCanvas && { copiedFrom: item.id }),
    };
  });
  return {
    edits: [
      ...places.edits,
      ...edits,
      ...groupEdits(
        copied.map(({ item }) => item),
        ids,
      ),
    ],
    ids,
  };
}

/** Returns an item without ducking if its track does not exist: the item may come from another canvas. */
function withKnownTrack({ tracks }: TimelineDocument, item: Item): Item {
  if (!('ducksUnder' in item) || tracks.some(({ id }) => id === item.ducksUnder)) {
    return item;
  }
  const { ducksUnder: _, ...rest } = item;
  return rest;
}

/** Finds the tracks for the copies from each track. */
function placesFor(document: TimelineDocument, copied: readonly Copied[], shift: number) {
  const trackIds = new Map<string, string>();
  const missing: { from: string; kind: Track['kind'] }[] = [];
  for (const { trackId, kind } of copied) {
    if (trackIds.has(trackId) || missing.some(({ from }) => from === trackId)) {
      continue;
    }
    const track = document.tracks.find(({ id }) => id === trackId);
    const ranges = copied
      .filter((one) => one.trackId === trackId)
      .map(({ item }) => ({ fromSeconds: item.startSeconds + shift, toSeconds: getEnd(item) + shift }));
    const hasRoom = (one: Track): boolean =>
      one.kind === kind && !one.isLocked && ranges.every((range) => isFree(one, range, document.frameRate));
    if (track && hasRoom(track)) {
      trackIds.set(trackId, trackId);
    } else {
      missing.push({ from: trackId, kind });
    }
  }
  const edits: Edit[] = [];
  for (const kind of ['visual', 'sound'] as const) {
    const wanted = missing.filter((one) => one.kind === kind);
    const side = kind === 'visual' ? { above: wanted.length, below: 0 } : { above: 0, below: wanted.length };
    const added = newTracks(document, kind, side);
    edits.push(...added.edits);
    wanted.forEach(({ from }, index) => trackIds.set(from, added.ids[index] ?? from));
  }
  return { trackIds, edits };
}

/** Groups the copies of items that were grouped; `ids` are the ids of the copies, in the same order. */
export function groupEdits(copied: readonly Item[], ids: readonly string[]): Edit[] {
  const groups = new Map<string, string[]>();
  copied.forEach(({ groupId }, index) => {
    const id = ids[index];
    if (groupId !== undefined && id !== undefined) {
      groups.set(groupId, [...(groups.get(groupId) ?? []), id]);
    }
  });
  return [...groups.values()].flatMap((itemIds) => (itemIds.length > 1 ? [{ type: 'group', itemIds } as const] : []));
}

/**
 * Moves the clips behind a gap of a track to its start. Returns an empty list if the time is not in a gap, or if no clip is
 * behind it.
 */
export function closeGapEdits(track: Track, atSeconds: number): Edit[] {
  const clips = getClips(track);
  const before = clips.findLast((item) => getEnd(item) <= atSeconds);
  const behind = clips.filter(({ startSeconds }) => startSeconds > atSeconds);
  const [first] = behind;
  const isInClip = clips.some((item) => item.startSeconds <= atSeconds && atSeconds < getEnd(item));
  if (!first || isInClip) {
    return [];
  }
  const by = first.startSeconds - (before ? getEnd(before) : 0);
  return [
    {
      type: 'move-items',
      moves: behind.map(({ id, startSeconds }) => ({ itemId: id, startSeconds: Math.max(0, startSeconds - by) })),
    },
  ];
}
