import { distance } from 'fastest-levenshtein';

/** The name of `known` that `name` was most likely meant to be; undefined when none is near. */
export function findNearestName(name: string, known: readonly string[]): string | undefined {
  const wanted = toPlain(name);
  const [best] = known
    .map((candidate) => ({ candidate, edits: distance(wanted, toPlain(candidate)) }))
    .toSorted((a, b) => a.edits - b.edits);
  const limit = Math.max(1, Math.floor(wanted.length / 3));
  return best && best.edits <= limit ? best.candidate : undefined;
}

/**
 * Case and separators are what people get wrong most: `output_format` is `outputFormat`. Names are cut at 100 characters, as
 * comparing takes time that grows with both lengths.
 */
const toPlain = (name: string): string => name.slice(0, 100).toLowerCase().replaceAll(/[-_ ]/g, '');
