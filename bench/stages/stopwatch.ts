/** Milliseconds by the name of a stage, since the worker began. */
export type StageTimes = Record<string, number>;

/** Where the workers tell their times. */
export const stagesChannel = 'offcut-bench-stages';

const times: StageTimes = {};
const channel = new BroadcastChannel(stagesChannel);
let isTold = true;

setInterval(() => {
  if (!isTold) {
    isTold = true;
    channel.postMessage({ worker: self.name, times });
  }
}, 100);

/** From now on counts the time that a method of a class takes; that of a promise until it is settled. */
export function clock<T extends object>(owner: T, method: keyof T & string, stage: string): void {
  const original = owner[method];
  if (typeof original !== 'function') {
    throw new Error(`${method} is no method any more: the bench has to follow`);
  }
  const add = (since: number): void => {
    times[stage] = (times[stage] ?? 0) + performance.now() - since;
    isTold = false;
  };
  const timed = function timed(this: unknown, ...args: unknown[]): unknown {
    const since = performance.now();
    const result: unknown = Reflect.apply(original, this, args);
    if (result instanceof Promise) {
      result.then(
        () => add(since),
        () => add(since),
      );
    } else {
      add(since);
    }
    return result;
  };
  Object.assign(owner, { [method]: timed });
}
