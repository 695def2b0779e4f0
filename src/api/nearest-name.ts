/** The name of `known` that `name` was most likely meant to be; undefined when none is near. */
export function findNearestName(name: string, known: readonly string[]): string | undefined {
  const wanted = toPlain(name);
  const [best] = known
    .map((candidate) => ({ candidate, distance: editDistance(wanted, toPlain(candidate)) }))
    .toSorted((a, b) => a.distance - b.distance);
  const limit = Math.max(1, Math.floor(wanted.length / 3));
  return best && best.distance <= limit ? best.candidate : undefined;
}

/** Case and separators are what people get wrong most: `output_format` is `outputFormat`. */
const toPlain = (name: string): string => name.toLowerCase().replaceAll(/[-_ ]/g, '');

/** Levenshtein's distance: how many letters must be put in, taken out or changed. Names are cut at 100 letters. */
export function editDistance(a: string, b: string): number {
  const [from, to] = [Array.from(a.slice(0, 100)), Array.from(b.slice(0, 100))];
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [i, letter] of from.entries()) {
    const next = [i + 1];
    for (const [j, other] of to.entries()) {
      const [above = 0, corner = 0, left = 0] = [row[j + 1], row[j], next[j]];
      next.push(Math.min(above + 1, left + 1, corner + (letter === other ? 0 : 1)));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
