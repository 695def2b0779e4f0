import * as z from 'zod';
import { newItem, type Item, type NewItem, type TimelineDocument } from '../document.ts';
import { getEnd } from '../schedule.ts';
import {
  changeItem,
  changeTracks,
  findTrack,
  insertItem,
  refusal,
  requireItem,
  requireTrack,
  requireUnlocked,
  snapItem,
  snapped,
  startAt,
} from './change.ts';
import { defineEdit } from './edit-definition.ts';
import { fit, id, newId, rippledIfInserted, time, type Rippled } from './fields.ts';
import { findNearest, insertMoves, isFree, type Move } from './insert-moves.ts';
import { toMagneticMoves } from './magnetic-moves.ts';
import { documentLimits } from '../limits.ts';
import { uniqueId } from '../unique-id.ts';
import { placeMoves } from './place-moves.ts';
import { pull } from './trims.ts';

export const addItem = defineEdit('add-item', {
  does: 'Adds a new item to a track.',
  fields: { trackId: id, item: newItem, fit, tracks: rippledIfInserted },
  blames: 'item',
  apply: (document, { trackId, item, ...how }) => {
    requireTrack(document, trackId);
    return fitItem(document, trackId, toItem(document, item), how);
  },
});

type Fit = { readonly fit?: z.output<typeof fit>; readonly tracks?: Rippled | undefined };

/** Inserts an item; with `insert`, at the nearest edit point of a track if its place is occupied. Later items then move. */
function fitItem(document: TimelineDocument, trackId: string, item: Item, how: Fit): TimelineDocument {
  const { items } = findTrack(document, trackId);
  if (how.fit !== 'insert' || isFree(items, item, document.frameRate)) {
    return insertItem(document, trackId, item);
  }
  const cuts = items.flatMap((other) => [other.startSeconds, getEnd(other)]);
  const atSeconds = findNearest(cuts, item.startSeconds) ?? item.startSeconds;
  const opened = pull(document, { atSeconds, trackId, tracks: how.tracks ?? 'this' }, item.durationSeconds);
  return insertItem(opened, trackId, startAt(item, atSeconds, document.frameRate));
}

export const replaceItem = defineEdit('replace-item', {
  does: 'Replaces an item by another one with the same id: the background by an image, for example.',
  fields: { itemId: id, item: newItem },
  blames: 'item',
  apply: (document, { itemId, item }) =>
    changeItem(document, requireItem(document, itemId), () => [toItem(document, { ...item, id: itemId })]),
});

const toItem = (document: TimelineDocument, item: NewItem): Item =>
  snapItem({ ...item, id: item.id ?? uniqueId(item.type) }, document.frameRate);

export const removeItem = defineEdit('remove-item', {
  does: 'Removes an item and leaves a gap.',
  fields: { itemId: id },
  blames: 'itemId',
  apply: (document, { itemId }) => changeItem(document, requireItem(document, itemId), () => []),
});

export const move = defineEdit('move', {
  does: 'Moves an item in time, with the others of its group, and to another track if one is named.',
  fields: { itemId: id, startSeconds: time, trackId: id.optional() },
  blames: 'startSeconds',
  apply: (document, { itemId, startSeconds, trackId }) => {
    const { track, item } = requireItem(document, itemId);
    const seconds = snapped(startSeconds, document) - item.startSeconds;
    const isOfGroup = (one: Item): boolean =>
      one === item || (item.groupId !== undefined && one.groupId === item.groupId);
    const moved = changeTracks(document, (one) =>
      one.items.some(isOfGroup)
        ? {
            ...one,
            items: one.items.map((other) => (isOfGroup(other) ? moveBy(document, one, other, seconds) : other)),
          }
        : one,
    );
    return trackId === undefined || trackId === track.id ? moved : toTrack(moved, itemId, trackId);
  },
});

function moveBy(
  document: TimelineDocument,
  track: TimelineDocument['tracks'][number],
  item: Item,
  seconds: number,
): Item {
  requireUnlocked({ track, item }, 'itemId');
  return startAt(item, item.startSeconds + seconds, document.frameRate);
}

function toTrack(document: TimelineDocument, itemId: string, trackId: string): TimelineDocument {
  requireTrack(document, trackId);
  const found = requireItem(document, itemId);
  return insertItem(
    changeItem(document, found, () => []),
    trackId,
    found.item,
  );
}

