import type { Item, TimelineDocument, Track } from '#core/timeline/document.ts';

/**
 * `after` with the very items of `before` that are equal. What is known of an item is kept by its identity, which a document that
 * came as a message has lost.
 */
export function shareEqual(before: TimelineDocument, after: TimelineDocument): TimelineDocument {
  const known = new Map(before.tracks.flatMap(({ items }) => items.map((item) => [item.id, item] as const)));
  const shared = (item: Item): Item => {
    const same = known.get(item.id);
    return same && isEqual(same, item) ? same : item;
  };
  return { ...after, tracks: after.tracks.map((track): Track => ({ ...track, items: track.items.map(shared) })) };
}

/** Of values as JSON has them. */
function isEqual(one: unknown, other: unknown): boolean {
  if (!isObject(one) || !isObject(other)) {
    return one === other;
  }
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => isEqual(one[name], other[name]));
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
