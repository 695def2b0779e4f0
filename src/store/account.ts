import type { Account } from '#core/records.ts';
import type { Rows } from './store.ts';

/** What a new browser starts with. */
const newAccount: Account = {
  id: 'account',
  projectName: 'Local project',
  plan: 'local',
  balance: 500,
  reserved: 0,
  caps: { maxFileBytes: null, maxStorageBytes: null, requestsPerMinute: null, ticketSeconds: null },
};

/** The account; a new one where none has been written yet. */
export const readAccount = async (rows: Pick<Rows<'account'>, 'get'>): Promise<Account> =>
  (await rows.get('account', 'account')) ?? newAccount;
