import { expect, it } from 'vitest';
import { withNewer, withOlder } from './use-pages.ts';

type Listed = { readonly data: readonly { readonly id: string }[]; readonly nextCursor: string | null };

const pageOf = (ids: string, nextCursor: string | null = null): Listed => ({
  data: Array.from(ids, (id) => ({ id })),
  nextCursor,
});
const show = ({ data, nextCursor }: Listed): string => data.map(({ id }) => id).join('') + (nextCursor ?? '.');

it('adds new rows at the top of the list', () => {
  expect(show(withNewer(pageOf('dcba'), pageOf('fed', '>d')))).toBe('fedcba.');
  expect(show(withNewer(pageOf('ba', '>a'), pageOf('cb', '>b')))).toBe('cba>a');
  expect(show(withNewer(pageOf(''), pageOf('a')))).toBe('a.');
});

it('starts over if the first page does not overlap the list', () => {
  expect(show(withNewer(pageOf('ba'), pageOf('zy', '>y')))).toBe('zy>y');
});

it('ignores an outdated answer and a page of another list', () => {
  expect(show(withNewer(pageOf('dcba'), pageOf('cb', '>b')))).toBe('dcba.');
  expect(show(withOlder(pageOf('ba', '>a'), '>a', pageOf('9')))).toBe('ba9.');
  expect(show(withOlder(pageOf('zy', '>y'), '>a', pageOf('9')))).toBe('zy>y');
});
