import { existsSync, readdirSync, readFileSync } from 'node:fs';

const sampleEveryMs = 250;

/**
 * Returns the memory of a process and all its descendants, in bytes. Shared memory counts once. Mapped files are the program
 * itself, so only the largest share counts. A sum would depend on other browsers on the machine.
 */
export function measureTree(root: number): number {
  const tree = listTree(root);
  const program = Math.max(...tree.map(({ id }) => readBytes(`/proc/${id}/status`, 'RssFile')));
  return tree.reduce((sum, { id }) => sum + readOwn(id), program);
}

/** Returns the same as text, with the largest processes. Pages and workers are in those of the type `renderer`. */
export function traceTree(root: number): string {
  const shares = listTree(root).map(({ id }) => ({ type: readType(id), bytes: readOwn(id) }));
  const largest = shares.toSorted((one, other) => other.bytes - one.bytes).slice(0, 4);
  return `${toMebibytes(measureTree(root))} MiB (${largest.map(({ type, bytes }) => `${type} ${toMebibytes(bytes)}`).join(', ')})`;
}

/** Returns the largest memory of a process and its descendants during the work, in bytes, and the result of the work. */
export async function watchPeak<T>(root: number, work: () => Promise<T>): Promise<{ peak: number; result: T }> {
  let peak = 0;
  const timer = setInterval(() => (peak = Math.max(peak, measureTree(root))), sampleEveryMs);
  try {
    const result = await work();
    return { peak, result };
  } finally {
    clearInterval(timer);
  }
}

type Process = { readonly id: number; readonly parent: number };

/** Lists the process and all its descendants. */
function listTree(root: number): Process[] {
  const processes = listProcesses();
  const below = (id: number): Process[] =>
    processes.filter(({ parent }) => parent === id).flatMap((child) => [child, ...below(child.id)]);
  return [...processes.filter(({ id }) => id === root), ...below(root)];
}

function readType(process: number): string {
  return /--type=([\w-]+)/.exec(read(`/proc/${process}/cmdline`))?.[1] ?? 'browser';
}

function listProcesses(): Process[] {
  const ids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return ids.flatMap((id) => {
    const parent = /^PPid:\s+(\d+)/m.exec(read(`/proc/${id}/status`))?.[1];
    return parent === undefined ? [] : [{ id: Number(id), parent: Number(parent) }];
  });
}

/** Returns the bytes that are not mapped from files; each page is divided by the number of its processes. */
function readOwn(process: number): number {
  const rollup = `/proc/${process}/smaps_rollup`;
  return readBytes(rollup, 'Pss_Anon') + readBytes(rollup, 'Pss_Shmem');
}

/** Reads a line of a file of /proc, in kilobytes; 0 when missing. */
function readBytes(path: string, name: string): number {
  const kibibytes = new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(read(path))?.[1];
  return Number(kibibytes ?? 0) * 1024;
}

/** Reads a file of /proc; empty for a process that has just ended. */
function read(path: string): string {
  try {
    return existsSync(path) ? readFileSync(path, 'utf8') : '';
  } catch {
    return '';
  }
}

export function toMebibytes(bytes: number): string {
  return (bytes / (1024 * 1024)).toFixed(0);
}
