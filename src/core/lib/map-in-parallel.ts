/**
 * Calls `work` for each item, at most `most` at a time, and returns the results in the order of the items. After a failure no
 * further call starts. The failure is thrown when all running calls have ended, so that no work continues in the background.
 */
export async function mapInParallel<Item, Result>(
  items: readonly Item[],
  most: number,
  work: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const failures: unknown[] = [];
  const waiting = items.entries();
  const goOn = async (): Promise<void> => {
    for (const [index, item] of waiting) {
      if (failures.length > 0) {
        return;
      }
      try {
        results[index] = await work(item, index);
      } catch (thrown) {
        failures.push(thrown);
      }
    }
  };
  await Promise.all(Array.from({ length: most }, goOn));
  if (failures.length > 0) {
    throw failures[0];
  }
  return results;
}
