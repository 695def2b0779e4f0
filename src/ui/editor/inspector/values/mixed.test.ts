import { expect, it } from 'vitest';
import { mixed, sameOf } from './mixed.ts';

it('returns the common value, and reports differences', () => {
  const read = ({ blend }: { blend: string }): string => blend;
  expect(sameOf([{ blend: 'screen' }, { blend: 'screen' }], read)).toBe('screen');
  expect(sameOf([{ blend: 'screen' }, { blend: 'normal' }], read)).toBe(mixed);
  expect(sameOf([], read)).toBe(mixed);
});

it('treats objects with the same fields as equal', () => {
  expect(sameOf([{ stroke: { widthPx: 2 } }, { stroke: { widthPx: 2 } }], ({ stroke }) => stroke)).toEqual({
    widthPx: 2,
  });
  expect(sameOf([{ stroke: { widthPx: 2 } }, { stroke: { widthPx: 3 } }], ({ stroke }) => stroke)).toBe(mixed);
});
