import { readProcessType, type Thread } from '../lib/threads.ts';
import type { TraceEvent } from '../lib/trace-event.ts';

/** The work of the threads with one task, in milliseconds. */
export type ThreadShare = {
  readonly thread: string;
  readonly count: number;
  readonly cpuMs: number;
  /** The time in which they were ready, but other threads had all cores. */
  readonly waitMs: number;
};

/** The names of threads, by process and thread. */
type Names = ReadonlyMap<string, string>;

/** The scripts of workers; `main` is the engine. */
const scripts = /\/(?:(\w+)\.worker|(main))(?:-[\w-]+)?\.(?:js|ts)/;

/** Returns the full names of the browser's threads, and `X worker` for those that run the script of worker X most often. */
export function nameThreads(events: readonly TraceEvent[]): Names {
  const counts = new Map<string, Map<string, number>>();
  for (const { pid, tid, args } of events) {
    const [, worker, engine] = scripts.exec(readText(args?.['data'], 'url')) ?? [];
    const name = engine === undefined ? worker : 'engine';
    if (name !== undefined) {
      const key = `${pid}.${tid}`;
      const ofThread = counts.get(key) ?? new Map<string, number>();
      counts.set(key, ofThread.set(name, (ofThread.get(name) ?? 0) + 1));
    }
  }
  const named = events.filter(({ name }) => name === 'thread_name');
  return new Map([
    ...named.map(({ pid, tid, args }) => [`${pid}.${tid}`, readText(args, 'name')] as const),
    ...[...counts]
      .filter(([key]) =>
        named.some(
          ({ pid, tid, args }) => `${pid}.${tid}` === key && readText(args, 'name').startsWith('DedicatedWorker'),
        ),
      )
      .map(([key, names]) => {
        const [first] = [...names].toSorted(([, one], [, other]) => other - one);
        return [key, `${first?.[0] ?? 'other'} worker`] as const;
      }),
  ]);
}

/** Returns a text in the data of an event; empty if it is missing. */
function readText(data: unknown, key: 'url' | 'name'): string {
  const value = typeof data === 'object' && data !== null ? Reflect.get(data, key) : undefined;
  return typeof value === 'string' ? value : '';
}

/** Adds the threads of each task together, the largest first. */
export function groupThreads(threads: readonly Thread[], names: Names): ThreadShare[] {
  const sums = new Map<string, ThreadShare>();
  for (const thread of threads) {
    const name = nameThread(thread, names);
    const sum = sums.get(name) ?? { thread: name, count: 0, cpuMs: 0, waitMs: 0 };
    const { count, cpuMs, waitMs } = sum;
    sums.set(name, { ...sum, count: count + 1, cpuMs: cpuMs + thread.cpuMs, waitMs: waitMs + thread.waitMs });
  }
  return [...sums.values()].toSorted((one, other) => other.cpuMs - one.cpuMs);
}

/** Threads of Chromium by the start of their names, with the name of the group. Encoders run in the pool of the renderer. */
const groups = [
  ['DedicatedWorker', 'other workers'],
  ['CodecWorker', 'decoders'],
  ['ThreadPool', 'thread pool'],
  ['ServiceWorker', 'service worker'],
] as const;

function nameThread({ pid, tid, name }: Thread, names: Names): string {
  if (pid === process.pid) {
    return 'local server and bench';
  }
  const full = names.get(`${pid}.${tid}`) ?? name;
  if (full.endsWith(' worker')) {
    return full;
  }
  const group = groups.find(([start]) => full.startsWith(start))?.[1] ?? full.replace(/[\d/#]+$/, '');
  return `${readProcessType(pid)}: ${group}`;
}
