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
  void pool.runners.matting.reset('m');
  pool.rest();
  vi.advanceTimersByTime(59_000);
  expect(isTerminated()).toEqual([false]);
  vi.advanceTimersByTime(2000);
  expect(isTerminated()).toEqual([true]);
});

test('the rest after one run does not retire the workers of the next', () => {
  const pool = createPool();
  void pool.runners.matting.reset('m');
  pool.rest();
  vi.advanceTimersByTime(5000);
  void pool.runners.matting.reset('m');
  vi.advanceTimersByTime(600_000);
  expect(isTerminated()).toEqual([false]);
});

test('a run that has begun keeps the workers before it has called them', async () => {
  const pool = createPool();
  void pool.runners.matting.reset('m');
  pool.rest();
  vi.advanceTimersByTime(59_000);
  void pool.crashed();
  vi.advanceTimersByTime(600_000);
  expect(isTerminated()).toEqual([false]);
});

test('a worker that dies at rest is no loss of the next run, which gets a new one', async () => {
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

test('who waits for workers that are ended, or that die, is told', async () => {
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

test('a probe that does not end is ended with its worker, and the next one gets a new worker', async () => {
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

test('a probe whose worker was ended is no more waited for, and the worker of the next is left alone', async () => {
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
