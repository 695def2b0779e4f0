import { describe, expect, it } from 'vitest';
import type { Account, Key } from './records.ts';
import { charge, creditsRemaining, findRefusals, release, reserve, type Books } from './ledger.ts';

const account: Account = {
  id: 'account',
  projectName: 'Test',
  plan: 'local',
  balance: 30,
  reserved: 10,
  caps: { maxFileBytes: null, maxStorageBytes: null, requestsPerMinute: null, ticketSeconds: null },
};

const key: Key = {
  id: 'hash',
  handle: 'key_a',
  name: 'a',
  hint: 'vk_abcd',
  kind: 'api',
  scopes: [],
  recipes: null,
  spendCapCredits: null,
  spentCredits: 5,
  reservedCredits: 10,
  createdAt: 0,
  expiresAt: null,
  revokedAt: null,
  lastUsedAt: null,
  window: { startedAt: 0, requests: 0 },
};

const books: Books = { account, key };
const codes = (change: Partial<Key>, credits: number): string[] =>
  findRefusals({ account, key: { ...key, ...change } }, credits).map(({ code }) => code);

describe('the ledger', () => {
  it('allows spending the last credit, and no more', () => {
    expect(creditsRemaining(account)).toBe(20);
    expect(codes({}, 20)).toEqual([]);
    expect(codes({}, 21)).toEqual(['INSUFFICIENT_CREDITS']);
  });

  it('counts what a key has spent and reserved against its cap', () => {
    expect(codes({ spendCapCredits: 25 }, 10)).toEqual([]);
    expect(codes({ spendCapCredits: 24 }, 10)).toEqual(['SPEND_CAP_REACHED']);
    expect(codes({ spendCapCredits: 24 }, 21)).toEqual(['INSUFFICIENT_CREDITS', 'SPEND_CAP_REACHED']);
  });

  it('throws instead of booking an amount that is not allowed', () => {
    expect(() => reserve(books, 21)).toThrow('costs 21 credits and 20 are left');
  });

  it('refunds exactly the reserved amount', () => {
    expect(release(reserve(books, 20), 20)).toEqual(books);
  });

  it('charges exactly the reserved amount', () => {
    const spent = charge(reserve(books, 20), 20);
    expect(spent.account).toMatchObject({ balance: 10, reserved: 10 });
    expect(spent.key).toMatchObject({ spentCredits: 25, reservedCredits: 10 });
    expect(creditsRemaining(spent.account)).toBe(0);
  });
});
