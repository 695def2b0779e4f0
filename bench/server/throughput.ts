import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineCommand, json, number, optionalText } from '../command.ts';
import { readCpuSeconds } from '../lib/cpu-time.ts';
import { median, round } from '../lib/statistics.ts';
import { printRow, publish } from '../lib/table.ts';
import { samplesDir } from '../lib/workplace.ts';
import { measureTree } from '../memory/process-memory.ts';
import { RunningServer } from './running-server.ts';

const mebibyte = 1024 * 1024;
const lanes = 8;
const boundary = 'offcut-bench';

/** One figure of a round: the work a second, the CPU time of all processes, and memory in bytes. */
type Figure = {
  readonly perSecond: number;
  readonly cpuSeconds: number;
  readonly serverBytes: number;
  readonly allBytes: number;
};

export const throughput = defineCommand({
  about: `Measures the local server from outside the browser: calls a second, uploads and downloads, with the memory of the server and of
its browser. With --against, another checkout is measured in turn. Both need a build (npm run build). Only on Linux.`,
  options: {
    against: optionalText('DIR', 'the folder of the other checkout'),
    rounds: number('rounds of each side', 5),
    calls: number('calls of a round', 2000),
    size: number('MiB of the uploaded file', 256),
    json: json('server'),
  },
  run: async ({ against, rounds, calls, size, json: file }, { command }) => {
    const sides = [...(against === undefined ? [] : [['before', against] as const]), ['now', '.'] as const];
    const figures = new Map<string, Figure[]>();
    for (let round = 0; round < rounds; round += 1) {
      for (const [side, dir] of sides) {
        const server = await RunningServer.start(dir);
        try {
          for (const [name, figure] of await measureServer(server, calls, size)) {
            const key = `${name}|${side}`;
            figures.set(key, [...(figures.get(key) ?? []), figure]);
            printRow([side, name, round + 1, figure.perSecond.toFixed(1)]);
          }
        } finally {
          await server.close();
        }
      }
    }
    publish(
      {
        title: `Throughput of the local server, a file of ${size} MiB`,
        command,
        notes: [
          `Medians of ${rounds} rounds in turn, each with a new server and a new headless Chromium. CPU is that of all processes, the client included. Memory: the peak of the server's process, and that of the server and browser afterwards, without mapped files.`,
        ],
        columns: ['work', 'side', 'a second', '(min..max)', 'CPU s', 'server MiB', 'all MiB'],
        rows: [...figures].map(([key, all]) => [...key.split('|'), ...toCells(all)]),
      },
      file,
    );
  },
});

function toCells(all: readonly Figure[]): (string | number)[] {
  const speeds = all.map(({ perSecond }) => perSecond);
  return [
    round(median(speeds), 1),
    `${Math.min(...speeds).toFixed(1)}..${Math.max(...speeds).toFixed(1)}`,
    round(median(all.map(({ cpuSeconds }) => cpuSeconds)), 2),
    Math.round(median(all.map(({ serverBytes }) => serverBytes)) / mebibyte),
    Math.round(median(all.map(({ allBytes }) => allBytes)) / mebibyte),
  ];
}

async function measureServer(server: RunningServer, calls: number, size: number): Promise<[string, Figure][]> {
  const me = (count: number): Promise<unknown> =>
    Promise.all(
      Array.from({ length: lanes }, async () => {
        for (let done = 0; done < count / lanes; done += 1) {
          await server.call('/v1/me');
        }
      }),
    );
  await me(calls / 4);
  const rows: [string, Figure][] = [['GET /v1/me, 8 at once (calls)', await measure(server, calls, () => me(calls))]];
  let material = '';
  const uploading = await measure(server, size, async () => {
    material = await upload(server, size);
  });
  rows.push(['upload (MiB)', uploading]);
  const files = await server.call<{ material: string; url: string }[]>('/v1/materials');
  const { pathname } = new URL(files.find((one) => one.material === material)?.url ?? '');
  const downloading = await measure(server, size, async () => {
    let bytes = 0;
    await server.stream(pathname, {}, (chunk) => (bytes += chunk.length));
    if (bytes !== size * mebibyte) {
      throw new Error(`the download has ${bytes} bytes`);
    }
  });
  rows.push(['download (MiB)', downloading]);
  return rows;
}

/** Uploads random bytes after the beginning of a video, and returns the material. */
async function upload(server: RunningServer, size: number): Promise<string> {
  const json = { 'Content-Type': 'application/json' };
  const { ticket } = await server.call<{ ticket: string }>('/v1/uploads', {
    method: 'POST',
    headers: json,
    body: '{}',
  });
  const head = readFileSync(join(samplesDir, 'presenter.mp4')).subarray(0, mebibyte);
  const pieces = Array.from({ length: 8 }, () => randomBytes(mebibyte));
  async function* body(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.mp4"\r\nContent-Type: video/mp4\r\n\r\n`,
    );
    yield Buffer.concat([head, randomBytes(mebibyte - head.length)]);
    for (let index = 1; index < size; index += 1) {
      yield pieces[index % pieces.length] ?? head;
    }
    yield Buffer.from(`\r\n--${boundary}--\r\n`);
  }
  const { material } = await server.call<{ material: string }>(`/v1/uploads/${ticket}/file`, {
    method: 'POST',
    headers: { 'Content-Type': `multipart/form-data; boundary=${boundary}` },
    body: body(),
  });
  return material;
}

/** Measures work of this amount. */
async function measure(server: RunningServer, amount: number, work: () => Promise<unknown>): Promise<Figure> {
  let serverBytes = 0;
  const timer = setInterval(() => {
    serverBytes = Math.max(serverBytes, server.memoryBytes);
  }, 250);
  const [startMs, cpuBefore] = [performance.now(), readCpuSeconds()];
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  const seconds = (performance.now() - startMs) / 1000;
  const cpuSeconds = readCpuSeconds() - cpuBefore;
  // Reading the memory of all processes takes long, so it is done once.
  const allBytes = measureTree(server.pid);
  return { perSecond: amount / seconds, cpuSeconds, serverBytes, allBytes };
}
