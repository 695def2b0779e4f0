import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPool } from './pool.ts';

/** Workers that start and never answer. */
class SilentWorker extends EventTarget {
  static readonly started: SilentWorker[] = [];
  isTerminated = false;
  constructor() {
    super();
    SilentWorker.started.push(this);
  }
  postMessage(): void {
    // No answer is the point.
  }
  terminate(): void {
    this.isTerminated = true;
  }
}

beforeEach(() => {
  SilentWorker.started.length = 0;
  vi.stubGlobal('Worker', SilentWorker);
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const isTerminated = (): boolean[] => SilentWorker.started.map((worker) => worker.isTerminated);

test('workers are started at their first call and retired after a minute of rest', () => {
  const pool = createPool();
  expect(isTerminated()).toEqual([]);
  void pool.runners.media.probe('a');
  pool.rest();
  vi.advanceTimersByTime(59_000);
  expect(isTerminated()).toEqual([false]);
  vi.advanceTimersByTime(2000);
  expect(isTerminated()).toEqual([true]);
});

test('the rest after one run does not retire the workers of the next', () => {
  const pool = createPool();
  void pool.runners.media.probe('a');
  pool.rest();
  vi.advanceTimersByTime(5000);
  void pool.runners.media.probe('b');
  vi.advanceTimersByTime(600_000);
  expect(isTerminated()).toEqual([false]);
});

test('who waits for workers that are ended, or that die, is told', async () => {
  const pool = createPool();
  void pool.runners.media.probe('a');
  const ended = pool.crashed();
  pool.terminate();
  await expect(ended).rejects.toMatchObject({ code: 'INTERNAL' });
  void pool.runners.media.probe('b');
  const died = pool.crashed();
  SilentWorker.started[1]?.dispatchEvent(Object.assign(new Event('error'), { message: 'out of memory' }));
  await expect(died).rejects.toMatchObject({
    code: 'ENGINE_LOST',
    message: 'The media worker stopped: out of memory.',
  });
});
