import { beforeAll, expect, test, vi } from 'vitest';
import { timelineItem } from '#core/timeline/document.ts';
import { FakeCanvas } from '../../../../../../test/support/fake-canvas.ts';
import { measureText } from './break-lines.ts';
import { layOutText, type TextItem } from './lay-out-text.ts';

beforeAll(() => {
  vi.stubGlobal('OffscreenCanvas', FakeCanvas);
});

const place = { id: 'a', name: 'a', startSeconds: 0, durationSeconds: 2, x: 0, y: 0, width: 400, height: 200 };
const layOut = (change: Partial<TextItem> & { text: string }, box = { width: 400, height: 200 }) => {
  const item = timelineItem.parse({ ...place, type: 'text', lineHeight: 1.2, ...change });
  if (item.type !== 'text') {
    throw new Error('It is no text');
  }
  const measured = measureText(item.text, { css: '', weight: item.weight, letterSpacing: item.letterSpacing });
  return layOutText(item, box, measured, 0.7);
};

test('chooses the largest font size that fits if no size is given', () => {
  // Four letters of half a size each: the width decides.
  expect(layOut({ text: 'word' }).sizePx).toBeCloseTo(166.66, 1);
  expect(layOut({ text: 'word' }, { width: 200, height: 200 }).sizePx).toBeCloseTo(100, 1);
  expect(layOut({ text: 'wide wide' }, { width: 400, height: 480 })).toMatchObject({
    sizePx: expect.closeTo(200, 1),
    lines: [{ text: 'wide' }, { text: 'wide' }],
  });
});

test('prefers smaller letters to a broken word', () => {
  const { lines } = layOut({ text: 'extraordinary' }, { width: 100, height: 500 });
  expect(lines.map(({ text }) => text)).toEqual(['extraordinary']);
});

test('keeps the padding of a background box within the box', () => {
  const { block, sizePx } = layOut({ text: 'word', plate: { fill: '#000000', paddingPx: 50, cornerPx: 0 } });
  expect(sizePx).toBeCloseTo(83.33, 1);
  expect(block.y).toBeCloseTo(0, 1);
  expect(block.height).toBeCloseTo(200, 1);
});

test.each([
  ['left', [0, 0]],
  ['center', [100, 150]],
  ['right', [200, 300]],
] as const)('places lines at the %s', (align, xs) => {
  const { lines } = layOut({ text: 'wide\nab', sizePx: 100, align }, { width: 400, height: 400 });
  expect(lines.map(({ x }) => x)).toEqual(xs);
});

test('centres capital letters vertically in their line', () => {
  const { lines, block } = layOut({ text: 'A', sizePx: 100 });
  expect(block).toMatchObject({ y: 40, height: 120 });
  expect(lines[0]?.baseline).toBe(100 + 35);
});
