import { readFileSync, readdirSync } from 'node:fs';

/** The unit of CPU times in /proc: hundredths of a second. */
const ticksPerSecond = 100;

type Process = { readonly pid: number; readonly fields: readonly string[] };

/**
 * Returns the CPU seconds of a process, by default this one, and all processes that it started, including ended ones. 0 without
 * /proc.
 */
export function readCpuSeconds(pid = process.pid): number {
  // The process's own time in user and kernel mode, and that of its ended children.
  const ticks = listTree(pid).flatMap(({ fields }) => fields.slice(11, 15).map(Number));
  return ticks.reduce((total, one) => total + one, 0) / ticksPerSecond;
}

/** Returns the ids of a process and of all processes that it started. */
export const readTree = (pid: number): number[] => listTree(pid).map((one) => one.pid);

function listTree(root: number): Process[] {
  const processes = readNames('/proc')
    .map(Number)
    .filter((one) => one > 0)
    .map((pid) => ({ pid, fields: readStat(pid) }));
  const listFrom = (one: Process): Process[] => [
    one,
    ...processes.filter(({ fields }) => Number(fields[1]) === one.pid).flatMap(listFrom),
  ];
  return processes.filter(({ pid }) => pid === root).flatMap(listFrom);
}

/** Returns the fields of a process after its name, which may contain any character. */
export function readStat(pid: number): string[] {
  const text = readText(`/proc/${pid}/stat`);
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
}

/** Reads a file of /proc. Empty for a process that has ended in the meantime. */
export function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** Lists a folder of /proc. Empty for a process that has ended in the meantime. */
export function readNames(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}
