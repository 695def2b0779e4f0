import { beforeAll, expect, test, vi } from 'vitest';
import { FakeCanvas } from '../../../../../test/support/fake-canvas.ts';
import { measureText } from '../../render/raster/text/break-lines.ts';
import { timelineItem } from '#core/timeline/document.ts';
import { boxOf, layOutLines, spaceOutLines, type LinesWanted } from './lay-out-lines.ts';

beforeAll(() => {
  vi.stubGlobal('OffscreenCanvas', FakeCanvas);
});

/** Every letter is half as wide as its size here. */
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
const widthsOf = (laidOut: ReturnType<typeof layOutLines>): number[] => laidOut.map(({ width }) => width / 1280);

test.each(['SUMMER', 'THE LONG GOODBYE', 'HI', 'A QUICK BROWN FOX JUMPS OVER THE LAZY DOG AND AWAY', 'two\nlines'])(
  '“%s” is four fifths to nine tenths as wide as the picture in every way that it can be set',
  (text) => {
    const laidOut = layOutLines(wanted(text));
    expect(laidOut.length).toBeGreaterThan(0);
    for (const share of widthsOf(laidOut)) {
      expect(share).toBeGreaterThanOrEqual(0.8);
      expect(share).toBeLessThanOrEqual(0.9);
    }
  },
);

test('a short word is spaced out and no higher than six tenths of the picture', () => {
  const [widest] = layOutLines(wanted('HI'));
  expect(widest?.letterSpacing).toBeGreaterThan(0);
  expect((widest?.sizePx ?? 0) * 0.7).toBeLessThanOrEqual(0.6 * 720);
});

test('where there is little room letters become smaller and stand apart, as wide as before', () => {
  const spaced = spaceOutLines(layOutLines(wanted('SUMMER')), wanted('SUMMER'));
  expect(spaced.length).toBeGreaterThan(2);
  for (const { width, letterSpacing } of spaced) {
    expect(width).toBeGreaterThanOrEqual(0.8 * 1280);
    expect(width).toBeLessThanOrEqual(0.9 * 1280);
    expect(letterSpacing).toBeGreaterThan(0.1);
  }
  expect(spaceOutLines(layOutLines(wanted('مرحبا')), wanted('مرحبا'))).toEqual([]);
});

test('a long text is broken so that its letters become larger, a text with line feeds only there', () => {
  const lines = layOutLines(wanted('THE LONG GOODBYE OF SUMMER')).map(({ text }) => text);
  expect(lines).toContain('THE LONG GOODBYE OF SUMMER');
  expect(lines).toContain('THE LONG GOODBYE\nOF SUMMER');
  const given = layOutLines(wanted('THE\nLONG GOODBYE')).map(({ text }) => text);
  expect(new Set(given)).toEqual(new Set(['THE\nLONG GOODBYE']));
});

test('no word is broken, and one letter is as large as it may be', () => {
  expect(layOutLines(wanted('UNBREAKABLE')).every(({ lineCount }) => lineCount === 1)).toBe(true);
  const [letter] = layOutLines(wanted('I'));
  expect(letter?.sizePx).toBeCloseTo((0.6 * 720) / 0.7, 0);
});

test('a turned text stays within the picture', () => {
  for (const { sizePx, width } of layOutLines(wanted('SUMMER', { rotation: -90 }))) {
    expect(width).toBeLessThanOrEqual(0.6 * 720 + 1);
    expect(sizePx).toBeGreaterThan(80);
  }
});

test('a size that somebody has chosen is kept; what would leave the picture is broken', () => {
  expect(layOutLines(wanted('SUMMER NIGHTS', { sizePx: 200 }))).toMatchObject([
    { sizePx: 200, text: 'SUMMER\nNIGHTS', width: 600 },
  ]);
  expect(layOutLines(wanted('SUMMER NIGHTS', { sizePx: 200, mayBreak: false }))).toMatchObject([{ lineCount: 1 }]);
});

test.each(['M'.repeat(80), 'M\n'.repeat(40)])(
  'letters of the largest size lie in a box that a document can hold',
  (text) => {
    const [lines] = layOutLines(wanted(text, { sizePx: 5000, mayBreak: false }));
    if (!lines) {
      throw new Error('there are no lines');
    }
    const item = { id: 'text', type: 'text', name: '', text, startSeconds: 0, durationSeconds: 1, x: 0, y: 0 };
    expect(timelineItem.safeParse({ ...item, ...boxOf(lines, 1.4) }).error).toBeUndefined();
  },
);
