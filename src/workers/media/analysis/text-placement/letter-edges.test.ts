import { beforeAll, expect, test, vi } from 'vitest';
import { FakeCanvas } from '../../../../../test/support/fake-canvas.ts';
import { measureText } from '../../render/raster/text/break-lines.ts';
import { letterEdges } from './letter-edges.ts';

beforeAll(() => {
  vi.stubGlobal('OffscreenCanvas', FakeCanvas);
});

/** Every letter is half as wide as its size here. */
const edgesOf = (text: string, rotation = 0, spacing = 0): number[][] =>
  letterEdges(
    { text, sizePx: 100, letterSpacing: spacing },
    { rotation, measure: (one, letterSpacing) => measureText(one, { css: '"Inter"', weight: 800, letterSpacing }) },
  ).map((edges) => edges.map(Math.round));

test('letters stand beside each other about the middle of their line', () => {
  expect(edgesOf('four\nhi')).toEqual([
    [-100, -50, 0, 50, 100],
    [-50, 0, 50],
  ]);
});

test('of lines from right to left the edges rise too', () => {
  expect(edgesOf('שלום')).toEqual([[-100, -50, 0, 50, 100]]);
});

test('turned lines have none, and long ones neither', () => {
  expect(edgesOf('four', 8)).toEqual([]);
  expect(edgesOf('a line that is longer than a few words')).toEqual([[]]);
});

test('letters that are spaced out have their gaps before them; beside joined letters there are none', () => {
  expect(edgesOf('abc', 0, 0.2)).toEqual([[-95, -45, 25, 95]]);
  expect(edgesOf('abسل', 0, 0.2)).toEqual([[-100, -50, 0, 50, 100]]);
});

test('a sign with its marks is one letter, and spaces alone have none', () => {
  expect(edgesOf('e\u0301a')).toEqual([[-50, 0, 50]]);
  expect(edgesOf('W')).toEqual([[-25, 25]]);
  expect(edgesOf('  ')).toEqual([[0]]);
});
