import { beforeAll, expect, test, vi } from 'vitest';
import { FakeCanvas } from '../../../../../test/support/fake-canvas.ts';
import { measureText } from '../../render/raster/text/break-lines.ts';
import { letterEdges } from './letter-edges.ts';

beforeAll(() => {
  vi.stubGlobal('OffscreenCanvas', FakeCanvas);
});

/** Lays out text in which every letter is half as wide as its size. */
const getEdges = (text: string, rotation = 0, spacing = 0): number[][] =>
  letterEdges(
    { text, sizePx: 100, letterSpacing: spacing },
    { rotation, measure: (one, letterSpacing) => measureText(one, { css: '"Inter"', weight: 800, letterSpacing }) },
  ).map((edges) => edges.map(Math.round));

test('places letters next to each other around the centre of their line', () => {
  expect(getEdges('four\nhi')).toEqual([
    [-100, -50, 0, 50, 100],
    [-50, 0, 50],
  ]);
});

test('returns rising edges for right-to-left lines too', () => {
  expect(getEdges('שלום')).toEqual([[-100, -50, 0, 50, 100]]);
});

test('returns no edges for turned and for long lines', () => {
  expect(getEdges('four', 8)).toEqual([]);
  expect(getEdges('a line that is longer than a few words')).toEqual([[]]);
});

test('puts the letter spacing before letters, and none next to joined letters', () => {
  expect(getEdges('abc', 0, 0.2)).toEqual([[-95, -45, 25, 95]]);
  expect(getEdges('abسل', 0, 0.2)).toEqual([[-100, -50, 0, 50, 100]]);
});

test('treats a base character with its marks as one letter, and returns no edges for spaces alone', () => {
  expect(getEdges('e\u0301a')).toEqual([[-50, 0, 50]]);
  expect(getEdges('W')).toEqual([[-25, 25]]);
  expect(getEdges('  ')).toEqual([[0]]);
});
