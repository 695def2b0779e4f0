import { distance } from 'fastest-levenshtein';

/** Returns the name in `known` that is most similar to `name`; undefined if none is similar enough. */
export function findNearestName(name: string, known: readonly string[]): string | undefined {
  const wanted = toPlain(name);
  const [best] = known
    .map((candidate) => ({ candidate, edits: distance(wanted, toPlain(candidate)) }))
    .toSorted((a, b) => a.edits - b.edits);
  const limit = Math.max(1, Math.floor(wanted.length / 3));
  return best && best.edits <= limit ? best.candidate : undefined;
}

/**
 * Removes case and separators, which are the most common mistakes: `output_format` is `outputFormat`. Names are shortened to 100
 * characters, because the time for a comparison grows with both lengths.
 */
const toPlain = (name: string): string => name.slice(0, 100).toLowerCase().replaceAll(/[-_ ]/g, '');
