import { expect, test } from 'vitest';
import { createReadAhead } from './read-ahead.ts';

test('what was begun is read once and taken once, and another is read when it is taken', async () => {
  const reads: string[] = [];
  const { begin, take } = createReadAhead(async (id) => reads.push(id));
  begin('a');
  expect(await take('a')).toBe(1);
  expect(await take('a')).toBe(2);
  begin('b');
  expect(await take('c')).toBe(4);
  expect(reads).toEqual(['a', 'a', 'b', 'c']);
});

test('a failure is told to who takes it, and not again', async () => {
  let isBroken = true;
  const { begin, take } = createReadAhead(() => (isBroken ? Promise.reject(new Error('broken')) : Promise.resolve(1)));
  begin('a');
  isBroken = false;
  await expect(take('a')).rejects.toThrow('broken');
  expect(await take('a')).toBe(1);
});

test('what nobody took is read anew when it is begun again', async () => {
  let count = 0;
  const { begin, take } = createReadAhead(async () => (count += 1));
  begin('a');
  begin('a');
  expect(await take('a')).toBe(2);
});
