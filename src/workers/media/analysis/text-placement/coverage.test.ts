import { expect, test } from 'vitest';
import { coveredShare, doubtfulShare, findTimes, measureCovered, summarise, toLetters } from './coverage.ts';

const grid = { width: 20, height: 10 };

/** Creates a matte in which cells of a box are `value`, the others 0. */
function cells(left: number, top: number, width: number, height: number, value = 255): Uint8Array {
  return Uint8Array.from({ length: grid.width * grid.height }, (_, at) => {
    const [x, y] = [at % grid.width, Math.floor(at / grid.width)];
    return x >= left && x < left + width && y >= top && y < top + height ? value : 0;
  });
}

test('describes letters by the box around them and their area', () => {
  expect(toLetters(cells(3, 2, 4, 5, 51), grid)).toMatchObject({ left: 3, top: 2, width: 4, height: 5 });
  expect(toLetters(cells(3, 2, 4, 5, 51), grid)?.area).toBeCloseTo(4);
  expect(toLetters(new Uint8Array(200), grid)).toBeNull();
});

test('computes coverage as a share of the area of the letters, wherever they are moved', () => {
  const letters = toLetters(cells(4, 3, 8, 4), grid);
  const matte = { width: grid.width, alpha: cells(8, 0, 4, 10) };
  if (!letters) {
    throw new Error('the letters are there');
  }
  expect(coveredShare(letters, matte)).toBeCloseTo(0.5);
  expect(coveredShare(letters, matte, { x: 2, y: -1 })).toBeCloseTo(0.5);
  expect(coveredShare(letters, matte, { x: 8, y: 0 })).toBe(0);
  expect(coveredShare(letters, { width: grid.width, alpha: cells(8, 0, 4, 10, 51) })).toBeCloseTo(0.1);
});

test('weights frames by their duration, and returns times of real frames', () => {
  const frames = [
    { share: 0.1, atSeconds: 0.5, durationSeconds: 1 },
    { share: 0.4, atSeconds: 2.5, durationSeconds: 3 },
    { share: 0.3, atSeconds: 4.5, durationSeconds: 1 },
  ];
  const range = summarise(frames);
  expect(range).toEqual({ least: 0.1, mean: expect.closeTo(0.32), most: 0.4 });
  expect(findTimes(frames, range)).toEqual({ least: 0.5, mean: 4.5, most: 2.5 });
  expect(summarise([])).toEqual({ least: 0, mean: 0, most: 0 });
});

test('of frames that look the same, returns the one closest after a key frame', () => {
  const frames = [0.5, 1.9, 2.1, 3.5].map((atSeconds) => ({ share: 0.2, atSeconds, durationSeconds: 1 }));
  const odd = { share: 0.206, atSeconds: 4, durationSeconds: 1 };
  expect(findTimes([...frames, odd], { least: 0.2, mean: 0.2, most: 0.206 })).toEqual({
    least: 2.1,
    mean: 2.1,
    most: 4,
  });
});

test('counts half-transparent cells as uncertain, and nearly transparent ones as not covered', () => {
  const letters = toLetters(cells(2, 3, 8, 1), grid);
  if (!letters) {
    throw new Error('the letters are there');
  }
  const alpha = new Uint8Array(grid.width * grid.height).fill(255);
  alpha.set([0, 40, 60, 128, 200, 210, 255, 255], 3 * grid.width + 2);
  const measured = measureCovered(letters, { width: grid.width, alpha });
  expect(measured).toEqual({ share: expect.closeTo(1148 / (8 * 255)), touched: 6 / 8, doubtful: 3 / 8 });
  expect(measured.share).toBeCloseTo(coveredShare(letters, { width: grid.width, alpha }));
  const frame = (share: number, wholly: number, durationSeconds: number) => ({
    share,
    touched: share,
    doubtful: share - wholly,
    atSeconds: 0,
    durationSeconds,
  });
  expect(doubtfulShare([frame(0.2, 0.2, 1), frame(0.2, 0, 3)])).toBe(0.75);
  expect(doubtfulShare([frame(0, 0, 1)])).toBe(0);
});
