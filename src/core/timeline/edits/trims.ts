import * as z from 'zod';
import type { Item, TimelineDocument } from '../document.ts';
import { isBefore, tidyTime } from '../frames.ts';
import { documentLimits } from '../limits.ts';
import { getEnd } from '../schedule.ts';
import { beginAt, changeItem, endAt, moveItemsBy, requireItem, snapped, withoutBefore } from './change.ts';
import { defineEdit } from './edit-definition.ts';
import { edge, id, rippled, time } from './fields.ts';

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
  does: 'Moves one edge of an item, whose start stays where it is on the canvas; later items follow its end.',
  fields: { itemId: id, edge, atSeconds: edgeTime, tracks: rippled },
  blames: 'atSeconds',
  apply: (document, { itemId, edge: side, atSeconds, tracks }) => {
    const found = requireItem(document, itemId);
    const { item } = found;
    const at = snapped(atSeconds, document);
    const cut = side === 'end' ? endAt : withoutBefore;
    const trimmed = cut(item, at, document.frameRate);
    const rest = changeItem(document, found, () => [trimmed]);
    const from = { atSeconds: getEnd(item), trackId: tracks === 'all' ? null : found.track.id, itemId };
    return pull(rest, from, getEnd(trimmed) - getEnd(item));
  },
});

export const rippleDelete = defineEdit('ripple-delete', {
  does: 'Removes an item and closes the gap: later items move to its start.',
  fields: { itemId: id, tracks: rippled },
  blames: 'itemId',
  apply: (document, { itemId, tracks }) => {
    const found = requireItem(document, itemId);
    const { track, item } = found;
    const from = { atSeconds: getEnd(item), trackId: tracks === 'all' ? null : track.id, itemId };
    return pull(
      changeItem(document, found, () => []),
      from,
      -item.durationSeconds,
    );
  },
});

/** Moves the items that start at a time or later, of one track or of all unlocked ones; markers move only with all tracks. */
export function pull(
  document: TimelineDocument,
  from: { readonly atSeconds: number; readonly trackId: string | null; readonly itemId: string },
  seconds: number,
): TimelineDocument {
  const { frameRate } = document;
  const isBehind = (atSeconds: number): boolean => !isBefore(atSeconds, from.atSeconds, frameRate);
  const isMoved = (item: Item): boolean => item.id !== from.itemId && isBehind(item.startSeconds);
  const moved = document.tracks.flatMap((track) => {
    const isPulled = from.trackId === null ? !track.isLocked : track.id === from.trackId;
    return isPulled ? track.items.filter(isMoved).map(({ id: itemId }) => itemId) : [];
  });
  const pulled = moveItemsBy(document, new Set(moved), seconds);
  const markers =
    from.trackId === null
      ? document.markers.map((marker) =>
          isBehind(marker.atSeconds)
            ? { ...marker, atSeconds: withinCanvas(tidyTime(marker.atSeconds + seconds, frameRate)) }
            : marker,
        )
      : document.markers;
  return { ...pulled, markers };
}

const withinCanvas = (seconds: number): number => Math.min(documentLimits.seconds, Math.max(0, seconds));
