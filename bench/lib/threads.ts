import { readNames, readText, readTree } from './cpu-time.ts';

/** A thread of a process, at one moment. Times are milliseconds since its start. */
export type Thread = {
  readonly pid: number;
  readonly tid: number;
  /** The kernel's name, at most 15 characters. */
  readonly name: string;
  readonly cpuMs: number;
  /** The time in which the thread was ready, but other threads had all cores. */
  readonly waitMs: number;
};

/** The times of all cores of the machine together, in milliseconds since its start. */
type Cores = { readonly idleMs: number; readonly totalMs: number };

/** Lists the live threads of a process and of all processes that it started. Empty without /proc. */
export const listThreads = (root = process.pid): Thread[] =>
  readTree(root).flatMap((pid) =>
    readNames(`/proc/${pid}/task`).flatMap((name) => {
      const folder = `/proc/${pid}/task/${name}`;
      const [cpu, wait] = readText(`${folder}/schedstat`).split(' ').map(Number);
      return cpu === undefined || wait === undefined
        ? []
        : [{ pid, tid: Number(name), name: readText(`${folder}/comm`).trim(), cpuMs: cpu / 1e6, waitMs: wait / 1e6 }];
    }),
  );

/** Returns the work of each thread between two lists, in milliseconds. Threads without work are omitted. */
export function subtractThreads(after: readonly Thread[], before: readonly Thread[]): Thread[] {
  const known = new Map(before.map((one) => [`${one.pid}.${one.tid}`, one]));
  return after
    .map((one) => {
      const old = known.get(`${one.pid}.${one.tid}`);
      return { ...one, cpuMs: one.cpuMs - (old?.cpuMs ?? 0), waitMs: one.waitMs - (old?.waitMs ?? 0) };
    })
    .filter(({ cpuMs }) => cpuMs > 0);
}

/** Returns the type of a Chromium process: `browser`, `renderer`, `gpu-process`, `utility`. */
export const readProcessType = (pid: number): string =>
  /--type=([\w-]+)/.exec(readText(`/proc/${pid}/cmdline`))?.[1] ?? 'browser';

/** Reads the times of the machine's cores, which other programs use too. */
export function readCores(): Cores {
  // User, nice, system, idle, waiting for a disk, two kinds of interrupts, taken by the host: hundredths of a second.
  const ticks = (readText('/proc/stat').split('\n')[0] ?? '').trim().split(/\s+/).slice(1, 9).map(Number);
  return {
    idleMs: ((ticks[3] ?? 0) + (ticks[4] ?? 0)) * 10,
    totalMs: ticks.reduce((sum, one) => sum + one, 0) * 10,
  };
}
