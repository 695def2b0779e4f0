/** Groups values by a key, in their order; not every browser has `Map.groupBy` yet. */
export function groupBy<T>(all: readonly T[], keyOf: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const one of all) {
    const group = groups.get(keyOf(one));
    if (group) {
      group.push(one);
    } else {
      groups.set(keyOf(one), [one]);
    }
  }
  return groups;
}
