import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPool } from './pool.ts';

/** A worker that starts and never responds. */
class SilentWorker extends EventTarget {
  static readonly started: SilentWorker[] = [];
  isTerminated = false;
  constructor() {
    super();
    SilentWorker.started.push(this);
  }
  postMessage(): void {
    // The worker never responds.
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

test('workers are started at their first call and terminated after being idle for a minute', () => {
  const pool = createPool();
  expect(isTerminated()).toEqual([]);
  void pool.runners.matting.reset('m');
  pool.rest();
  vi.advanceTimersByTime(59_000);
  expect(isTerminated()).toEqual([false]);
  vi.advanceTimersByTime(2000);
  expect(isTerminated()).toEqual([true]);
});

test('the idle time after one run does not terminate the workers of the next', () => {
  const pool = createPool();
  void pool.runners.matting.reset('m');
  pool.rest();
  vi.advanceTimersByTime(5000);
  void pool.runners.matting.reset('m');
  vi.advanceTimersByTime(600_000);
  expect(isTerminated()).toEqual([false]);
});

test('a run that has begun keeps the workers before it calls them', async () => {
  const pool = createPool();
  void pool.runners.matting.reset('m');
  pool.rest();
  vi.advanceTimersByTime(59_000);
  void pool.crashed();
  vi.advanceTimersByTime(600_000);
  expect(isTerminated()).toEqual([false]);
});

test('a worker that dies while it is idle does not affect the next run, which gets a new one', async () => {
  const pool = createPool();
  void pool.runners.matting.reset('m');
  pool.rest();
  SilentWorker.started[0]?.dispatchEvent(Object.assign(new Event('error'), { message: 'out of memory' }));
  const lost = vi.fn<() => void>();
  pool.crashed().catch(lost);
  await vi.advanceTimersByTimeAsync(0);
  expect(lost).not.toHaveBeenCalled();
  void pool.runners.matting.reset('m');
  expect(isTerminated()).toEqual([true, false]);
});

test('a call that waits for workers rejects if they are terminated or die', async () => {
  const pool = createPool();
  void pool.runners.media.probe('a').catch(() => undefined);
  const ended = pool.crashed();
  pool.terminate();
  await expect(ended).rejects.toMatchObject({ code: 'INTERNAL' });
  void pool.runners.media.probe('b').catch(() => undefined);
  const died = pool.crashed();
  SilentWorker.started[1]?.dispatchEvent(Object.assign(new Event('error'), { message: 'out of memory' }));
  await expect(died).rejects.toMatchObject({
    code: 'ENGINE_LOST',
    message: 'The media worker stopped: out of memory.',
  });
});

test('a probe that does not end is terminated with its worker, and the next one gets a new worker', async () => {
  const pool = createPool();
  const refused = expect(pool.runners.media.probe('a')).rejects.toMatchObject({
    code: 'UNSUPPORTED_MEDIA',
    message: expect.stringMatching(/could not be opened within 60 s/),
  });
  vi.advanceTimersByTime(59_000);
  expect(isTerminated()).toEqual([false]);
  vi.advanceTimersByTime(1000);
  await refused;
  expect(isTerminated()).toEqual([true]);
  void pool.runners.media.probe('b').catch(() => undefined);
  expect(isTerminated()).toEqual([true, false]);
});

test('a probe whose worker was terminated does not wait, and does not affect the worker of the next one', async () => {
  const pool = createPool();
  const lost = expect(pool.runners.media.probe('a')).rejects.toMatchObject({ code: 'INTERNAL' });
  vi.advanceTimersByTime(30_000);
  pool.terminate();
  await lost;
  void pool.runners.matting.reset('m');
  void pool.runners.media.probe('b').catch(() => undefined);
  vi.advanceTimersByTime(45_000);
  expect(isTerminated()).toEqual([true, false, false]);
});
