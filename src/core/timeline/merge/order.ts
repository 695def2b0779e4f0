import { isEqual } from './three-way.ts';

type Entry = { readonly id: string };

/**
 * Merges the order of two changes of a list, as ids of both: the order of the side that moved something, with the additions of the
 * other side after their previous neighbors. Returns null if both moved something in different ways.
 */
export function mergeOrder(
  base: readonly Entry[],
  mine: readonly Entry[],
  theirs: readonly Entry[],
): readonly string[] | null {
  const [from, here, there] = [toIds(base), toIds(mine), toIds(theirs)];
  const isMoved = (ids: readonly string[]): boolean => !isEqual(common(from, ids), common(ids, from));
  if (!isMoved(here)) {
    return woven(there, here);
  }
  return !isMoved(there) || isEqual(common(here, there), common(there, here)) ? woven(here, there) : null;
}

const toIds = (all: readonly Entry[]): string[] => all.map(({ id }) => id);

const common = (ids: readonly string[], others: readonly string[]): string[] => ids.filter((id) => others.includes(id));

/** Returns the ids in the order of `first`, each of the others after the one that it follows in `second`. */
function woven(first: readonly string[], second: readonly string[]): string[] {
  const ids = [...first];
  second.forEach((id, index) => {
    if (!ids.includes(id)) {
      const before = second[index - 1];
      ids.splice(before === undefined ? 0 : ids.indexOf(before) + 1, 0, id);
    }
  });
  return ids;
}

/** Sorts the entries in the order of ids; entries without an id in the list are last. */
export function inOrder<T extends Entry>(entries: readonly T[], ids: readonly string[]): T[] {
  const places = new Map(ids.map((id, index) => [id, index]));
  const getIndex = ({ id }: T): number => places.get(id) ?? ids.length;
  return entries.toSorted((one, other) => getIndex(one) - getIndex(other));
}
