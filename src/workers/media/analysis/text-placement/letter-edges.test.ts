import { beforeAll, expect, test, vi } from 'vitest';
import { FakeCanvas } from '../../../../../test/support/fake-canvas.ts';
import { measureText } from '../../render/raster/text/break-lines.ts';
import { letterEdges } from './letter-edges.ts';

beforeAll(() => {
  vi.stubGlobal('OffscreenCanvas', FakeCanvas);
});

/** Every letter is half as wide as its size here. */
const edgesOf = (text: string, rotation = 0): number[][] =>
  letterEdges(
    { text, sizePx: 100, letterSpacing: 0 },
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
