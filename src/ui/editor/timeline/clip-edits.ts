import type { Item, NewItem, TimelineDocument, Track } from '#core/timeline/document.ts';
import type { Edit } from '#core/timeline/edit.ts';
import { isSameTime, snapToFrame } from '#core/timeline/frames.ts';
import { endOf } from '#core/timeline/schedule.ts';
import { uniqueId } from '#core/timeline/unique-id.ts';
import { clipsOf, isFree, openAt, placedOf, type Placed } from './clips.ts';
import { newTracks } from './new-tracks.ts';

/** Splits the selected clips at a time; when none is selected, every clip there that is not locked. */
export function splitEdits(document: TimelineDocument, selected: readonly string[], atSeconds: number): Edit[] {
  const at = snapToFrame(atSeconds, document.frameRate);
  return underPlayhead(document, selected, at).map(({ item: { id: itemId, type } }) => ({
    type: 'split',
    itemId,
    atSeconds: at,
    newId: uniqueId(type),
  }));
}

/** The clips at a time that a key changes: of the selection where there is one, else of all clips that are not locked. */
export const underPlayhead = (
  document: TimelineDocument,
  selected: readonly string[],
  atSeconds: number,
): readonly Placed[] => ofSelection(document, selected, openAt(document, atSeconds));

/** Those of some clips that are selected; all of them where no clip of the canvas is. */
export const ofSelection = (
  document: TimelineDocument,
  selected: readonly string[],
  placed: readonly Placed[],
): readonly Placed[] =>
  placedOf(document, selected).length > 0 ? placed.filter(({ item }) => selected.includes(item.id)) : placed;

/** How gaps are closed: not at all, on the tracks of what goes, or on all tracks. */
export type Ripple = 'none' | 'this' | 'all';

/** Takes clips away. Later ones go first, so that what is behind them moves by the lengths of all. */
export function deleteEdits(document: TimelineDocument, ids: readonly string[], ripple: Ripple): Edit[] {
  const placed = placedOf(document, ids).toSorted((one, other) => other.item.startSeconds - one.item.startSeconds);
  let closedFrom = Infinity;
  return placed.map(({ item }): Edit => {
    // What lies above another clip that goes closes no gap of its own.
    const isClosed = ripple === 'all' && isBefore(closedFrom, endOf(item), document);
    if (ripple === 'none' || isClosed) {
      return { type: 'remove-item', itemId: item.id };
    }
    closedFrom = item.startSeconds;
    return { type: 'ripple-delete', itemId: item.id, tracks: ripple };
  });
}

const isBefore = (seconds: number, other: number, { frameRate }: TimelineDocument): boolean =>
  seconds < other && !isSameTime(seconds, other, frameRate);

/** Makes the clips at a time begin or end there. */
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
  placedOf(document, ids).map(({ item }) => {
    const from = edge === 'start' ? item.startSeconds : endOf(item);
    return { type: 'trim', itemId: item.id, edge, atSeconds: Math.max(0, from + frames / document.frameRate) };
  });

/** Clips that were copied, each with the track that it was on. */
export type Copied = { readonly item: Item; readonly trackId: string; readonly kind: Track['kind'] };

export const copiedOf = (document: TimelineDocument, ids: readonly string[]): Copied[] =>
  placedOf(document, ids).map(({ track: { id: trackId, kind }, item }) => ({ item, trackId, kind }));

/**
 * Puts copies on the canvas, the first at a time and the others as far behind it as they were: on their tracks where there is
 * room, otherwise on new ones. Groups of copies are groups of their own. `ids` are those of the copies.
 */
export function pasteEdits(
  document: TimelineDocument,
  copied: readonly Copied[],
  atSeconds: number,
): { readonly edits: readonly Edit[]; readonly ids: readonly string[] } {
  const earliest = Math.min(...copied.map(({ item }) => item.startSeconds));
  const shift = snapToFrame(atSeconds, document.frameRate) - earliest;
  const places = placesFor(document, copied, shift);
  const ids = copied.map(({ item }) => uniqueId(item.type));
  const edits = copied.map(({ item, trackId }, index): Edit => {
    const { groupId: _, ...rest } = withKnownTrack(document, item);
    const copy: NewItem = { ...rest, id: ids[index], startSeconds: item.startSeconds + shift, isLocked: false };
    return { type: 'add-item', trackId: places.trackIds.get(trackId) ?? trackId, item: copy };
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

/** An item that ducks under no track, where the canvas does not have the one that it did: it may come from another canvas. */
function withKnownTrack({ tracks }: TimelineDocument, item: Item): Item {
  if (!('ducksUnder' in item) || tracks.some(({ id }) => id === item.ducksUnder)) {
    return item;
  }
  const { ducksUnder: _, ...rest } = item;
  return rest;
}

/** The track that the copies of each track go to. */
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
      .map(({ item }) => ({ fromSeconds: item.startSeconds + shift, toSeconds: endOf(item) + shift }));
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

/** Makes groups of the copies of items, each with the id at its place, that were of one group. */
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

/** Moves what is behind a gap of a track to its start; none where the time is in no gap, or nothing is behind it. */
export function closeGapEdits(track: Track, atSeconds: number): Edit[] {
  const clips = clipsOf(track);
  const before = clips.findLast((item) => endOf(item) <= atSeconds);
  const behind = clips.filter(({ startSeconds }) => startSeconds > atSeconds);
  const [first] = behind;
  const isInClip = clips.some((item) => item.startSeconds <= atSeconds && atSeconds < endOf(item));
  if (!first || isInClip) {
    return [];
  }
  const by = first.startSeconds - (before ? endOf(before) : 0);
  return [
    {
      type: 'move-items',
      moves: behind.map(({ id, startSeconds }) => ({ itemId: id, startSeconds: Math.max(0, startSeconds - by) })),
    },
  ];
}
