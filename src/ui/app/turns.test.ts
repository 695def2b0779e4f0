import { expect, it } from 'vitest';
import { createDeferred } from '#core/lib/deferred.ts';
import { comesFirst, takeTurn, whenIdle } from './turns.ts';

it('runs each callback in its own task in queue order, except canceled ones', async () => {
  const done: string[] = [];
  // The remaining microtasks of a task run before the next task.
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

it('runs a turn that is queued after all others are done', async () => {
  const done: number[] = [];
  takeTurn(() => done.push(1));
  await expect.poll(() => done).toEqual([1]);
  takeTurn(() => takeTurn(() => done.push(2)));
  await expect.poll(() => done).toEqual([1, 2]);
});

it('is idle once prioritized work has settled and its turns are done', async () => {
  const done: string[] = [];
  const code = createDeferred();
  const data = createDeferred();
  void comesFirst(code.promise).then(() => done.push('code'));
  comesFirst(data.promise).catch(() => done.push('no data'));
  const idle = whenIdle(60_000).then(() => done.push('idle'));
  code.resolve();
  await expect.poll(() => done).toEqual(['code']);
  data.reject(new Error('The canvas is missing.'));
  takeTurn(() => done.push('turn'));
  await idle;
  expect(done).toEqual(['code', 'no data', 'turn', 'idle']);
});

it('waits no longer than the limit', async () => {
  const work = createDeferred();
  void comesFirst(work.promise);
  await whenIdle(10);
  work.resolve();
});
