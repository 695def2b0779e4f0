import { signal } from '@preact/signals';
import { call, type DataOf } from './client.ts';

/** The account of this browser: balance, plan, storage in use. Null before the first answer. */
export const account = signal<DataOf<'getAccount'> | null>(null);

/** Reads the account again. Throws ApiError. */
export async function refreshAccount(): Promise<void> {
  account.value = await call('getAccount');
}
