/** Groups values by a key, in their order; not every browser has `Map.groupBy` yet. */
export function groupBy<T>(all: readonly T[], getKey: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const one of all) {
    const group = groups.get(getKey(one));
    if (group) {
      group.push(one);
    } else {
      groups.set(getKey(one), [one]);
    }
  }
  return groups;
}
