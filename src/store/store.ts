import type { IndexOf, RowOf, TableName } from '#core/records.ts';
import type { Bytes } from './bytes.ts';

/** What may be done within one transaction. Await nothing but its own methods: IndexedDB commits when it has no more to do. */
export interface Transaction {
  get<T extends TableName>(table: T, id: string): Promise<RowOf<T> | undefined>;
  list<T extends TableName>(table: T, match?: { index: IndexOf<T>; value: string }): Promise<RowOf<T>[]>;
  put<T extends TableName>(table: T, row: RowOf<T>): Promise<void>;
  remove(table: TableName, id: string): Promise<void>;
}

/** The only state there is: rows and bytes. */
export interface Store {
  readonly bytes: Bytes;
  get<T extends TableName>(table: T, id: string): Promise<RowOf<T> | undefined>;
  list<T extends TableName>(table: T, match?: { index: IndexOf<T>; value: string }): Promise<RowOf<T>[]>;
  /** All of `work` or nothing of it, and nobody in between. A throw undoes it and comes out unchanged. */
  transact<R>(work: (transaction: Transaction) => Promise<R>): Promise<R>;
  /** Everything back to the state of a new browser. A file that a live thread still holds is that thread's to remove. */
  clear(): Promise<void>;
}
