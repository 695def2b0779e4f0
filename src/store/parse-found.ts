import { parseRow, type RowOf, type TableName } from '#core/model/records.ts';

/** A stored row, or undefined. */
export type Found = { readonly id?: unknown; readonly revision?: unknown; readonly updatedAt?: unknown } | undefined;

/**
 * Creates a parser of stored rows. The last canvas is not parsed again while its revision is the same, because an open editor reads
 * it every two seconds and its document may be long.
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
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it was parsed as a row of this table
    return last.row as RowOf<T>;
  };
}

const isSame = (one: Found, other: Found): boolean =>
  one?.id === other?.id && one?.revision === other?.revision && one?.updatedAt === other?.updatedAt;
