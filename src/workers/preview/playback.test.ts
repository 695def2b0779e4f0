import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PreviewStats } from '#core/protocol/preview.ts';
import type { Clock } from './clock.ts';
import { Playback } from './playback.ts';

const frameRate = 50;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
});

afterEach(() => {
  vi.useRealTimers();
});

/** A playback of one second, each of whose frames takes so long to be made, or as long as they do at a time of the clock. */
function open(paintMs: number | ((nowMs: number) => number), rate = 1) {
  const shown: { index: number; atSeconds: number }[] = [];
  let stats: PreviewStats = { shown: 0, late: 0 };
  let startedAt = 0;
  const clock: Clock = { now: () => (rate * (performance.now() - startedAt)) / 1000, stop: () => undefined };
  const playback = new Playback<number>({
    frameRate,
    durationSeconds: 1,
    rate,
    paint: async (seconds) => {
      await new Promise((resolve) => {
        setTimeout(resolve, typeof paintMs === 'number' ? paintMs : paintMs(1000 * clock.now()));
      });
      return Math.floor(seconds * frameRate);
    },
    show: (index) => shown.push({ index, atSeconds: clock.now() }),
    onStats: (told) => {
      stats = told;
    },
  });
  const play = async (fromSeconds = 0): Promise<boolean> => {
    const played = playback.play(fromSeconds, async () => {
      startedAt = performance.now() - (1000 * fromSeconds) / rate;
      return clock;
    });
    await vi.advanceTimersByTimeAsync(5000);
    return played;
  };
  return { playback, play, shown, stats: () => stats };
}

test('every frame is shown in its own time, and the end is told', async () => {
  const { play, shown, stats } = open(10);
  expect(await play()).toBe(true);
  expect(shown.map(({ index }) => index)).toEqual(Array.from({ length: 50 }, (_, index) => index));
  for (const { index, atSeconds } of shown) {
    expect(Math.floor(atSeconds * frameRate + 1e-6)).toBe(index);
  }
  expect(stats()).toEqual({ shown: 50, late: 0 });
});

test('what cannot be made in time is left out, what is made is of the time at which it is there, and the clock goes on', async () => {
  const { play, shown, stats } = open(70);
  expect(await play()).toBe(true);
  expect(shown.map(({ index }) => index)).toEqual(shown.map(({ index }) => index).toSorted((a, b) => a - b));
  // A frame every 70 ms, of those that last 20 ms.
  expect(shown.length).toBeLessThan(17);
  expect(shown.length).toBeGreaterThan(10);
  expect(stats().late).toBeGreaterThan(30);
  expect(stats().shown + stats().late).toBeLessThanOrEqual(50);
  for (const { index, atSeconds } of shown.slice(5)) {
    expect(Math.abs(Math.floor(atSeconds * frameRate + 1e-6) - index)).toBeLessThanOrEqual(1);
  }
});

test('the last frame is shown, also where frames took long just before', async () => {
  const { play, shown } = open((nowMs) => (nowMs < 950 ? 60 : 1));
  expect(await play()).toBe(true);
  expect(shown.at(-1)?.index).toBe(49);
});

/** Plays ten seconds; how each frame was asked for. */
async function playSlowly(hurriedMs: number): Promise<{ seconds: number; isHurried: boolean }[]> {
  const startedAt = performance.now();
  const clock: Clock = { now: () => (performance.now() - startedAt) / 1000, stop: () => undefined };
  const asked: { seconds: number; isHurried: boolean }[] = [];
  const playback = new Playback<number>({
    frameRate,
    durationSeconds: 10,
    rate: 1,
    paint: async (seconds, isHurried) => {
      asked.push({ seconds, isHurried });
      await new Promise((resolve) => {
        setTimeout(resolve, isHurried ? hurriedMs : 600);
      });
      return seconds;
    },
    show: () => undefined,
    onStats: () => undefined,
  });
  const playing = playback.play(0, async () => clock);
  await vi.advanceTimersByTimeAsync(12_000);
  expect(await playing).toBe(true);
  return asked;
}

test('where frames take very long, those of the next seconds are made in a hurry, and then it is tried again', async () => {
  const asked = await playSlowly(5);
  const hurried = asked.filter(({ isHurried }) => isHurried);
  // The first frame, then two slow ones, three seconds in a hurry, two slow ones again.
  expect(asked.slice(0, 4).map(({ isHurried }) => isHurried)).toEqual([false, false, false, true]);
  expect(hurried.length).toBeGreaterThan(200);
  expect(asked.length - hurried.length).toBeLessThan(10);
  expect(asked.some(({ seconds, isHurried }) => seconds > 4 && !isHurried)).toBe(true);
});

test('where a hurry does not help it is given up', async () => {
  const asked = await playSlowly(600);
  expect(asked.map(({ isHurried }) => isHurried).slice(0, 6)).toEqual([false, false, false, true, true, false]);
  expect(asked.filter(({ isHurried }) => isHurried)).toHaveLength(2);
});

test('it stops at once and tells that it is not over', async () => {
  const { playback, play, shown } = open(1);
  setTimeout(() => playback.stop(), 100);
  expect(await play(0.2)).toBe(false);
  expect(shown.at(0)?.index).toBe(10);
  expect(shown.length).toBeLessThan(8);
});

test('at twice the speed every other frame is made, and none counts as late for that', async () => {
  const { play, shown, stats } = open(1, 2);
  expect(await play()).toBe(true);
  expect(shown.map(({ index }) => index)).toEqual(Array.from({ length: 25 }, (_, index) => 2 * index));
  expect(stats()).toEqual({ shown: 25, late: 0 });
});

test('a frame that cannot be made ends the clock, so that no sound goes on by itself', async () => {
  const startedAt = performance.now();
  const stop = vi.fn();
  const show = vi.fn();
  const playback = new Playback<number>({
    frameRate,
    durationSeconds: 10,
    rate: 1,
    paint: (seconds) =>
      seconds < 0.1 ? Promise.resolve(seconds) : Promise.reject(new Error('The decoder has given up.')),
    show,
    onStats: () => undefined,
  });
  const playing = playback.play(0, async () => ({ now: () => (performance.now() - startedAt) / 1000, stop }));
  const failed = expect(playing).rejects.toThrow('given up');
  await vi.advanceTimersByTimeAsync(200);
  await failed;
  expect(stop).toHaveBeenCalled();
  const shown = show.mock.calls.length;
  await vi.advanceTimersByTimeAsync(1000);
  expect(show).toHaveBeenCalledTimes(shown);
  expect(vi.getTimerCount()).toBe(0);
});

test('a sound that breaks off ends the playing and is told, so that nothing waits for a clock that stands', async () => {
  const stop = vi.fn();
  const playback = new Playback<number>({
    frameRate,
    durationSeconds: 10,
    rate: 1,
    paint: (seconds) => Promise.resolve(seconds),
    show: () => undefined,
    onStats: () => undefined,
  });
  const playing = playback.play(0, async (fail) => {
    setTimeout(() => fail(new Error('The file is gone.')), 100);
    return { now: () => Math.min(0.1, performance.now() / 1000), stop };
  });
  const failed = expect(playing).rejects.toThrow('is gone');
  await vi.advanceTimersByTimeAsync(200);
  await failed;
  expect(stop).toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(100);
  expect(vi.getTimerCount()).toBe(0);
});
