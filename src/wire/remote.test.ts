import { afterAll, expect, test } from 'vitest';
import { expose, forward, wrap } from './remote.ts';

type Adder = { add(one: number, other: number): Promise<number> };
type Counter = {
  count(to: number, hooks: { readonly onNumber: (number: number) => void }): Promise<number>;
  sum(numbers: readonly number[], adder: Adder): Promise<number>;
};

const ports: MessagePort[] = [];

afterAll(() => ports.forEach((port) => port.close()));

/** Serves `api` as a worker does. Returns the arguments of `forward`, and counts the requests for the remote. */
function serve<T extends object>(api: T) {
  const { port1, port2 } = new MessageChannel();
  ports.push(port1, port2);
  port1.start();
  port2.start();
  expose(api, port1);
  const remote = wrap<T>(port2);
  const asked = { count: 0 };
  return { asked, port: forward<T>(() => ((asked.count += 1), remote)) };
}

const adder = serve<Adder>({ add: async (one, other) => one + other });
const counter = serve<Counter>({
  count: async (to, { onNumber }) => {
    for (let number = 1; number <= to; number += 1) {
      onNumber(number);
    }
    return to;
  },
  sum: async (numbers, by) => numbers.reduce(async (sum, number) => by.add(await sum, number), Promise.resolve(0)),
});

test('a call reaches the other thread, which is requested at once', async () => {
  const before = adder.asked.count;
  const answer = adder.port.add(2, 3);
  expect(adder.asked.count).toBe(before + 1);
  await expect(answer).resolves.toBe(5);
});

test('callbacks work across threads', async () => {
  const numbers: number[] = [];
  await counter.port.count(3, { onNumber: (number) => numbers.push(number) });
  await expect.poll(() => numbers).toEqual([1, 2, 3]);
});

test('a port in an argument becomes a connection between the two threads', async () => {
  await expect(counter.port.sum([1, 2, 3], adder.port)).resolves.toBe(6);
});

test('an async function can return a port', async () => {
  const port = await (async () => adder.port)();
  await expect(port.add(1, 1)).resolves.toBe(2);
});
