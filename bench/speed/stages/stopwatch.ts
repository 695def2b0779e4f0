/** The calls of one stage since the worker started, and their time in milliseconds. */
export type StageTime = { readonly ms: number; readonly calls: number };

/** The times of a worker by stage. */
export type StageTimes = Readonly<Record<string, StageTime>>;

/** A report of one worker. Several workers may have the same name. */
export type StageReport = { readonly id: string; readonly worker: string; readonly times: StageTimes };

/** The name of the channel on which workers report their times. */
export const stagesChannel = 'offcut-bench-stages';

const times: Record<string, StageTime> = {};
const channel = new BroadcastChannel(stagesChannel);
const id = crypto.randomUUID();
let isTold = true;

setInterval(() => {
  if (!isTold) {
    isTold = true;
    channel.postMessage({ id, worker: self.name, times } satisfies StageReport);
  }
}, 100);

/**
 * Times all later calls of a class's method; for a promise, until it settles. `stage` is the name of the stage, or returns it for
 * an object.
 */
export function clock<T extends object>(
  owner: T,
  method: keyof T & string,
  stage: string | ((object: unknown) => string),
): void {
  const original = owner[method];
  if (typeof original !== 'function') {
    throw new Error(`${method} is no method any more: the bench has to follow`);
  }
  const add = (name: string, since: number): void => {
    const { ms, calls } = times[name] ?? { ms: 0, calls: 0 };
    times[name] = { ms: ms + performance.now() - since, calls: calls + 1 };
    isTold = false;
  };
  const timed = function timed(this: unknown, ...args: unknown[]): unknown {
    const name = typeof stage === 'string' ? stage : stage(this);
    const since = performance.now();
    const result: unknown = Reflect.apply(original, this, args);
    if (result instanceof Promise) {
      result.then(
        () => add(name, since),
        () => add(name, since),
      );
    } else {
      add(name, since);
    }
    return result;
  };
  Object.assign(owner, { [method]: timed });
}
