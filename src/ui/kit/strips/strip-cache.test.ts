import { expect, test, vi } from 'vitest';
import { StripCache } from './strip-cache.ts';

type Reading = { key: string; signal: AbortSignal; done: (value: string) => void; fail: () => void };

function createReadings(costMax = 1000) {
  const readings: Reading[] = [];
  const dropped: string[] = [];
  const keep = new StripCache<string>({
    read: (key, signal) =>
      new Promise((resolve, reject) => {
        readings.push({ key, signal, done: resolve, fail: () => reject(new Error('unreadable')) });
        signal.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
      }),
    atOnce: 2,
    getCost: ({ length }) => length,
    costMax,
    drop: (value) => dropped.push(value),
  });
  const finish = async (key: string, value = key): Promise<void> => {
    readings.find((reading) => reading.key === key && !reading.signal.aborted)?.done(value);
    await settled();
  };
  return { keep, readings, dropped, finish, keys: () => readings.map(({ key }) => key) };
}

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

test('few items are read at once, each once for all subscribers, and all are notified', async () => {
  const { keep, finish, keys } = createReadings();
  const onReady = vi.fn();
  for (const key of ['a', 'a', 'b', 'c']) {
    keep.want(key, onReady);
  }
  expect(keys()).toEqual(['a', 'b']);
  await finish('a');
  expect(keys()).toEqual(['a', 'b', 'c']);
  expect(onReady).toHaveBeenCalledTimes(2);
  expect(keep.peek('a')).toBe('a');
  expect(keep.peek('c')).toBeUndefined();
});

test('a read without subscribers is aborted, and a new request reads it again', async () => {
  const { keep, readings, finish, keys } = createReadings();
  const takeBack = [keep.want('a', vi.fn()), keep.want('a', vi.fn())];
  takeBack[0]?.();
  expect(readings[0]?.signal.aborted).toBe(false);
  takeBack[1]?.();
  expect(readings[0]?.signal.aborted).toBe(true);
  const onReady = vi.fn();
  keep.want('a', onReady);
  await settled();
  expect(keys()).toEqual(['a', 'a']);
  await finish('a', 'second');
  expect(keep.peek('a')).toBe('second');
  expect(onReady).toHaveBeenCalledOnce();
});

test('a canceled request that still waits is never read', async () => {
  const { keep, finish, keys } = createReadings();
  keep.want('a', vi.fn());
  keep.want('b', vi.fn());
  keep.want('c', vi.fn())();
  await finish('a');
  expect(keys()).toEqual(['a', 'b']);
});

test('above the limit the least recently used item is evicted, but never one in use', async () => {
  const { keep, finish, dropped } = createReadings(4);
  keep.want('used', vi.fn());
  await finish('used', 'aa');
  const first = keep.want('first', vi.fn());
  await finish('first', 'bb');
  first();
  const second = keep.want('second', vi.fn());
  await finish('second', 'cc');
  second();
  expect(dropped).toEqual(['bb']);
  expect(keep.peek('used')).toBe('aa');
  expect(keep.peek('second')).toBe('cc');
});

test('a failure is reported once and not retried immediately', async () => {
  const { keep, readings, keys } = createReadings();
  const onReady = vi.fn();
  keep.want('a', onReady);
  readings[0]?.fail();
  await settled();
  expect(onReady).toHaveBeenCalledOnce();
  expect(keep.peek('a')).toBeNull();
  keep.want('a', vi.fn());
  expect(keys()).toEqual(['a']);
});
