import { expect, test } from 'vitest';
import type { PreviewStats } from '#core/preview.ts';
import type { Clock } from './clock.ts';
import { Playback } from './playback.ts';

const frameRate = 50;

/** A playback of one second whose frames take what `paintMs` says, in real time. */
function open(paintMs: (index: number) => number, rate = 1) {
  const shown: { index: number; atSeconds: number }[] = [];
  let stats: PreviewStats = { shown: 0, late: 0 };
  let clock: Clock | null = null;
  const start = async (): Promise<Clock> => {
    const startedAt = performance.now();
    clock = { now: () => (rate * (performance.now() - startedAt)) / 1000, stop: () => undefined };
    return clock;
  };
  const playback = new Playback<number>({
    frameRate,
    durationSeconds: 1,
    rate,
    paint: async (seconds) => {
      const index = Math.floor(seconds * frameRate);
      await new Promise((resolve) => setTimeout(resolve, paintMs(index)));
      return index;
    },
    show: (index) => shown.push({ index, atSeconds: clock?.now() ?? 0 }),
    onStats: (told) => (stats = told),
  });
  return { playback, start, shown, stats: () => stats };
}

test('every frame is shown in order, none before its time, and the end is told', async () => {
  const { playback, start, shown } = open(() => 0);
  expect(await playback.play(0, start)).toBe(true);
  expect(shown.map(({ index }) => index)).toEqual(shown.map(({ index }) => index).toSorted((a, b) => a - b));
  for (const { index, atSeconds } of shown) {
    expect(atSeconds).toBeGreaterThanOrEqual(index / frameRate - 1e-3);
  }
  expect(shown.length).toBeGreaterThan(10);
});

test('what cannot be made in time is left out, the clock is not held up, and each frame is counted once', async () => {
  const { playback, start, shown, stats } = open(() => 70);
  const startedAt = performance.now();
  await playback.play(0, start);
  // The first frame is made before the clock starts, and the last may be under way when it ends.
  expect(performance.now() - startedAt).toBeLessThan(2500);
  expect(shown.length).toBeLessThan(20);
  expect(stats().late).toBeGreaterThan(20);
  expect(stats().shown + stats().late).toBeLessThanOrEqual(frameRate);
});

test('it stops at once and tells that it is not over', async () => {
  const { playback, start, shown } = open(() => 0);
  const played = playback.play(0.2, start);
  setTimeout(() => playback.stop(), 50);
  expect(await played).toBe(false);
  expect(shown.length).toBeLessThan(40);
});

test('at twice the speed every other frame is made, and none counts as late for that', async () => {
  const { playback, start, shown } = open(() => 0, 2);
  await playback.play(0, start);
  expect(shown.every(({ index }) => index % 2 === 0)).toBe(true);
});
