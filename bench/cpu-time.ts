import { readFileSync, readdirSync } from 'node:fs';

/** Linux counts the time of processes in hundredths of a second. */
const ticksPerSecond = 100;

/** The CPU seconds of this process and of all that it has started, alive or ended; 0 where there is no /proc. */
export function readCpuSeconds(): number {
  const processes = readdirNames('/proc')
    .map(Number)
    .filter((pid) => pid > 0)
    .map((pid) => ({ pid, fields: readStat(pid) }));
  const ticks = (root: number): number => {
    const own = processes.find(({ pid }) => pid === root)?.fields ?? [];
    // Its own time in user and kernel mode, and that of its ended children.
    const sum = own.slice(11, 15).reduce((total, field) => total + Number(field), 0);
    return processes
      .filter(({ fields }) => Number(fields[1]) === root)
      .reduce((total, { pid }) => total + ticks(pid), sum);
  };
  return ticks(process.pid) / ticksPerSecond;
}

/** The fields after the name, which is in brackets and may hold anything. */
function readStat(pid: number): string[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return []; // It has ended in the meantime.
  }
}

function readdirNames(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}
