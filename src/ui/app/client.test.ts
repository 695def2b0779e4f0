import { expect, it } from 'vitest';
import { findNextCursor, toOperationAddress } from './client.ts';

it('finds the cursor of the next page', () => {
  expect(findNextCursor('</v1/jobs?limit=2&cursor=a%3D>; rel="next"')).toBe('a=');
  expect(findNextCursor('<https://a.test/x?cursor=1>; rel="prev", <https://a.test/x?cursor=2>; rel=next')).toBe('2');
  expect(findNextCursor('</v1/jobs?cursor=1>; rel="prev"')).toBeNull();
  expect(findNextCursor(null)).toBeNull();
});

it('fills the path of an operation', () => {
  const address = toOperationAddress('getJob', { envelopeId: 'job/1 ?' });
  expect(address.pathname.endsWith('/v1/jobs/job%2F1%20%3F')).toBe(true);
});
