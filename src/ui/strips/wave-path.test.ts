import { expect, test } from 'vitest';
import { pointsOfPiece } from './peak-pieces.ts';
import { linePath, wavePath } from './wave-path.ts';

const box = { width: 4, height: 20 };
const loud = new Float32Array(pointsOfPiece).fill(1);
/** A point each second. */
const held = { fromSeconds: 0, toSeconds: pointsOfPiece };

test('the outline goes along the highest points and back along the lowest, within the box', () => {
  const span = { fromSeconds: 2, toSeconds: 4 };
  const path = wavePath({ box, span, drawn: held, held, low: loud.map((high) => -high), high: loud });
  expect(path).toBe('M0 0L2 0L4 0L4 0L4 20L4 20L2 20L0 20z');
});

test('silence is a line of a pixel, and a span without points nothing', () => {
  const silent = new Float32Array(pointsOfPiece);
  const span = { fromSeconds: 0, toSeconds: 1 };
  expect(wavePath({ box, span, drawn: held, held, low: silent, high: silent })).toContain('M0 9.5L4 9.5');
  expect(linePath(box)).toBe('M0 9.5h4v1H0z');
  const later = { fromSeconds: 5000, toSeconds: 5001 };
  expect(wavePath({ box, span: later, drawn: held, held, low: silent, high: silent })).toBe('');
});
