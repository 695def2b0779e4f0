import type { IndexOf, RowOf, TableName } from '#core/model/records.ts';
import type { Bytes } from './bytes.ts';

/** A filter for the rows of a table whose field has the value. */
type Match<T extends TableName> = { readonly index: IndexOf<T>; readonly value: string };

/**
 * What may be done within one transaction, on the tables that it was opened for. Await nothing but its own methods:
 * IndexedDB commits when it has no more to do.
 */
export interface Transaction<N extends TableName> {
  get<T extends N>(table: T, id: string): Promise<RowOf<T> | undefined>;
  list<T extends N>(table: T, match?: Match<T>): Promise<RowOf<T>[]>;
  /** The ids of what `list` gives, without reading the rows. */
  listIds<T extends N>(table: T, match: Match<T>): Promise<string[]>;
  put<T extends N>(table: T, row: RowOf<T>): Promise<void>;
  remove(table: N, id: string): Promise<void>;
}

/** The reading half of a store or of a transaction, for these tables. */
export type Rows<N extends TableName> = Pick<Transaction<N>, 'get' | 'list'>;

/** The only state there is: rows and bytes. */
export interface Store extends Rows<TableName> {
  readonly bytes: Bytes;
  /**
   * All of `work` or nothing of it, and nobody in between who touches the same tables. A throw undoes it and comes out
   * unchanged.
   */
  transact<N extends TableName, R>(tables: readonly N[], work: (transaction: Transaction<N>) => Promise<R>): Promise<R>;
  /** Everything back to the state of a new browser. A file that a live thread still holds is that thread's to remove. */
  clear(): Promise<void>;
}
