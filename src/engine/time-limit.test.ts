import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTimeLimit } from './time-limit.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a limit is reached after its time, not counting pauses', () => {
  const onReached = vi.fn();
  const limit = createTimeLimit(1000, onReached);
  vi.advanceTimersByTime(600);
  limit.pause();
  limit.pause();
  vi.advanceTimersByTime(60_000);
  limit.resume();
  limit.resume();
  vi.advanceTimersByTime(399);
  expect(onReached).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(onReached).toHaveBeenCalledOnce();
});

test('a limit that has ended is never reached', () => {
  const onReached = vi.fn();
  const limit = createTimeLimit(1000, onReached);
  limit.end();
  limit.resume();
  vi.advanceTimersByTime(5000);
  expect(onReached).not.toHaveBeenCalled();
});
