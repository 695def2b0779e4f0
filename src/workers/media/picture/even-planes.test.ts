import { expect, test } from 'vitest';
import { EvenPlanes } from './even-planes.ts';
import { createPlanes } from './planes.ts';

test('planes of an even size are passed through', () => {
  const planes = createPlanes(4, 2);
  const { bytes, ...size } = new EvenPlanes().from(planes);
  expect(bytes).toBe(planes.bytes);
  expect(size).toEqual({ codedWidth: 4, codedHeight: 2, visibleRect: { x: 0, y: 0, width: 4, height: 2 } });
});

test('an odd size gets a column and a row, which are not visible', () => {
  const planes = createPlanes(3, 1);
  planes.y.set([10, 20, 30]);
  planes.u.set([1, 2]);
  planes.v.set([3, 4]);
  const { bytes, ...size } = new EvenPlanes().from(planes);
  expect([...bytes]).toEqual([10, 20, 30, 30, 10, 20, 30, 30, 1, 2, 3, 4]);
  expect(size).toEqual({ codedWidth: 4, codedHeight: 2, visibleRect: { x: 0, y: 0, width: 3, height: 1 } });
});
