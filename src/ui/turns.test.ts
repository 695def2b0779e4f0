import { expect, it } from 'vitest';
import { takeTurn } from './turns.ts';

it('lets each act in a task of its own, in the order in which turns were taken, and none that was taken back', async () => {
  const done: string[] = [];
  // What a task has left to do is done before the next one begins.
  const act = (name: string) => (): void => {
    done.push(name);
    void Promise.resolve().then(() => done.push(`${name}, later`));
  };
  takeTurn(act('first'));
  takeTurn(act('second'))();
  takeTurn(act('third'));
  expect(done).toEqual([]);
  await expect.poll(() => done).toEqual(['first', 'first, later', 'third', 'third, later']);
});

it('goes on with a turn that is taken when all others are over', async () => {
  const done: number[] = [];
  takeTurn(() => done.push(1));
  await expect.poll(() => done).toEqual([1]);
  takeTurn(() => takeTurn(() => done.push(2)));
  await expect.poll(() => done).toEqual([1, 2]);
});
