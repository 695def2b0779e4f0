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

/** Opens a playback of one second. Each frame takes `paintMs`, a constant or a function of the clock's time. */
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

test('shows every frame on time, and reports the end', async () => {
  const { play, shown, stats } = open(10);
  expect(await play()).toBe(true);
  expect(shown.map(({ index }) => index)).toEqual(Array.from({ length: 50 }, (_, index) => index));
  for (const { index, atSeconds } of shown) {
    expect(Math.floor(atSeconds * frameRate + 1e-6)).toBe(index);
  }
  expect(stats()).toEqual({ shown: 50, late: 0 });
});

test('skips late frames, shows frames at their own time, and keeps the clock running', async () => {
  const { play, shown, stats } = open(70);
  expect(await play()).toBe(true);
  expect(shown.map(({ index }) => index)).toEqual(shown.map(({ index }) => index).toSorted((a, b) => a - b));
  // A frame every 70 ms, of frames that last 20 ms.
  expect(shown.length).toBeLessThan(17);
  expect(shown.length).toBeGreaterThan(10);
  expect(stats().late).toBeGreaterThan(30);
  expect(stats().shown + stats().late).toBeLessThanOrEqual(50);
  for (const { index, atSeconds } of shown.slice(5)) {
    expect(Math.abs(Math.floor(atSeconds * frameRate + 1e-6) - index)).toBeLessThanOrEqual(1);
  }
});

test('shows the last frame, also after slow frames', async () => {
  const { play, shown } = open((nowMs) => (nowMs < 950 ? 60 : 1));
  expect(await play()).toBe(true);
  expect(shown.at(-1)?.index).toBe(49);
});

/** Plays ten seconds. Returns how each frame was requested. */
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

test('hurries the frames of the next seconds after very slow frames, then tries again without hurry', async () => {
  const asked = await playSlowly(5);
  const hurried = asked.filter(({ isHurried }) => isHurried);
  // The first frame, two slow ones, three seconds of hurried ones, two slow ones again.
  expect(asked.slice(0, 4).map(({ isHurried }) => isHurried)).toEqual([false, false, false, true]);
  expect(hurried.length).toBeGreaterThan(200);
  expect(asked.length - hurried.length).toBeLessThan(10);
  expect(asked.some(({ seconds, isHurried }) => seconds > 4 && !isHurried)).toBe(true);
});

test('stops hurrying if it does not help', async () => {
  const asked = await playSlowly(600);
  expect(asked.map(({ isHurried }) => isHurried).slice(0, 6)).toEqual([false, false, false, true, true, false]);
  expect(asked.filter(({ isHurried }) => isHurried)).toHaveLength(2);
});

test('stops immediately and reports that the end was not reached', async () => {
  const { playback, play, shown } = open(1);
  setTimeout(() => playback.stop(), 100);
  expect(await play(0.2)).toBe(false);
  expect(shown.at(0)?.index).toBe(10);
  expect(shown.length).toBeLessThan(8);
});

test('shows every other frame at double speed, and counts none as late for it', async () => {
  const { play, shown, stats } = open(1, 2);
  expect(await play()).toBe(true);
  expect(shown.map(({ index }) => index)).toEqual(Array.from({ length: 25 }, (_, index) => 2 * index));
  expect(stats()).toEqual({ shown: 25, late: 0 });
});

test('stops the clock after a frame that fails, so that audio does not continue alone', async () => {
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

test('ends playback and reports an audio failure, so that nothing waits for a stopped clock', async () => {
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
