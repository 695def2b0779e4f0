/** Milliseconds by stage, since the worker started. */
export type StageTimes = Record<string, number>;

/** The name of the channel on which workers report their times. */
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

/** Times all later calls of a class's method; for a promise, until it settles. */
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
