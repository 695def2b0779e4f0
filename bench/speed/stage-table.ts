import { round } from '../lib/statistics.ts';
import type { Table } from '../lib/table.ts';
import type { Shares } from './stage-shares.ts';
import type { StageTimes } from './stages/stopwatch.ts';

/** The workers whose stages are measured, by the name of their thread. Codecs run in threads of the browser. */
const reporters: Readonly<Record<string, string>> = {
  'media worker': 'media',
  'matting worker': 'matting',
  'inference worker': 'inference',
};

export const stageNotes =
  'Milliseconds a frame. CPU is the CPU time of all threads of a row. Busy is that time divided by the time of the run and the number of threads; the rest is idle or waiting. Waiting is the time in which a thread was ready, but other threads had all cores. A stage has its wall time, and in parentheses its calls a frame if that is not one. Codecs are in CPU time, from a traced run. The last rows of a run are the cores of the machine: idle, or used by other programs.';

export const stageColumns: readonly string[] = ['run', 'thread', 'threads', 'CPU', 'busy', 'waiting', 'stages'];

/** Returns the rows of one run: its total, its threads with their stages, and idle cores. Threads below 1 % of the CPU time are added up. */
export function toStageRows(shares: Shares): Table['rows'] {
  const { clip, model, quality, format, wholeMs, threads, stages, idleMs, coreCount } = shares;
  const cpuMs = threads.reduce((sum, one) => sum + one.cpuMs, 0);
  const large = threads.filter((one) => one.cpuMs >= cpuMs / 100);
  const restMs = cpuMs - large.reduce((sum, one) => sum + one.cpuMs, 0);
  const coresMs = wholeMs * coreCount;
  const share = (ms: number, ofMs: number): string => `${((100 * ms) / ofMs).toFixed(0)} %`;
  const codecs = stages['browser'] ?? {};
  return [
    [
      `${clip}, ${model}, \`${quality}\`, ${format}`,
      `all: ${round(wholeMs, 1)} of wall time`,
      threads.reduce((sum, one) => sum + one.count, 0),
      round(cpuMs, 1),
      `${(cpuMs / wholeMs).toFixed(2)} of ${coreCount} cores`,
      '',
      toStageText(codecs),
    ],
    ...large.map(({ thread, count, cpuMs: ms, waitMs }) => [
      '',
      thread,
      count,
      round(ms, 1),
      share(ms, wholeMs * count),
      round(waitMs, 1),
      toStageText(stages[reporters[thread] ?? ''] ?? {}),
    ]),
    ['', 'other threads', threads.length - large.length, round(restMs, 1), '', '', ''],
    ['', 'idle cores', '', '', share(idleMs, coresMs), '', ''],
    ['', 'other programs', '', '', share(Math.max(0, coresMs - cpuMs - idleMs), coresMs), '', ''],
  ];
}

const toStageText = (stages: StageTimes): string =>
  Object.entries(stages)
    .filter(([, { ms }]) => ms >= 0.05)
    .toSorted(([, one], [, other]) => other.ms - one.ms)
    .map(
      ([stage, { ms, calls }]) =>
        `${stage} ${ms.toFixed(1)}${Math.abs(calls - 1) < 0.05 ? '' : ` (${calls.toFixed(2)})`}`,
    )
    .join(', ');
