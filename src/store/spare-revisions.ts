/**
 * The revisions to forget so that `count` stay. The newest half is kept whole, and the first one, which is what a recipe made.
 * Between them, one goes whose neighbours are nearest to each other for how long ago it was: the older, the further apart.
 */
export function findSpareRevisions(revisions: readonly number[], count: number): number[] {
  const kept = revisions.toSorted((one, other) => other - one);
  const spare: number[] = [];
  while (kept.length > count) {
    const index = findSparest(kept, Math.ceil(count / 2));
    spare.push(...kept.splice(index, 1));
  }
  return spare;
}

/** The place of the revision that is missed least, among those behind the newest `recent` and before the last one. */
function findSparest(kept: readonly number[], recent: number): number {
  const newest = kept[0] ?? 0;
  let sparest = { index: kept.length - 1, share: Infinity };
  for (let index = recent; index < kept.length - 1; index += 1) {
    const [later, one, earlier] = [kept[index - 1] ?? 0, kept[index] ?? 0, kept[index + 1] ?? 0];
    const share = (later - earlier) / (newest - one);
    if (share <= sparest.share) {
      sparest = { index, share };
    }
  }
  return sparest.index;
}
