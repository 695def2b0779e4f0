import { expect, it } from 'vitest';
import { toCost } from './cost.ts';

it('reports the status of the price', () => {
  const open = { credits: 10, creditsCharged: false, status: 'running' } as const;
  expect(toCost(open)).toBe('10 credits reserved');
  expect(toCost({ ...open, status: 'awaiting_review' })).toBe('10 credits reserved');
  expect(toCost({ ...open, status: 'completed', creditsCharged: true })).toBe('10 credits charged');
  expect(toCost({ ...open, status: 'failed' })).toBe('10 credits refunded');
  expect(toCost({ ...open, credits: 0 })).toBe('Free');
});