export const moveItems = defineEdit('move-items', {
  does: 'Moves several items at once, each to its own time and track; items may be swapped. Groups are not moved along. Items that touch still touch afterwards, even if they are not on frames because the frame rate has changed.',
  fields: {
    moves: z
      .array(z.strictObject({ itemId: id, startSeconds: time, trackId: id.optional() }))
      .min(1)
      .max(documentLimits.items),
    fit: fit.describe(
      '`exact`, the default, is refused if an item would overlap another one. `insert` then inserts the items at the edit point nearest to the first move; later items move, and a gap that the items leave on that track closes.',
    ),
    magneticTrackId: id
      .optional()
      .describe(
        'A track that is kept without new gaps, whatever `fit` is. Items are placed at its edit point nearest to the first move, gaps that items leave on it close, and items of other tracks that are connected to its items move with them. Elsewhere, items are inserted.',
      ),
  },
  blames: 'moves',
  apply: (document, { moves: asked, fit: how, magneticTrackId }) => {
    checkMoves(document, asked, magneticTrackId);
    const moves =
      magneticTrackId !== undefined
        ? toMagneticMoves(document, asked, magneticTrackId)
        : how === 'insert'
          ? insertMoves(document, asked)
          : asked;
    const found = moves.map(({ itemId, startSeconds, trackId }, index) => {
      const { track, item } = requireItem(document, itemId, `moves.${index}.itemId`);
      const to = trackId === undefined ? track : requireTrack(document, trackId, `moves.${index}.trackId`);
      return { item, to, startSeconds };
    });
    const taken = new Set(found.map(({ item }) => item));
    const rest = changeTracks(document, (track) =>
      track.items.some((item) => taken.has(item))
        ? { ...track, items: track.items.filter((item) => !taken.has(item)) }
        : track,
    );
    return placeMoves(document.frameRate, found).reduce((one, { item, to }) => insertItem(one, to.id, item), rest);
  },
});

/** Throws VALIDATION_FAILED for moves of unknown or locked items, or to unknown or locked tracks. */
function checkMoves(document: TimelineDocument, moves: readonly Move[], magneticTrackId: string | undefined): void {
  moves.forEach(({ itemId, trackId }, index) => {
    requireItem(document, itemId, `moves.${index}.itemId`);
    if (trackId !== undefined) {
      requireTrack(document, trackId, `moves.${index}.trackId`);
    }
  });
  if (magneticTrackId !== undefined) {
    findTrack(document, magneticTrackId, 'magneticTrackId');
  }
}

export const duplicate = defineEdit('duplicate', {
  does: 'Adds a copy of an item after it, or at a given time; the copy belongs to no group.',
  fields: { itemId: id, newId, startSeconds: time.optional(), trackId: id.optional(), fit, tracks: rippledIfInserted },
  blames: 'startSeconds',
  apply: (document, edit) => {
    const { track, item } = requireItem(document, edit.itemId);
    const { groupId: _, ...copy } = item;
    const start = edit.startSeconds === undefined ? getEnd(item) : snapped(edit.startSeconds, document);
    const newItemId = edit.newId ?? uniqueId(item.type);
    const to = edit.trackId === undefined ? track : requireTrack(document, edit.trackId);
    return fitItem(document, to.id, startAt({ ...copy, id: newItemId }, start, document.frameRate), edit);
  },
});

export const group = defineEdit('group', {
  does: 'Groups items, so that they move together.',
  fields: { itemIds: z.array(id).min(2).max(5000), groupId: newId },
  blames: 'itemIds',
  apply: (document, { itemIds, groupId = uniqueId('group') }) =>
    itemIds.reduce(
      (one, itemId, index) =>
        changeItem(one, requireItem(one, itemId, `itemIds.${index}`), (item) => [{ ...item, groupId }]),
      document,
    ),
});

export const ungroup = defineEdit('ungroup', {
  does: 'Ungroups the items of a group.',
  fields: { groupId: id },
  blames: 'groupId',
  apply: (document, { groupId }) => {
    const isOfGroup = (item: Item): boolean => item.groupId === groupId;
    if (!document.tracks.some(({ items }) => items.some(isOfGroup))) {
      throw refusal('groupId', `no item of the canvas belongs to a group "${groupId}"`);
    }
    return changeTracks(document, (track) =>
      track.items.some(isOfGroup)
        ? { ...track, items: track.items.map((item) => (isOfGroup(item) ? single({ track, item }) : item)) }
        : track,
    );
  },
});

function single(found: Parameters<typeof requireUnlocked>[0]): Item {
  requireUnlocked(found, 'groupId');
  const { groupId: _, ...item } = found.item;
  return item;
}

export const slip = defineEdit('slip', {
  does: 'Shows another part of the source at the same time and duration.',
  fields: { itemId: id, sourceStartSeconds: time.describe('Seconds of the source; not rounded.') },
  blames: 'itemId',
  apply: (document, { itemId, sourceStartSeconds }) => {
    const found = requireItem(document, itemId);
    const { item } = found;
    if (item.type !== 'video' && item.type !== 'sound') {
      throw refusal('itemId', `"${itemId}" is a ${item.type} item, which has no source to slip`);
    }
    return changeItem(document, found, () => [{ ...item, sourceStartSeconds }]);
  },
});
