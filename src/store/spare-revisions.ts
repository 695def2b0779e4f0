/**
 * Returns the revisions to delete so that `count` stay. The newest half stays, and so does the first revision, which the recipe
 * created. Of the others, the one is deleted whose neighbours are closest to each other relative to their age, so distances grow
 * with age.
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

/** Returns the index of the most redundant revision, among those after the newest `recent` and before the last one. */
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
