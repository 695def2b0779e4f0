import * as z from 'zod';
import type { AudibleItem, Item, TimelineDocument } from '../document.ts';
import { isBefore, isEqualTime, isSameTime, toFrames } from '../frames.ts';
import { speedRange } from '../limits.ts';
import { changeAnimated } from '../properties.ts';
import { getEnd, isAudible } from '../schedule.ts';
import {
  changeTracks,
  moveItemsBy,
  refusal,
  requireItem,
  requireUnlocked,
  withDuration,
  type Found,
} from './change.ts';
import { defineEdit } from './edit-definition.ts';
import { id, rippled } from './fields.ts';
import { pull } from './trims.ts';

export const setSpeed = defineEdit('set-speed', {
  does: 'Plays an item at another speed. It keeps its part of the source, so its duration changes. Audible items of its group with the same speed, start and end change too.',
  fields: {
    itemId: id,
    speed: z.number().min(speedRange.min).max(speedRange.max),
    fit: z
      .enum(['ripple', 'keep', 'shorten'])
      .default('ripple')
      .describe(
        '`ripple` moves later items, with the items of their groups, by the change of the duration. `keep` moves none: a longer item is refused if it would overlap the next. `shorten` ends it there.',
      ),
    tracks: rippled,
    linkedIds: z
      .array(id)
      .max(100)
      .default([])
      .describe('Other items with its speed, start and end that change too, such as its detached audio.'),
  },
  blames: 'speed',
  apply: (document, { itemId, speed, fit, tracks, linkedIds }) => {
    const { track, item } = requireItem(document, itemId);
    if (!isAudible(item)) {
      throw refusal('itemId', `"${itemId}" is a ${item.type} item, which has no speed`);
    }
    const linked = listLinked(document, item, linkedIds);
    const part = { speed, sourceSeconds: toSourceSeconds(item, document.frameRate) };
    const roomSeconds = fit === 'shorten' ? Math.min(...linked.map(toRoomSeconds)) : Infinity;
    const seconds = toWholeFrames(Math.min(roomSeconds, part.sourceSeconds / speed), document.frameRate);
    const changed = changeTracks(document, (one) =>
      linked.some((found) => found.track === one)
        ? { ...one, items: one.items.map((other) => retime(other, linked, { ...part, seconds }, document.frameRate)) }
        : one,
    );
    const bySeconds = seconds - item.durationSeconds;
    if (fit !== 'ripple' || bySeconds === 0) {
      return changed;
    }
    return tracks === 'this'
      ? moveItemsBy(changed, listLater(document, linked, getEnd(item)), bySeconds)
      : pull(changed, { atSeconds: getEnd(item), trackId: track.id, tracks, itemId }, bySeconds, document);
  },
});

/**
 * Returns an item with the items that are synchronized with it: those of its group, and named ones. Throws VALIDATION_FAILED if one
 * is locked, or if a named one is not synchronized.
 */
function listLinked({ tracks, frameRate }: TimelineDocument, item: AudibleItem, named: readonly string[]): Found[] {
  const isSame = (seconds: number, other: number): boolean => isSameTime(seconds, other, frameRate);
  const isLinked = (other: Item): boolean =>
    other === item ||
    (((item.groupId !== undefined && other.groupId === item.groupId) || named.includes(other.id)) &&
      isAudible(other) &&
      other.speed === item.speed &&
      isSame(other.startSeconds, item.startSeconds) &&
      isSame(getEnd(other), getEnd(item)));
  const linked = tracks.flatMap((track) => track.items.filter(isLinked).map((one) => ({ track, item: one })));
  named.forEach((itemId, index) => {
    if (!linked.some((found) => found.item.id === itemId)) {
      throw refusal(`linkedIds.${index}`, `"${itemId}" must have the speed, start and end of "${item.id}"`);
    }
  });
  linked.forEach((found) => requireUnlocked(found, 'itemId'));
  return linked;
}

/** Returns the source duration that an item plays: the noted one if a speed rounded its duration, unless it was trimmed since. */
function toSourceSeconds(
  { durationSeconds, speed, sourceDurationSeconds: noted }: AudibleItem,
  frameRate: number,
): number {
  const isCurrent =
    noted !== undefined && isEqualTime(toWholeFrames(noted / speed, frameRate), durationSeconds, frameRate);
  return isCurrent ? noted : durationSeconds * speed;
}

/** Rounds a duration to whole frames, at least one. */
const toWholeFrames = (seconds: number, frameRate: number): number =>
  Math.max(1, toFrames(seconds, frameRate)) / frameRate;

/** Returns the seconds from the start of an item to the next one of its track. */
const toRoomSeconds = ({ track, item }: Found): number =>
  Math.min(
    ...track.items.map(({ startSeconds }) => startSeconds).filter((seconds) => seconds > item.startSeconds),
    Infinity,
  ) - item.startSeconds;

/** A duration of the source, and its duration on the canvas. */
type Timing = { readonly speed: number; readonly sourceSeconds: number; readonly seconds: number };

/** Sets the speed of a linked item; returns others unchanged. Notes the source duration if the duration was rounded. */
function retime(
  item: Item,
  linked: readonly Found[],
  { speed, sourceSeconds, seconds }: Timing,
  frameRate: number,
): Item {
  if (!isAudible(item) || !linked.some((found) => found.item === item)) {
    return item;
  }
  const factor = item.speed / speed;
  const { sourceDurationSeconds: _, ...scaled } = changeAnimated(item, (value) =>
    typeof value === 'number'
      ? value
      : { keyframes: value.keyframes.map((one) => ({ ...one, atSeconds: one.atSeconds * factor })) },
  );
  const isRounded =
    !isEqualTime(sourceSeconds / speed, seconds, frameRate) &&
    isEqualTime(toWholeFrames(sourceSeconds / speed, frameRate), seconds, frameRate);
  return {
    ...withDuration(scaled, seconds),
    speed,
    ...(isRounded && { sourceDurationSeconds: sourceSeconds }),
  };
}

/** Returns the ids of later items on the tracks of the linked ones, with the items of their groups that are later than there. */
function listLater({ tracks, frameRate }: TimelineDocument, linked: readonly Found[], atSeconds: number): Set<string> {
  const own = new Set(linked.map(({ track }) => track.id));
  const [lead] = linked;
  const isLater = ({ startSeconds }: Item): boolean => !isBefore(startSeconds, atSeconds, frameRate);
  const behind = tracks.flatMap((track) => (own.has(track.id) ? track.items.filter(isLater) : []));
  const groups = new Set(behind.flatMap(({ groupId }) => groupId ?? []));
  const along = tracks.flatMap((track) =>
    track.items.filter(
      (item) =>
        item.groupId !== undefined &&
        groups.has(item.groupId) &&
        (isLater(item) || !(own.has(track.id) || item.groupId === lead?.item.groupId)),
    ),
  );
  return new Set([...behind, ...along].map(({ id: itemId }) => itemId));
}
