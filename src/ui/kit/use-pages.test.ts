import { expect, it } from 'vitest';
import { withNewer, withOlder } from './use-pages.ts';

type Listed = { readonly data: readonly { readonly id: string }[]; readonly nextCursor: string | null };

const makePage = (ids: string, nextCursor: string | null = null): Listed => ({
  data: Array.from(ids, (id) => ({ id })),
  nextCursor,
});
const show = ({ data, nextCursor }: Listed): string => data.map(({ id }) => id).join('') + (nextCursor ?? '.');

it('adds new rows at the top of the list', () => {
  expect(show(withNewer(makePage('dcba'), makePage('fed', '>d')))).toBe('fedcba.');
  expect(show(withNewer(makePage('ba', '>a'), makePage('cb', '>b')))).toBe('cba>a');
  expect(show(withNewer(makePage(''), makePage('a')))).toBe('a.');
});

it('starts over if the first page does not overlap the list', () => {
  expect(show(withNewer(makePage('ba'), makePage('zy', '>y')))).toBe('zy>y');
});

it('ignores an outdated answer and a page of another list', () => {
  expect(show(withNewer(makePage('dcba'), makePage('cb', '>b')))).toBe('dcba.');
  expect(show(withOlder(makePage('ba', '>a'), '>a', makePage('9')))).toBe('ba9.');
  expect(show(withOlder(makePage('zy', '>y'), '>a', makePage('9')))).toBe('zy>y');
});
