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
    costOf: ({ length }) => length,
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

test('few are read at once, each once however many want it, and all hear of it', async () => {
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

test('a reading that nobody wants any more is ended, and asked for again it is read again', async () => {
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

test('a wish that still waits is forgotten without being read', async () => {
  const { keep, finish, keys } = createReadings();
  keep.want('a', vi.fn());
  keep.want('b', vi.fn());
  keep.want('c', vi.fn())();
  await finish('a');
  expect(keys()).toEqual(['a', 'b']);
});

test('above the limit goes what was wanted longest ago, and never what is in use', async () => {
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

test('what cannot be read is told once and not asked for again at once', async () => {
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
