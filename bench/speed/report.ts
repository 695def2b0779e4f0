import { execFile } from 'node:child_process';
import { cpus, loadavg, totalmem } from 'node:os';
import { promisify } from 'node:util';
import { findChromium } from '#bridge/browser/chromium.ts';
import { firstLoadLimits, type FirstLoad } from '#test/support/first-load.ts';
import type { ApiResult } from './api.ts';
import type { Row } from './compare.ts';
import type { Shares } from './stage-shares.ts';
import { toCells, toMarkdown } from '../lib/table.ts';
import { stageColumns, stageNotes, toStageRows } from './stage-table.ts';

/** The results of one start of the benchmark, on one machine. */
export type Report = {
  readonly date: string;
  readonly machine: Readonly<Record<string, string>>;
  /** The number of measured runs of each side, as text. */
  readonly repetitions: string;
  /** Remarks on the figures, in paragraphs. */
  readonly notes: readonly string[];
  readonly rows: readonly Row[];
  readonly shares: readonly Shares[];
  readonly api: ApiResult | null;
  readonly firstLoad: FirstLoad | null;
};

export async function describeMachine(): Promise<Report['machine']> {
  return {
    processor: `${cpus()[0]?.model ?? 'unknown'}, ${cpus().length} cores`,
    memory: `${Math.round(totalmem() / 2 ** 30)} GiB`,
    'load before': loadavg()[0]?.toFixed(1) ?? '',
    chromium: await readFirstLine(await findChromium(), '--version'),
    ffmpeg: await readFirstLine('ffmpeg', '-version'),
    node: process.version,
  };
}

/** Returns the first line of a program's output. */
async function readFirstLine(command: string, argument: string): Promise<string> {
  const { stdout } = await promisify(execFile)(command, [argument]);
  return (stdout.split('\n')[0] ?? '').replace(/ Copyright.*/, '').trim();
}

/** Returns the whole report as Markdown. */
export function toText({ date, machine, repetitions, notes, rows, shares, api, firstLoad }: Report): string {
  const facts = Object.entries(machine).map(([name, value]) => `${name}: ${value}`);
  return [
    `## ${date.slice(0, 10)}, ${machine['processor'] ?? 'unknown processor'}\n`,
    `${facts.join('; ')}.`,
    ...notes.map((note) => `\n${note}`),
    ...(rows.length > 0
      ? [
          `\nMedians of ${repetitions} alternate runs of each side, after a warm-up. \`product\` is ours, \`native\` is ffmpeg and`,
          'onnxruntime for Node, `common` is ffmpeg.wasm and onnxruntime-web on the page (only webm and some frames, per frame).',
          'CPU is of all processes of a side. IoU compares the mattes with those of the native side.\n',
          toMarkdown(
            [
              'clip',
              'seconds',
              'model',
              'quality',
              'format',
              'side',
              'ms a frame',
              '(min..max)',
              'CPU ms',
              'x native',
              'x common',
              'IoU',
            ],
            rows.map(toRowCells),
          ),
        ]
      : []),
    ...(shares.length > 0
      ? [
          '\nStages, threads and idle time.\n',
          `${stageNotes}\n`,
          toMarkdown(stageColumns, toCells(shares.flatMap(toStageRows))),
        ]
      : []),
    ...(api ? ['\nThe API from outside the browser.\n', toApiTable(api)] : []),
    ...(firstLoad ? ['\nFirst load.\n', toLoadTable(firstLoad)] : []),
  ].join('\n');
}

function toRowCells(row: Row): string[] {
  const { clip, seconds, model, quality, format, way, medianMs, minMs, maxMs, cpuMs, timesNative, timesCommon } = row;
  return [
    clip,
    String(seconds),
    model,
    quality,
    format,
    way,
    medianMs.toFixed(1),
    `${minMs.toFixed(1)}..${maxMs.toFixed(1)}`,
    cpuMs.toFixed(1),
    timesNative?.toFixed(2) ?? '',
    timesCommon?.toFixed(1) ?? '',
    row.iou.toFixed(3),
  ];
}

function toApiTable({ latencies, uploadMegabytesPerSecond }: ApiResult): string {
  const rows = latencies.map(({ call, p50, p95, perSecond }) => [
    call,
    p50.toFixed(1),
    p95.toFixed(1),
    perSecond.toFixed(0),
  ]);
  return `${toMarkdown(['call', 'p50 ms', 'p95 ms', 'calls/s, 8 at once'], rows)}\n\nUpload: ${uploadMegabytesPerSecond.toFixed(0)} MiB/s.`;
}

function toLoadTable({ pageBytes, serviceWorkerBytes, laterBytes }: FirstLoad): string {
  const rows = [
    ['page, gzipped', toKilobytes(pageBytes), `less than ${toKilobytes(firstLoadLimits.pageBytes)}`],
    [
      'service worker, gzipped',
      toKilobytes(serviceWorkerBytes),
      `less than ${toKilobytes(firstLoadLimits.serviceWorkerBytes)}`,
    ],
    ...Object.entries(laterBytes).map(([name, bytes]) => [`later: ${name}`, toKilobytes(bytes), '']),
  ];
  return toMarkdown(['what', 'size', 'limit'], rows);
}

const toKilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;
