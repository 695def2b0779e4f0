import { expect, it } from 'vitest';
import { PacketQueue } from './packet-queue.ts';

it('gives out in order what was put in, then null', async () => {
  const queue = new PacketQueue<string>(100);
  const late = queue.take();
  queue.push('first', 1);
  queue.push('second', 1);
  queue.end();
  expect([await late, await queue.take(), await queue.take(), await queue.take()]).toEqual([
    'first',
    'second',
    null,
    null,
  ]);
});

it('holds the maker up while too much lies there', async () => {
  const queue = new PacketQueue<number>(10);
  queue.push(1, 6);
  expect(await queue.hasRoom()).toBe(true);
  queue.push(2, 6);
  let isFree = false;
  const free = queue.hasRoom().then((answer) => (isFree = answer));
  await Promise.resolve();
  expect(isFree).toBe(false);
  await queue.take();
  expect(await free).toBe(true);
});

it('lets a maker go who waits for nothing any more', async () => {
  const queue = new PacketQueue<number>(1);
  queue.push(1, 1);
  const free = queue.hasRoom();
  queue.end();
  expect(await free).toBe(false);
});

it('tells of a failure behind what came before it', async () => {
  const queue = new PacketQueue<number>(10);
  queue.push(1, 1);
  queue.end(new Error('broken'));
  expect(await queue.take()).toBe(1);
  await expect(queue.take()).rejects.toThrow('broken');
});
