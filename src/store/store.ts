import type { IndexOf, RowOf, TableName } from '#core/model/records.ts';
import type { Bytes } from './bytes.ts';

/** A filter for the rows of a table whose field has the value. */
type Match<T extends TableName> = { readonly index: IndexOf<T>; readonly value: string };

/**
 * The operations within one transaction, on the tables for which it was opened. Await only its own methods: IndexedDB commits a
 * transaction without pending requests.
 */
export interface Transaction<N extends TableName> {
  get<T extends N>(table: T, id: string): Promise<RowOf<T> | undefined>;
  list<T extends N>(table: T, match?: Match<T>): Promise<RowOf<T>[]>;
  /** Lists the ids of the rows that `list` returns, without reading the rows. */
  listIds<T extends N>(table: T, match: Match<T>): Promise<string[]>;
  put<T extends N>(table: T, row: RowOf<T>): Promise<void>;
  remove(table: N, id: string): Promise<void>;
  /** Removes all rows of a table. */
  clear(table: N): Promise<void>;
}

/** The methods of a store or a transaction that read these tables. */
export type Rows<N extends TableName> = Pick<Transaction<N>, 'get' | 'list'>;

/** The only state of the product: rows and bytes. */
export interface Store extends Rows<TableName> {
  readonly bytes: Bytes;
  /**
   * Runs `work` as one transaction: atomic, and isolated from others on the same tables. An error rolls it back and is thrown
   * unchanged.
   */
  transact<N extends TableName, R>(tables: readonly N[], work: (transaction: Transaction<N>) => Promise<R>): Promise<R>;
  /** Resets the store to the state of a new browser. A file that a running thread locks stays, and that thread removes it. */
  clear(): Promise<void>;
}
