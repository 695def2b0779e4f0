import { parseRow, type RowOf, type TableName } from '#core/model/records.ts';

/** A row as it is stored, or undefined. */
type Found = { readonly id?: unknown; readonly revision?: unknown; readonly updatedAt?: unknown } | undefined;

/**
 * Parses what was found. The canvas that was parsed last is not parsed again while it is of the same revision: an open editor
 * asks every other second whether it has changed, and its document may be long.
 */
export function createFoundParser(): <T extends TableName>(table: T, found: Found) => RowOf<T> | undefined {
  let last: { readonly found: Found; readonly row: unknown } | null = null;
  return <T extends TableName>(table: T, found: Found) => {
    if (found === undefined || table !== 'canvases') {
      return found && parseRow(table, found);
    }
    if (!last || !isSame(last.found, found)) {
      last = { found, row: parseRow(table, found) };
    }
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it was parsed as a row of this very table
    return last.row as RowOf<T>;
  };
}

const isSame = (one: Found, other: Found): boolean =>
  one?.id === other?.id && one?.revision === other?.revision && one?.updatedAt === other?.updatedAt;
