import type { Item, TimelineDocument } from '../document.ts';
import { isBefore, tidyTime } from '../frames.ts';
import { endOf } from '../schedule.ts';
import { beginAt, changeItem, changeTracks, endAt, requireItem, requireUnlocked, snapped, startAt } from './change.ts';
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

export const rippleTrim = defineEdit('ripple-trim', {
  does: 'Moves one edge of an item, whose start stays where it is on the canvas; what is behind it follows its end.',
  fields: { itemId: id, edge, atSeconds: time, tracks: rippled },
  blames: 'atSeconds',
  apply: (document, { itemId, edge: side, atSeconds, tracks }) => {
    const found = requireItem(document, itemId);
    const { item } = found;
    const at = snapped(atSeconds, document);
    const trimmed =
      side === 'end'
        ? endAt(item, at, document.frameRate)
        : { ...beginAt(item, at, document.frameRate), startSeconds: item.startSeconds };
    const rest = changeItem(document, found, () => [trimmed]);
    const from = { atSeconds: endOf(item), trackId: tracks === 'all' ? null : found.track.id, itemId };
    return pull(rest, from, endOf(trimmed) - endOf(item));
  },
});

export const rippleDelete = defineEdit('ripple-delete', {
  does: 'Takes an item away and closes the gap: what is behind it moves to its start.',
  fields: { itemId: id, tracks: rippled },
  blames: 'itemId',
  apply: (document, { itemId, tracks }) => {
    const found = requireItem(document, itemId);
    const { track, item } = found;
    const from = { atSeconds: endOf(item), trackId: tracks === 'all' ? null : track.id, itemId };
    return pull(
      changeItem(document, found, () => []),
      from,
      -item.durationSeconds,
    );
  },
});

/** Moves what begins at a time or later, of one track or of all that are not locked; markers go along with all. */
function pull(
  document: TimelineDocument,
  from: { readonly atSeconds: number; readonly trackId: string | null; readonly itemId: string },
  seconds: number,
): TimelineDocument {
  const { frameRate } = document;
  const isBehind = (atSeconds: number): boolean => !isBefore(atSeconds, from.atSeconds, frameRate);
  const isMoved = (item: Item): boolean => item.id !== from.itemId && isBehind(item.startSeconds);
  const pulled = changeTracks(document, (track) => {
    const isPulled = from.trackId === null ? !track.isLocked : track.id === from.trackId;
    if (!isPulled || !track.items.some(isMoved)) {
      return track;
    }
    const items = track.items.map((item) => {
      if (!isMoved(item)) {
        return item;
      }
      requireUnlocked({ track, item }, 'itemId');
      return startAt(item, item.startSeconds + seconds, frameRate);
    });
    return { ...track, items };
  });
  const markers =
    from.trackId === null
      ? document.markers.map((marker) =>
          isBehind(marker.atSeconds)
            ? { ...marker, atSeconds: Math.max(0, tidyTime(marker.atSeconds + seconds, frameRate)) }
            : marker,
        )
      : document.markers;
  return { ...pulled, markers };
}
