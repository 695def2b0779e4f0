import { isEqualButRounding } from '../edits/is-equal.ts';

/** An object with an id, whose fields are merged one by one. */
type Entry = { readonly id: string };

/**
 * Merges two changes of the same list, by id: additions, removals and changes of either side, and unchanged entries. The order is
 * undefined. `clash` is called for each field that both changed, and with null for an entry that one removed and the other changed;
 * then my side wins.
 */
export function mergeEntries<T extends Entry>(
  base: readonly T[],
  mine: readonly T[],
  theirs: readonly T[],
  clash: (id: string, field: string | null) => void,
): T[] {
  const [known, here, there] = [byId(base), byId(mine), byId(theirs)];
  const ids = new Set([...there.keys(), ...here.keys()]);
  return [...ids].flatMap((id) => {
    const merged = mergeEntry(known.get(id), here.get(id), there.get(id), (field) => clash(id, field));
    return merged ? [merged] : [];
  });
}

/** Merges one entry as `mergeEntries` does; undefined if it does not exist (any more). */
function mergeEntry<T extends object>(
  base: T | undefined,
  mine: T | undefined,
  theirs: T | undefined,
  clash: (field: string | null) => void,
): T | undefined {
  if (isEqual(mine, base)) {
    return theirs;
  }
  if (isEqual(theirs, base) || isEqual(mine, theirs)) {
    return mine;
  }
  if (!base || !mine || !theirs) {
    clash(null);
    return mine ?? theirs;
  }
  return mergeFields(base, mine, theirs, clash);
}

/** Merges two changes of the fields of an object. `clash` is called for each field that both changed. */
export function mergeFields<T extends object>(base: T, mine: T, theirs: T, clash: (field: string) => void): T {
  const [from, here, there] = [getFields(base), getFields(mine), getFields(theirs)];
  const names = new Set([...there.keys(), ...here.keys()]);
  const fields = [...names].flatMap((name) => {
    const [was, my, their] = [from.get(name), here.get(name), there.get(name)];
    const isMine = !isEqual(my, was);
    if (isMine && !isEqual(their, was) && !isEqual(my, their)) {
      clash(name);
    }
    const value = isMine ? my : their;
    return value === undefined ? [] : [[name, value] as const];
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every field is one of three objects of this type
  return Object.fromEntries(fields) as T;
}

export const isEqual = (one: unknown, other: unknown): boolean => one === other || isEqualButRounding(one, other);

const byId = <T extends Entry>(all: readonly T[]): Map<string, T> => new Map(all.map((one) => [one.id, one]));

const getFields = (value: object): Map<string, unknown> => new Map(Object.entries(value));
