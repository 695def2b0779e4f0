import { beforeAll, expect, test, vi } from 'vitest';
import { FakeCanvas } from '../../../../../test/support/fake-canvas.ts';
import { measureText } from '../../render/raster/text/break-lines.ts';
import { timelineItem } from '#core/timeline/document.ts';
import { getBox, layOutLines, spaceOutLines, type LinesWanted } from './lay-out-lines.ts';

beforeAll(() => {
  vi.stubGlobal('OffscreenCanvas', FakeCanvas);
});

/** Creates a request in which every letter is half as wide as its size. */
const wanted = (text: string, changes: Partial<LinesWanted> = {}): LinesWanted => ({
  text,
  mayBreak: !text.includes('\n'),
  sizePx: null,
  letterSpacing: 0,
  rotation: 0,
  lineHeight: 1.1,
  capHeight: 0.7,
  picture: { width: 1280, height: 720 },
  measure: (one, letterSpacing) => measureText(one, { css: '"Inter"', weight: 800, letterSpacing }),
  ...changes,
});
const getWidths = (laidOut: ReturnType<typeof layOutLines>): number[] => laidOut.map(({ width }) => width / 1280);

test.each(['SUMMER', 'THE LONG GOODBYE', 'HI', 'A QUICK BROWN FOX JUMPS OVER THE LAZY DOG AND AWAY', 'two\nlines'])(
  '“%s” fills four fifths to nine tenths of the frame width in every layout',
  (text) => {
    const laidOut = layOutLines(wanted(text));
    expect(laidOut.length).toBeGreaterThan(0);
    for (const share of getWidths(laidOut)) {
      expect(share).toBeGreaterThanOrEqual(0.8);
      expect(share).toBeLessThanOrEqual(0.9);
    }
  },
);

test('spaces out a short word, and limits its height to six tenths of the frame', () => {
  const [widest] = layOutLines(wanted('HI'));
  expect(widest?.letterSpacing).toBeGreaterThan(0);
  expect((widest?.sizePx ?? 0) * 0.7).toBeLessThanOrEqual(0.6 * 720);
});

test('offers smaller letters with more spacing and the same width, for places with little room', () => {
  const spaced = spaceOutLines(layOutLines(wanted('SUMMER')), wanted('SUMMER'));
  expect(spaced.length).toBeGreaterThan(2);
  for (const { width, letterSpacing } of spaced) {
    expect(width).toBeGreaterThanOrEqual(0.8 * 1280);
    expect(width).toBeLessThanOrEqual(0.9 * 1280);
    expect(letterSpacing).toBeGreaterThan(0.1);
  }
  expect(spaceOutLines(layOutLines(wanted('مرحبا')), wanted('مرحبا'))).toEqual([]);
});

test('breaks a long text into larger lines, and a text with line feeds only at those', () => {
  const lines = layOutLines(wanted('THE LONG GOODBYE OF SUMMER')).map(({ text }) => text);
  expect(lines).toContain('THE LONG GOODBYE OF SUMMER');
  expect(lines).toContain('THE LONG GOODBYE\nOF SUMMER');
  const given = layOutLines(wanted('THE\nLONG GOODBYE')).map(({ text }) => text);
  expect(new Set(given)).toEqual(new Set(['THE\nLONG GOODBYE']));
});

test('breaks no word, and makes a single letter as large as allowed', () => {
  expect(layOutLines(wanted('UNBREAKABLE')).every(({ lineCount }) => lineCount === 1)).toBe(true);
  const [letter] = layOutLines(wanted('I'));
  expect(letter?.sizePx).toBeCloseTo((0.6 * 720) / 0.7, 0);
});

test('keeps turned text within the frame', () => {
  for (const { sizePx, width } of layOutLines(wanted('SUMMER', { rotation: -90 }))) {
    expect(width).toBeLessThanOrEqual(0.6 * 720 + 1);
    expect(sizePx).toBeGreaterThan(80);
  }
});

test('keeps a size that the user chose, and breaks lines that exceed the frame', () => {
  expect(layOutLines(wanted('SUMMER NIGHTS', { sizePx: 200 }))).toMatchObject([
    { sizePx: 200, text: 'SUMMER\nNIGHTS', width: 600 },
  ]);
  expect(layOutLines(wanted('SUMMER NIGHTS', { sizePx: 200, mayBreak: false }))).toMatchObject([{ lineCount: 1 }]);
});

test.each(['M'.repeat(80), 'M\n'.repeat(40)])(
  'limits the box of the largest letters to the maximum of a document',
  (text) => {
    const [lines] = layOutLines(wanted(text, { sizePx: 5000, mayBreak: false }));
    if (!lines) {
      throw new Error('there are no lines');
    }
    const item = { id: 'text', type: 'text', name: '', text, startSeconds: 0, durationSeconds: 1, x: 0, y: 0 };
    expect(timelineItem.safeParse({ ...item, ...getBox(lines, 1.4) }).error).toBeUndefined();
  },
);
