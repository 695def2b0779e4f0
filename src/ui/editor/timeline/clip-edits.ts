import type { Item, NewItem, TimelineDocument, Track } from '#core/timeline/document.ts';
import type { Edit } from '#core/timeline/edit.ts';
import { isSameTime, snapToFrame } from '#core/timeline/frames.ts';
import { getEnd } from '#core/timeline/schedule.ts';
import { uniqueId } from '#core/timeline/unique-id.ts';
import { isFree, openAt, findPlaced, type Placed } from './clips.ts';
import { nearestCut } from './main-track.ts';
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

/** The clips that move after a change: none, those of its track, these with their connected clips, or those of all tracks. */
export type Ripple = 'none' | 'this' | 'connected' | 'all';

/** Deletes clips. Later ones are deleted first, so that the clips behind them move by the durations of all. */
export function deleteEdits(
  document: TimelineDocument,
  ids: readonly string[],
  toRipple: (trackId: string) => Ripple,
): Edit[] {
  // Clips without a ripple are deleted before the clips to which they may be connected, which would delete them as well.
  const placed = findPlaced(document, ids)
    .map(({ track, item }) => ({ item, ripple: toRipple(track.id) }))
    .toSorted((one, other) => other.item.startSeconds - one.item.startSeconds)
    .toSorted((one, other) => Number(one.ripple !== 'none') - Number(other.ripple !== 'none'));
  let closedFrom = Infinity;
  return placed.map(({ item, ripple }): Edit => {
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
  { atSeconds, edge, toRipple }: Pick<EdgeStep, 'edge' | 'toRipple'> & { readonly atSeconds: number },
): Edit[] {
  const at = snapToFrame(atSeconds, document.frameRate);
  const placed = underPlayhead(document, selected, at);
  const connecting = placed.find(({ track }) => toRipple(track.id) === 'connected');
  const isAnySelected = findPlaced(document, selected).length > 0;
  // Without a selection, the clip of the main track is trimmed. Its connected clips follow.
  const trimmed = connecting && !isAnySelected ? [connecting] : withoutLinked(placed, toRipple);
  return trimmed.map(({ track, item }) => trimEdit(item.id, { edge, atSeconds: at }, toRipple(track.id)));
}

/** An edge, and the clips that move with it by track. */
type EdgeStep = { readonly edge: 'start' | 'end'; readonly toRipple: (trackId: string) => Ripple };

const trimEdit = (
  itemId: string,
  step: { readonly edge: 'start' | 'end'; readonly atSeconds: number },
  ripple: Ripple,
): Edit =>
  ripple === 'none'
    ? { type: 'trim', itemId, ...step, atSeconds: Math.max(0, step.atSeconds) }
    : { type: 'ripple-trim', itemId, ...step, tracks: ripple };

/** Moves an edge of every clip by frames. */
export const nudgeEdgeEdits = (
  document: TimelineDocument,
  ids: readonly string[],
  { edge, frames, toRipple }: EdgeStep & { readonly frames: number },
): Edit[] =>
  withoutLinked(findPlaced(document, ids), toRipple).map(({ track, item }) => {
    const from = edge === 'start' ? item.startSeconds : getEnd(item);
    return trimEdit(item.id, { edge, atSeconds: from + frames / document.frameRate }, toRipple(track.id));
  });

/** Leaves out the clips of groups of which a clip of the main track is trimmed, because the others are trimmed with it. */
function withoutLinked(placed: readonly Placed[], toRipple: (trackId: string) => Ripple): Placed[] {
  const isMain = ({ track }: Placed): boolean => toRipple(track.id) === 'connected';
  const groups = new Set(placed.flatMap((one) => (isMain(one) ? (one.item.groupId ?? []) : [])));
  return placed.filter((one) => isMain(one) || !groups.has(one.item.groupId ?? ''));
}

/** Copied clips, each with its original track. */
export type Copied = { readonly item: Item; readonly trackId: string; readonly kind: Track['kind'] };

export const copyItems = (document: TimelineDocument, ids: readonly string[]): Copied[] =>
  findPlaced(document, ids).map(({ track: { id: trackId, kind }, item }) => ({ item, trackId, kind }));

/**
 * Adds copies to the canvas, the first at a time and the others at their distances from it. They go to their tracks if there is
 * space, otherwise to new ones. Copies of clips of the magnetic track are inserted there. Groups of copies become new groups. `ids` are those of the copies. With `isSameCanvas`, the
 * copied items are or were on this canvas.
 */
export function pasteEdits(
  document: TimelineDocument,
  copied: readonly Copied[],
  { atSeconds, isSameCanvas, magneticTrackId = null }: Pasting,
): { readonly edits: readonly Edit[]; readonly ids: readonly string[] } {
  const earliest = Math.min(...copied.map(({ item }) => item.startSeconds));
  const at = snapToFrame(atSeconds, document.frameRate);
  const main = copied.some(({ trackId }) => trackId === magneticTrackId)
    ? document.tracks.find(({ id }) => id === magneticTrackId)
    : undefined;
  const shift = (main ? nearestCut(main, at) : at) - earliest;
  const places = placesFor(document, copied, shift, main);
  const ids = copied.map(({ item }) => uniqueId(item.type));
  const edits = copied.map(({ item, trackId }, index): Edit => {
    const { groupId: _, ...rest } = withKnownTrack(document, item);
    const copy: NewItem = { ...rest, id: ids[index], startSeconds: item.startSeconds + shift, isLocked: false };
    return {
      type: 'add-item',
      trackId: places.trackIds.get(trackId) ?? trackId,
      item: copy,
      ...(main?.id === trackId && ({ fit: 'insert', tracks: 'connected' } as const)),
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

type Pasting = {
  readonly atSeconds: number;
  readonly isSameCanvas: boolean;
  readonly magneticTrackId?: string | null;
};

/** Returns an item without ducking if its track does not exist: the item may come from another canvas. */
function withKnownTrack({ tracks }: TimelineDocument, item: Item): Item {
  if (!('ducksUnder' in item) || tracks.some(({ id }) => id === item.ducksUnder)) {
    return item;
  }
  const { ducksUnder: _, ...rest } = item;
  return rest;
}

/** Finds the tracks for the copies from each track. */
function placesFor(document: TimelineDocument, copied: readonly Copied[], shift: number, main: Track | undefined) {
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
    if (track && (hasRoom(track) || (track === main && !track.isLocked))) {
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
