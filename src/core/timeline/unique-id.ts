import { drawSeeded } from '../lib/seeded.ts';

/** The number of ids for a prefix: eight letters and digits make collisions negligible. */
const idCount = 36 ** 8;

/**
 * Returns an id that no document has used, `text-k3f9x2ab`. The id of a deleted object is never used again, because merges and undo
 * treat objects with the same id as the same object.
 */
export const uniqueId = (prefix: string): string =>
  `${prefix}-${Math.floor(drawSeeded(prefix) * idCount)
    .toString(36)
    .padStart(8, '0')}`;
