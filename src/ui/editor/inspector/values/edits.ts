import { valueAt } from '#core/timeline/animate.ts';
import type { Animatable, Item } from '#core/timeline/document.ts';
import type { Edit } from '#core/timeline/edit.ts';
import type { AnimatedName } from '#core/timeline/properties.ts';
import { itemTimeAt } from './item-time.ts';
import { isEqual } from './mixed.ts';

/** A change of a value that depends on its previous value, which differs between items. */
export type Change<T> = (before: T) => T;

/** The playhead, in seconds of the canvas, and the frame rate of the canvas. */
export type Moment = { readonly seconds: number; readonly frameRate: number };

/** Returns the animatable number of an item with this name, if its kind has it. */
export function getAnimated(item: Item, name: AnimatedName): Animatable | undefined {
  const values: Partial<Record<AnimatedName, Animatable>> = item;
  return values[name];
}

/**
 * Returns the edits for a number that the user changes: animated numbers get a keyframe at the playhead, others are set. Items
 * without such a number, or without a change, are left out.
 */
export const numberEdits = (
  items: readonly Item[],
  name: AnimatedName,
  change: Change<number>,
  { seconds, frameRate }: Moment,
): Edit[] =>
  items.flatMap((item): Edit[] => {
    const animated = getAnimated(item, name);
    if (animated === undefined) {
      return [];
    }
    const atSeconds = itemTimeAt(item, seconds, frameRate);
    const before = valueAt(animated, atSeconds);
    const value = change(before);
    if (value === before) {
      return [];
    }
    return typeof animated === 'number'
      ? [{ type: 'set', itemId: item.id, properties: { [name]: value } }]
      : [{ type: 'set-keyframe', itemId: item.id, property: name, atSeconds, value }];
  });

/** Returns the edits that set properties of items, but only those that change; null removes a property. */
export const propertyEdits = <I extends Item>(
  items: readonly I[],
  toProperties: (item: I) => Readonly<Record<string, unknown>>,
): Edit[] =>
  items.flatMap((item): Edit[] => {
    const before: Readonly<Record<string, unknown>> = { ...item };
    const changed = Object.entries(toProperties(item)).filter(([name, value]) => !isEqual(before[name] ?? null, value));
    return changed.length === 0 ? [] : [{ type: 'set', itemId: item.id, properties: Object.fromEntries(changed) }];
  });

/** Moves items to other start times, in an order that prevents collisions between them. A group is moved once. */
export function moveEdits(items: readonly Item[], change: Change<number>): Edit[] {
  const moves = items
    .map((item) => ({ item, startSeconds: Math.max(0, change(item.startSeconds)) }))
    .filter(({ item, startSeconds }) => startSeconds !== item.startSeconds);
  const isLater = moves.some(({ item, startSeconds }) => startSeconds > item.startSeconds);
  const ordered = moves.toSorted(
    (one, other) => (isLater ? -1 : 1) * (one.item.startSeconds - other.item.startSeconds),
  );
  const groups = new Set<string>();
  return ordered.flatMap(({ item, startSeconds }): Edit[] => {
    const isMoved = item.groupId !== undefined && groups.has(item.groupId);
    if (item.groupId !== undefined) {
      groups.add(item.groupId);
    }
    return isMoved ? [] : [{ type: 'move', itemId: item.id, startSeconds }];
  });
}

/** Changes the durations of items at their ends. */
export const durationEdits = (items: readonly Item[], change: Change<number>): Edit[] =>
  items.flatMap(({ id, startSeconds, durationSeconds }): Edit[] => {
    const seconds = change(durationSeconds);
    return seconds === durationSeconds
      ? []
      : [{ type: 'trim', itemId: id, edge: 'end', atSeconds: Math.max(0, startSeconds + seconds) }];
  });
