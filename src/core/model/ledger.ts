import { Failure } from '../lib/failure.ts';
import type { Account, Key } from './records.ts';

/** The two rows of a booking: the account pays, the key counts towards its spend cap. */
export type Books = { readonly account: Account; readonly key: Key };

/** Returns the credits that can still be spent: the balance without the reservations of open runs. */
export const creditsRemaining = (account: Account): number => account.balance - account.reserved;

/** Returns the reasons why a run at this price may not start: INSUFFICIENT_CREDITS, SPEND_CAP_REACHED, both or neither. */
export function findRefusals({ account, key }: Books, credits: number): Failure[] {
  const refusals: Failure[] = [];
  const remaining = creditsRemaining(account);
  if (credits > remaining) {
    refusals.push(
      new Failure('INSUFFICIENT_CREDITS', {
        message: `This run costs ${credits} credits and ${remaining} are left.`,
        details: { credits, creditsRemaining: remaining },
      }),
    );
  }
  const { spendCapCredits } = key;
  const used = key.spentCredits + key.reservedCredits;
  if (spendCapCredits !== null && used + credits > spendCapCredits) {
    refusals.push(
      new Failure('SPEND_CAP_REACHED', {
        message: `This run costs ${credits} credits; the key may spend ${spendCapCredits} and has ${used} of them spent or reserved.`,
        details: { credits, spendCapCredits, usedCredits: used },
      }),
    );
  }
  return refusals;
}

/** Reserves the price of a run. Throws the first failure of `findRefusals`, and books nothing then. */
export function reserve({ account, key }: Books, credits: number): Books {
  const [refusal] = findRefusals({ account, key }, credits);
  if (refusal) {
    throw refusal;
  }
  return {
    account: { ...account, reserved: account.reserved + credits },
    key: { ...key, reservedCredits: key.reservedCredits + credits },
  };
}

/** Refunds the reserved credits of a run that failed or was canceled. */
export const release = ({ account, key }: Books, credits: number): Books => ({
  account: { ...account, reserved: account.reserved - credits },
  key: { ...key, reservedCredits: key.reservedCredits - credits },
});

/** Charges the reserved credits of a completed run. */
export function charge(books: Books, credits: number): Books {
  const { account, key } = release(books, credits);
  return {
    account: { ...account, balance: account.balance - credits },
    key: { ...key, spentCredits: key.spentCredits + credits },
  };
}

/** The functions that apply each kind of booking to the rows. */
export const bookings = { reserve, charge, release } as const;
