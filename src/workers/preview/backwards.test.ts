import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Backwards } from './backwards.ts';

const frameRate = 50;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
});

afterEach(() => {
  vi.useRealTimers();
});

function open(paintMs: number, rate = -1) {
  const painted: number[] = [];
  const shown: { index: number; atMs: number }[] = [];
  const backwards = new Backwards<number>({
    frameRate,
    minSeconds: 0.2,
    rate,
    paint: async (seconds) => {
      await new Promise((resolve) => {
        setTimeout(resolve, paintMs);
      });
      painted.push(Math.floor(seconds * frameRate));
      return Math.floor(seconds * frameRate);
    },
    show: (index) => shown.push({ index, atMs: performance.now() }),
  });
  return { backwards, painted, shown };
}

const down = (from: number, to: number, step = 1): number[] =>
  Array.from({ length: Math.floor((from - to) / step) + 1 }, (_, at) => from - at * step);

test('shows frames from the last to the first on time, and paints them in groups in forward order', async () => {
  const { backwards, painted, shown } = open(5);
  const playing = backwards.play(1);
  await vi.advanceTimersByTimeAsync(5000);
  expect(await playing).toBe(true);
  expect(shown.map(({ index }) => index)).toEqual(down(50, 10));
  expect(painted.slice(0, 4)).toEqual([47, 48, 49, 50]);
  const lengths = shown.slice(1).map(({ atMs }, at) => atMs - (shown[at]?.atMs ?? 0));
  expect(Math.max(...lengths)).toBeLessThan(24);
  expect(backwards.now()).toBe(0.2);
});

test('slows down when painting is slow, and skips no frame', async () => {
  const { backwards, shown } = open(60);
  const playing = backwards.play(1);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await playing).toBe(true);
  expect(shown.map(({ index }) => index)).toEqual(down(50, 10));
});

test('shows every other frame at double speed, and stops immediately', async () => {
  const { backwards, shown } = open(1, -2);
  const playing = backwards.play(1);
  await vi.advanceTimersByTimeAsync(110);
  backwards.stop();
  await vi.advanceTimersByTimeAsync(1000);
  expect(await playing).toBe(false);
  expect(shown.map(({ index }) => index)).toEqual(down(50, 50 - 2 * (shown.length - 1), 2));
  expect(shown.length).toBeLessThan(8);
});

test('shows the only frame of a canvas for one frame duration before the end', async () => {
  const { backwards, shown } = open(0);
  let isOver: boolean | null = null;
  await vi.advanceTimersByTimeAsync(1000);
  void backwards.play(0.2).then((over) => (isOver = over));
  await vi.advanceTimersByTimeAsync(15);
  expect(shown.map(({ index }) => index)).toEqual([10]);
  expect(isOver).toBeNull();
  await vi.advanceTimersByTimeAsync(15);
  expect(isOver).toBe(true);
});
