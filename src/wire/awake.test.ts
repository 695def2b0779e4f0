import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createDeferred } from '#core/lib/deferred.ts';
import { createWakefulness, keepAwake } from './awake.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('requests events while any work is open, even if work fails', async () => {
  const ring = vi.fn<(table: string) => void>();
  const { during } = createWakefulness({ ring });
  const [first, second] = [createDeferred(), createDeferred()];
  during(first.promise);
  during(second.promise);
  await vi.advanceTimersByTimeAsync(29_000);
  expect(ring.mock.calls.length).toBeGreaterThanOrEqual(5);
  first.reject(new Error('lost'));
  await vi.advanceTimersByTimeAsync(1);
  ring.mockClear();
  await vi.advanceTimersByTimeAsync(29_000);
  expect(ring.mock.calls.length).toBeGreaterThanOrEqual(5);
  second.resolve();
  await vi.advanceTimersByTimeAsync(1);
  ring.mockClear();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(ring).not.toHaveBeenCalled();
  during(new Promise(() => undefined));
  await vi.advanceTimersByTimeAsync(6000);
  expect(ring).toHaveBeenCalledOnce();
});

it('answers such a notification, and no other, with a request to the service worker', () => {
  const fetched = vi.fn<(address: URL) => Promise<Response>>(() => Promise.reject(new TypeError('gone')));
  vi.stubGlobal('fetch', fetched);
  const heard: ((name: string) => void)[] = [];
  keepAwake({ listen: (hear) => (heard.push(hear), () => undefined) }, new URL('https://offcut.test/sub/'));
  createWakefulness({ ring: (name) => heard.forEach((hear) => hear(name)) }).during(new Promise(() => undefined));
  heard.forEach((hear) => hear('jobs'));
  expect(fetched).not.toHaveBeenCalled();
  vi.advanceTimersByTime(6000);
  expect(fetched.mock.calls.map(([{ href }]) => href)).toEqual(['https://offcut.test/sub/awake']);
});
