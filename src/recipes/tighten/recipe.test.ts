import { expect, test } from 'vitest';
import { getKeptSeconds } from './cut-arithmetic.ts';
import { tighten } from './recipe.ts';

const parse = (given: object) => tighten.input.safeParse({ material: 'mat_1', ...given });

test.each([
  [{ keepGapSeconds: 0.23 }, 'must be at least 0.24, twice paddingSeconds'],
  [{ keepGapSeconds: 0.5, paddingSeconds: 0.3 }, 'must be at least 0.6, twice paddingSeconds'],
])('refuses a kept pause below twice the padding, with its path: %j', (given, message) => {
  expect(parse(given).error?.issues).toMatchObject([{ path: ['keepGapSeconds'], message }]);
});

test.each([
  [{}, 0.24],
  [{ paddingSeconds: 0.3 }, 0.6],
  [{ keepGapSeconds: 0.24 }, 0.24],
  [{ keepGapSeconds: 1 }, 1],
])('keeps twice the padding of a pause without another value: %j keeps %d s', (given, kept) => {
  const { data } = parse(given);
  expect(data && getKeptSeconds(data)).toBe(kept);
});
