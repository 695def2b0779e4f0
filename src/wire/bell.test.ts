import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLocalBell } from '#wire/bell.ts';

import { changes } from './bell.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Follows a table, and calls `look` at each change. */
function follow(look: () => Promise<void> | void = () => undefined) {
  const bell = createLocalBell();
  const stop = new AbortController();
  let looks = 0;
  const ended = (async () => {
    for await (const _ of changes(bell, 'jobs', 5000, stop.signal)) {
      looks += 1;
      await look();
    }
  })();
  return { bell, stop, ended, looks: () => looks };
}

const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);

it('iterates once at the start, once for each notification of the table, and once after a long time without any', async () => {
  const { bell, stop, ended, looks } = follow();
  await settle();
  expect(looks()).toBe(1);
  bell.ring('assets');
  await settle();
  expect(looks()).toBe(1);
  bell.ring('jobs');
  await settle();
  expect(looks()).toBe(2);
  await vi.advanceTimersByTimeAsync(4999);
  expect(looks()).toBe(2);
  await vi.advanceTimersByTimeAsync(1);
  expect(looks()).toBe(3);
  stop.abort();
  await ended;
});

it('iterates once more for all notifications during an iteration', async () => {
  let goOn = (): void => undefined;
  const { bell, stop, ended, looks } = follow(() => new Promise((resolve) => (goOn = resolve)));
  await settle();
  bell.ring('jobs');
  bell.ring('jobs');
  goOn();
  await settle();
  expect(looks()).toBe(2);
  goOn();
  await settle();
  expect(looks()).toBe(2);
  stop.abort();
  await ended;
});
