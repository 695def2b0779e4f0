import type { Item, TimelineDocument } from '../document.ts';
import { isBefore, isSameTime, tidyTime } from '../frames.ts';
import { getEnd, inOrder } from '../schedule.ts';
import { uniqueId } from '../unique-id.ts';
import {
  beginAt,
  changeItem,
  endAt,
  refusal,
  requireItem,
  shiftContent,
  snapped,
  startAt,
  type Found,
} from './change.ts';
import { defineEdit } from './edit-definition.ts';
import { id, newId, time } from './fields.ts';
import { isEqualButRounding } from './is-equal.ts';

export const split = defineEdit('split', {
  does: 'Splits an item into two; the earlier one keeps its id. The result looks and sounds the same, except for a fade that is split.',
  fields: { itemId: id, atSeconds: time, newId },
  blames: 'newId',
  apply: (document, edit) => {
    const found = requireItem(document, edit.itemId);
    const { item } = found;
    const at = snapped(edit.atSeconds, document);
    if (!isBefore(item.startSeconds, at, document.frameRate) || !isBefore(at, getEnd(item), document.frameRate)) {
      throw refusal(
        'atSeconds',
        `must be within "${item.id}", which lasts from ${item.startSeconds} to ${getEnd(item)} s`,
      );
    }
    const transition = item.type === 'sound' ? undefined : item.transition;
    if (transition && at < item.startSeconds + transition.durationSeconds) {
      throw refusal('atSeconds', `is within the transition of "${item.id}"; split it later, or remove the transition`);
    }
    const later = { ...laterPart(item, at, document.frameRate), id: edit.newId ?? uniqueId(item.type) };
    return changeItem(document, found, () => [earlierPart(item, at, document.frameRate), later]);
  },
});

/** Returns the earlier part of a split, which keeps the entrance of the item; the later part keeps the exit. */
function earlierPart(item: Item, at: number, frameRate: number): Item {
  const part = { ...endAt(item, at, frameRate), fadeOutSeconds: 0 };
  return part.type === 'text' ? without(part, 'exit') : part;
}

function laterPart(item: Item, at: number, frameRate: number): Item {
  const part = { ...shiftContent(item, at - item.startSeconds, frameRate), fadeInSeconds: 0 };
  const durationSeconds = tidyTime(getEnd(item) - at, frameRate);
  const placed = startAt({ ...part, durationSeconds }, at, frameRate);
  if (placed.type === 'sound') {
    return placed;
  }
  return placed.type === 'text' ? without(without(placed, 'entrance'), 'transition') : without(placed, 'transition');
}

function without<T extends Item>(item: T, name: Extract<keyof T, 'exit' | 'entrance' | 'transition'>): T {
  const copy = { ...item };
  delete copy[name];
  return copy;
}

export const join = defineEdit('join', {
  does: 'Joins an item with the next one on its track, if both are parts of one item.',
  fields: { itemId: id },
  blames: 'itemId',
  apply: (document, { itemId }) => {
    const found = requireItem(document, itemId);
    const { item } = found;
    const next = neighbour(document, found, 'next');
    const joined = getWhole(item, next, document.frameRate);
    if (!joined) {
      throw refusal('itemId', `"${next.id}" is not the later part of "${item.id}", so they cannot be joined`);
    }
    const rest = changeItem(document, { ...found, item: next }, () => []);
    return changeItem(rest, requireItem(rest, itemId), () => [joined]);
  },
});

/** Returns the item that would split into these two; null if there is no such item. */
function getWhole(item: Item, next: Item, frameRate: number): Item | null {
  const end = { ...endAt(item, getEnd(next), frameRate), fadeOutSeconds: next.fadeOutSeconds };
  const exit = next.type === 'text' ? next.exit : undefined;
  const whole: Item = end.type === 'text' && exit ? { ...end, exit } : end;
  const later = { ...laterPart(whole, next.startSeconds, frameRate), id: next.id };
  const isWhole =
    isEqualButRounding(earlierPart(whole, next.startSeconds, frameRate), item) && isEqualButRounding(later, next);
  return isWhole ? whole : null;
}

export const roll = defineEdit('roll', {
  does: 'Moves the edit point between an item and the previous one: one becomes longer by what the other loses.',
  fields: { itemId: id, atSeconds: time },
  blames: 'atSeconds',
  apply: (document, edit) => {
    const found = requireItem(document, edit.itemId);
    const before = neighbour(document, found, 'before');
    const at = snapped(edit.atSeconds, document);
    const rolled = changeItem(document, { ...found, item: before }, () => [endAt(before, at, document.frameRate)]);
    return changeItem(rolled, requireItem(rolled, edit.itemId), (item) => [beginAt(item, at, document.frameRate)]);
  },
});

/** Returns the item that touches this one on its track. Throws VALIDATION_FAILED if it is not found or locked. */
function neighbour(document: TimelineDocument, { track, item }: Found, side: 'before' | 'next'): Item {
  const items = inOrder(track.items);
  const index = items.indexOf(item);
  const other = items[side === 'next' ? index + 1 : index - 1];
  const [one, two] = side === 'next' ? [item, other] : [other, item];
  if (!one || !two || !other || !isSameTime(getEnd(one), two.startSeconds, document.frameRate)) {
    const where = side === 'next' ? 'starts where it ends' : 'ends where it starts';
    throw refusal('itemId', `no item of the track "${track.id}" ${where}`);
  }
  return requireItem(document, other.id).item;
}
