/**
 * Does `work` for each item, `most` at a time, and answers the results in the order of the items. Where one fails no other is begun;
 * those at work are waited for, so that nothing goes on behind the failure, which is thrown.
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
