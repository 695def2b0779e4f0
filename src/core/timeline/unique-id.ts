/** How many ids there are for a prefix: eight letters and digits, so that chance gives none twice. */
const idCount = 36 ** 8;

/**
 * An id that nothing in any document has had, `text-k3f9x2ab`. One that a deleted thing had is never given again: to merges and
 * to undo, what has the same id is the same thing.
 */
export const uniqueId = (prefix: string): string =>
  `${prefix}-${Math.floor(Math.random() * idCount)
    .toString(36)
    .padStart(8, '0')}`;
