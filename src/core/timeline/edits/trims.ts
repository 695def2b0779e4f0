import * as z from 'zod';
import type { Item, TimelineDocument, Track } from '../document.ts';
import { isBefore, isSameTime, tidyTime } from '../frames.ts';
import { documentLimits } from '../limits.ts';
import { getEnd } from '../schedule.ts';
import {
  beginAt,
  changeItem,
  changeTracks,
  endAt,
  moveItemsBy,
  refusal,
  requireItem,
  requireTrack,
  snapped,
  withoutBefore,
  type Found,
} from './change.ts';
import { listConnected, moveConnected } from './connected.ts';
import { defineEdit } from './edit-definition.ts';
import { edge, id, rippled, time, type Rippled } from './fields.ts';

export const trim = defineEdit('trim', {
  does: 'Moves one edge of an item; its content stays where it is on the canvas.',
  fields: { itemId: id, edge, atSeconds: time },
  blames: 'atSeconds',
  apply: (document, { itemId, edge: side, atSeconds }) => {
    const at = snapped(atSeconds, document);
    const cut = side === 'start' ? beginAt : endAt;
    return changeItem(document, requireItem(document, itemId), (item) => [cut(item, at, document.frameRate)]);
  },
});

/** A time that may be negative: to show more of its source, the start of an item at 0 is dragged to before the canvas. */
const edgeTime = z
  .number()
  .min(-documentLimits.seconds)
  .max(documentLimits.seconds)
  .describe(
    'Seconds of the canvas, rounded to its frames; negative to extend an item that starts at 0 to earlier content.',
  );

export const rippleTrim = defineEdit('ripple-trim', {
  does: 'Moves one edge of an item, whose start stays where it is on the canvas; later items follow its end. With `connected`, the items of its group with the same edge are trimmed too.',
  fields: { itemId: id, edge, atSeconds: edgeTime, tracks: rippled },
  blames: 'atSeconds',
  apply: (document, { itemId, edge: side, atSeconds, tracks }) => {
    const found = requireItem(document, itemId);
    const { item } = found;
    const at = snapped(atSeconds, document);
    const cut = side === 'end' ? endAt : withoutBefore;
    const trimmed = cut(item, at, document.frameRate);
    const linked = tracks === 'connected' ? listLinked(document, found, side) : [];
    const rest = linked.reduce(
      (one, other) => changeItem(one, requireItem(one, other.id), () => [cut(other, at, document.frameRate)]),
      changeItem(document, found, () => [trimmed]),
    );
    const from = { atSeconds: getEnd(item), trackId: found.track.id, tracks, itemId };
    return pull(rest, from, getEnd(trimmed) - getEnd(item), document);
  },
});

/** Returns the items of other tracks that belong to the group of an item and have an edge at the same time. */
function listLinked({ tracks, frameRate }: TimelineDocument, { track, item }: Found, side: 'start' | 'end'): Item[] {
  const getEdge = (one: Item): number => (side === 'start' ? one.startSeconds : getEnd(one));
  return tracks.flatMap((other) =>
    other === track || item.groupId === undefined
      ? []
      : other.items.filter((one) => one.groupId === item.groupId && isSameTime(getEdge(one), getEdge(item), frameRate)),
  );
}

export const rippleDelete = defineEdit('ripple-delete', {
  does: 'Removes an item and closes the gap: later items move to its start. With `connected`, items that are connected to it are removed too.',
  fields: { itemId: id, tracks: rippled },
  blames: 'itemId',
  apply: (document, { itemId, tracks }) => {
    const found = requireItem(document, itemId);
    const { track, item } = found;
    const removed = new Set([
      itemId,
      ...(tracks === 'connected' ? listConnected(document, track.id) : []).flatMap((one) =>
        one.carrier.id === itemId ? [one.item.id] : [],
      ),
    ]);
    const rest = changeTracks(document, (one) =>
      one.items.some(({ id: other }) => removed.has(other))
        ? { ...one, items: one.items.filter(({ id: other }) => !removed.has(other)) }
        : one,
    );
    const from = { atSeconds: getEnd(item), trackId: track.id, tracks, itemId };
    return pull(rest, from, -item.durationSeconds, document);
  },
});

export const closeGap = defineEdit('close-gap', {
  does: 'Closes a gap of a track: later items move to its start.',
  fields: {
    trackId: id,
    atSeconds: z.number().min(0).max(documentLimits.seconds).describe('Any time in the gap; seconds of the canvas.'),
    tracks: rippled,
  },
  blames: 'atSeconds',
  apply: (document, { trackId, atSeconds, tracks }) => {
    const gap = findGap(requireTrack(document, trackId), atSeconds, document.frameRate);
    if (!gap) {
      throw refusal('atSeconds', `is not in a gap before an item of the track "${trackId}"`);
    }
    return pull(document, { atSeconds: gap.endSeconds, trackId, tracks }, gap.startSeconds - gap.endSeconds);
  },
});

/** Returns the gap of a track at a time; null if there is an item at the time, or if no item follows. */
export function findGap(
  { items }: Pick<Track, 'items'>,
  atSeconds: number,
  frameRate: number,
): { readonly startSeconds: number; readonly endSeconds: number } | null {
  const isIn = items.some((item) => item.startSeconds <= atSeconds && atSeconds < getEnd(item));
  const startSeconds = Math.max(0, ...items.map(getEnd).filter((end) => end <= atSeconds));
  const endSeconds = Math.min(...items.map((item) => item.startSeconds).filter((start) => start > atSeconds));
  return isIn || endSeconds === Infinity || !isBefore(startSeconds, endSeconds, frameRate)
    ? null
    : { startSeconds, endSeconds };
}

/**
 * Moves the items that start at a time or later: those of one track, with their connected items or without, or those of all unlocked
 * tracks with the markers. `before` is the document in which items are connected.
 */
export function pull(
  document: TimelineDocument,
  from: { readonly atSeconds: number; readonly trackId: string; readonly tracks: Rippled; readonly itemId?: string },
  seconds: number,
  before = document,
): TimelineDocument {
  const { frameRate } = document;
  const isBehind = (atSeconds: number): boolean => !isBefore(atSeconds, from.atSeconds, frameRate);
  const isMoved = (item: Item): boolean => item.id !== from.itemId && isBehind(item.startSeconds);
  const moved = document.tracks.flatMap((track) => {
    const isPulled = from.tracks === 'all' ? !track.isLocked : track.id === from.trackId;
    return isPulled ? track.items.filter(isMoved).map(({ id: itemId }) => itemId) : [];
  });
  const pulled = moveItemsBy(document, new Set(moved), seconds);
  if (from.tracks !== 'all') {
    const shifts = new Map(moved.map((itemId) => [itemId, seconds]));
    return from.tracks === 'connected' ? moveConnected(pulled, before, from.trackId, shifts) : pulled;
  }
  const markers = document.markers.map((marker) =>
    isBehind(marker.atSeconds)
      ? { ...marker, atSeconds: withinCanvas(tidyTime(marker.atSeconds + seconds, frameRate)) }
      : marker,
  );
  return { ...pulled, markers };
}

const withinCanvas = (seconds: number): number => Math.min(documentLimits.seconds, Math.max(0, seconds));
