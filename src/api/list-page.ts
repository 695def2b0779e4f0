import * as z from 'zod';
import { invalid } from './parse-request.ts';

/** The position of a row in a list, newest first. Rows with equal times have an arbitrary but stable order. */
type Position = { readonly createdAt: number; readonly id: string };

type PageQuery = { readonly limit: number; readonly cursor?: string | undefined };

/**
 * Returns one page of a list in its order, and the cursor of the next page, which is undefined at the end. Throws VALIDATION_FAILED
 * for an invalid cursor.
 */
export function toPage<T extends Position>(
  rows: readonly T[],
  { limit, cursor }: PageQuery,
): { page: T[]; next: string | undefined } {
  const after = cursor === undefined ? null : parseCursor(cursor);
  const rest = rows.filter((row) => !after || compare(after, row) < 0).toSorted(compare);
  const page = rest.slice(0, limit);
  const last = page.at(-1);
  return { page, next: last && rest.length > limit ? toCursor(last) : undefined };
}

/** Returns the Link header with the URL of the next page. */
export const toNextLink = (address: string): Record<string, string> => ({ Link: `<${address}>; rel="next"` });

const compare = (a: Position, b: Position): number =>
  b.createdAt - a.createdAt || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0);

const position = z.tuple([z.number(), z.string()]);

const toCursor = ({ createdAt, id }: Position): string => btoa(JSON.stringify([createdAt, id])).replaceAll('=', '');

function parseCursor(cursor: string): Position {
  try {
    const [createdAt, id] = position.parse(JSON.parse(atob(cursor)));
    return { createdAt, id };
  } catch (cause) {
    throw invalid(
      [
        {
          path: 'cursor',
          message: 'is not a cursor of this list; use nextCursor of the tool, or the Link header of the previous page',
        },
      ],
      cause,
    );
  }
}
