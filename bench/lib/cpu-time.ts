import { readFileSync, readdirSync } from 'node:fs';

/** The unit of CPU times in /proc: hundredths of a second. */
const ticksPerSecond = 100;

/**
 * Returns the CPU seconds of a process, by default this one, and all processes that it started, including ended ones. 0 without
 * /proc.
 */
export function readCpuSeconds(pid = process.pid): number {
  const processes = readdirNames('/proc')
    .map(Number)
    .filter((one) => one > 0)
    .map((one) => ({ pid: one, fields: readStat(one) }));
  const ticks = (root: number): number => {
    const own = processes.find((one) => one.pid === root)?.fields ?? [];
    // The process's own time in user and kernel mode, and that of its ended children.
    const sum = own.slice(11, 15).reduce((total, field) => total + Number(field), 0);
    return processes
      .filter(({ fields }) => Number(fields[1]) === root)
      .reduce((total, child) => total + ticks(child.pid), sum);
  };
  return ticks(pid) / ticksPerSecond;
}

/** Returns the fields of a process after its name, which may contain any character. */
function readStat(pid: number): string[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return []; // The process has ended in the meantime.
  }
}

function readdirNames(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}
