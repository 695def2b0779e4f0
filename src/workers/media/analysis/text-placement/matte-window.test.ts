import { expect, test } from 'vitest';
import { encodeHeader, encodeMatte } from './matte-file.ts';
import { halved, mattesAt, openWindow, readWindow, sampleMattes } from './matte-window.ts';

const grid = { width: 4, height: 2 };
const frameRate = 25;

/** Ten seconds of mattes of a cutout that begins at 5 s of its source. Each matte is filled with the number of its second. */
const file = new Blob([
  encodeHeader(grid),
  ...Array.from({ length: 10 * frameRate }, (_, index) => {
    const alpha = new Uint8Array(8).fill(Math.floor(index / frameRate));
    return encodeMatte({ startSeconds: index / frameRate, durationSeconds: 1 / frameRate, alpha });
  }),
]);
const open = (startSeconds: number, endSeconds: number) =>
  openWindow(file, { window: { startSeconds, endSeconds }, mattesStartSeconds: 5 });

test('has the frames that begin in it, with relative times', async () => {
  const starts: number[] = [];
  for await (const { startSeconds, alpha } of readWindow(await open(7, 8))) {
    starts.push(startSeconds);
    expect(alpha[0]).toBe(2);
  }
  expect(starts).toHaveLength(frameRate);
  expect([starts[0], starts.at(-1)]).toEqual([expect.closeTo(0), expect.closeTo(0.96)]);
});

test('samples at even distances, and at most all frames', async () => {
  const samples = await sampleMattes(await open(5, 15), 10);
  expect(samples.length).toBeGreaterThanOrEqual(10);
  expect(new Set(samples.map(({ alpha }) => alpha[0])).size).toBe(10);
  expect(await sampleMattes(await open(5, 6), 1000)).toHaveLength(frameRate);
});

test('returns the matte at each time', async () => {
  const found = await mattesAt(await open(6, 12), [0, 2.5, 2.51, 5.9]);
  expect(found.map(({ alpha }) => alpha[0])).toEqual([1, 3, 3, 6]);
});

test('halves a matte by the means of four cells', () => {
  expect(halved(Uint8Array.of(0, 4, 255, 255, 8, 12, 255, 251), grid)).toEqual(Uint8Array.of(6, 254));
});
