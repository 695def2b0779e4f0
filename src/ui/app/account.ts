import { signal } from '@preact/signals';
import { call, type DataOf } from './client.ts';
import { takeLatest } from '#ui/kit/take-latest.ts';

/** The account of this browser: balance, plan, storage in use. Null before the first answer. */
export const account = signal<DataOf<'getAccount'> | null>(null);

const askForAccount = takeLatest<DataOf<'getAccount'>>((answer) => (account.value = answer));

/** Reads the account again. Throws OffcutError. */
export async function refreshAccount(): Promise<void> {
  const take = askForAccount();
  take(await call('getAccount'));
}
