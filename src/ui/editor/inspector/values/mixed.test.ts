import { expect, it } from 'vitest';
import { mixed, sameOf } from './mixed.ts';

it('gives what all have, and tells where they differ', () => {
  const read = ({ blend }: { blend: string }): string => blend;
  expect(sameOf([{ blend: 'screen' }, { blend: 'screen' }], read)).toBe('screen');
  expect(sameOf([{ blend: 'screen' }, { blend: 'normal' }], read)).toBe(mixed);
  expect(sameOf([], read)).toBe(mixed);
});

it('takes objects with the same fields for equal', () => {
  expect(sameOf([{ stroke: { widthPx: 2 } }, { stroke: { widthPx: 2 } }], ({ stroke }) => stroke)).toEqual({
    widthPx: 2,
  });
  expect(sameOf([{ stroke: { widthPx: 2 } }, { stroke: { widthPx: 3 } }], ({ stroke }) => stroke)).toBe(mixed);
});
