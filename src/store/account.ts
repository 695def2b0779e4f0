import type { Booking } from '#core/model/ledger-rows.ts';
import type { Account } from '#core/model/records.ts';
import { createId } from './ids.ts';
import type { Rows, Transaction } from './store.ts';

/** The account of a new browser. */
export const newAccount: Account = {
  id: 'account',
  projectName: 'Local project',
  plan: 'local',
  balance: 500,
  reserved: 0,
  caps: { maxFileBytes: null, maxStorageBytes: null, requestsPerMinute: null, ticketSeconds: null },
};

/** Returns the account, or a new one if none has been written yet. */
export const readAccount = async (rows: Pick<Rows<'account'>, 'get'>): Promise<Account> =>
  (await rows.get('account', 'account')) ?? newAccount;

/** Writes an entry of the ledger; `account` is the row after the booking. */
export const noteBooking = (
  rows: Pick<Transaction<'bookings'>, 'put'>,
  { balance, reserved }: Account,
  booked: Pick<Booking, 'kind' | 'credits' | 'job'>,
  now: number,
): Promise<void> => rows.put('bookings', { ...booked, id: createId('bkg'), balance, reserved, createdAt: now });
