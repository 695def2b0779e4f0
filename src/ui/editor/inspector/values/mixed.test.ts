import { expect, it } from 'vitest';
import { mixed, getCommonValue } from './mixed.ts';

it('returns the common value, and reports differences', () => {
  const read = ({ blend }: { blend: string }): string => blend;
  expect(getCommonValue([{ blend: 'screen' }, { blend: 'screen' }], read)).toBe('screen');
  expect(getCommonValue([{ blend: 'screen' }, { blend: 'normal' }], read)).toBe(mixed);
  expect(getCommonValue([], read)).toBe(mixed);
});

it('treats objects with the same fields as equal', () => {
  expect(getCommonValue([{ stroke: { widthPx: 2 } }, { stroke: { widthPx: 2 } }], ({ stroke }) => stroke)).toEqual({
    widthPx: 2,
  });
  expect(getCommonValue([{ stroke: { widthPx: 2 } }, { stroke: { widthPx: 3 } }], ({ stroke }) => stroke)).toBe(mixed);
});
