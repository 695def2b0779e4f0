import { expect, test } from 'vitest';
import { createReadAhead } from './read-ahead.ts';

test('a started read runs once and is taken once; another id is read when it is taken', async () => {
  const reads: string[] = [];
  const { begin, take } = createReadAhead(async (id) => reads.push(id));
  begin('a');
  expect(await take('a')).toBe(1);
  expect(await take('a')).toBe(2);
  begin('b');
  expect(await take('c')).toBe(4);
  expect(reads).toEqual(['a', 'a', 'b', 'c']);
});

test('a failure is returned to the caller of take once', async () => {
  let isBroken = true;
  const { begin, take } = createReadAhead(() => (isBroken ? Promise.reject(new Error('broken')) : Promise.resolve(1)));
  begin('a');
  isBroken = false;
  await expect(take('a')).rejects.toThrow('broken');
  expect(await take('a')).toBe(1);
});

test('a read that was never taken runs again when it is started again', async () => {
  let count = 0;
  const { begin, take } = createReadAhead(async () => (count += 1));
  begin('a');
  begin('a');
  expect(await take('a')).toBe(2);
});
