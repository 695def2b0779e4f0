import { beforeAll, expect, test, vi } from 'vitest';
import { FakeCanvas } from '../../../../../../test/support/fake-canvas.ts';
import { measureText } from './break-lines.ts';

beforeAll(() => {
  vi.stubGlobal('OffscreenCanvas', FakeCanvas);
});

const plain = { css: '"Inter"', weight: 600, letterSpacing: 0 };
const getLines = (text: string, width: number, lettering = plain): string[] =>
  measureText(text, lettering)
    .breakAt(width)
    .map((line) => line.text);

test.each<[string, string, number, string[]]>([
  ['words', 'one two three', 4, ['one two', 'three']],
  ['exactly as wide', 'one two', 3.25, ['one two']],
  ['line feeds', 'one\n\ntwo', 10, ['one', '', 'two']],
  ['line feeds of Windows', 'one\r\ntwo', 10, ['one', 'two']],
  ['a word that is too long', 'abcdefghij', 2, ['abcd', 'efgh', 'ij']],
  ['Japanese, whose marks do not begin a line', '日本語です。はい', 5, ['日本語で', 'す。はい']],
  ['Thai, which has no spaces', 'สวัสดีชาวโลก', 3, ['สวัสดี', 'ชาวโลก']],
  ['Korean, whose words are kept whole', '안녕하세요 반갑습니다', 4, ['안녕하세요', '반갑습니다']],
  ['Myanmar, whose marks do not begin a line', 'ကောင်း', 1, ['ကော', 'င်း']],
  ['emoji of several signs stay whole', '👩‍👩‍👧👩‍👩‍👧', 1, ['👩‍👩‍👧', '👩‍👩‍👧']],
  ['nothing', '', 10, ['']],
])('%s', (_, text, width, lines) => {
  expect(getLines(text, width)).toEqual(lines);
});

test('measures and breaks a decomposed text like the composed one', () => {
  expect(getLines('한국'.normalize('NFD'), 1)).toEqual(getLines('한국', 1));
});

test('returns widths as multiples of the size, without trailing spaces', () => {
  expect(measureText('one two', plain).breakAt(2)).toMatchObject([{ width: 1.5 }, { width: 1.5 }]);
});

test.each([0.8, -0.1])(
  'does not break a line of maximum width because of the spacing after its last letter: %s',
  (letterSpacing) => {
    const measured = measureText('AT HOME', { ...plain, letterSpacing });
    const [whole] = measured.breakAt(100);
    const width = whole?.width ?? 0;
    expect(measured.breakAt(width).map(({ text }) => text)).toEqual(['AT HOME']);
    expect([measured.countAt(width), measured.countAt(width - 0.05)]).toEqual([1, 2]);
    expect(measured.breakAt(width - 0.05).map(({ text }) => text)).toEqual(['AT', 'HOME']);
  },
);

test('adds letter spacing between letters only, and never between joined letters', () => {
  const [latin] = measureText('abc', { ...plain, letterSpacing: 0.2 }).breakAt(10);
  expect(latin).toMatchObject({ letterSpacing: 0.2 });
  expect(latin?.width).toBeCloseTo(1.5 + 2 * 0.2);
  expect(measureText('مرحبا', { ...plain, letterSpacing: 0.2 }).breakAt(10)).toMatchObject([{ letterSpacing: 0 }]);
});

test('determines the direction of a paragraph by its first letter', () => {
  const lines = measureText('2026 שלום hello\nhello שלום', plain).breakAt(20);
  expect(lines.map((line) => line.isRightToLeft)).toEqual([true, false]);
});

test('returns the widest word and the number of lines without breaking', () => {
  const measured = measureText('a wonderful day', plain);
  expect(measured.widestWord).toBeCloseTo(4.5);
  expect([4.5, 5.3, 20].map((width) => measured.countAt(width))).toEqual([3, 2, 1]);
});
