import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { distDir } from '#bridge/cli/build.ts';
import { median } from './compare.ts';
import { browserNames, listCalls, type BrowserName, type Taken } from './browsers/calls.ts';
import { keepTable, printTable, round, today, type Table } from './table.ts';

/**
 * Times the same calls over HTTP in Chromium and in Firefox alternately. Each round starts both browsers on new profiles, so the
 * first call includes the start of workers and the download of models.
 *
 *   npm run bench:browsers -- [--dist DIR] [--rounds N] [--calls webm-first,webm,mp4,mov,best-first,best] [--json FILE]
 *
 * Other programs of the machine change wall times. CPU times, which are those of all processes of a browser, change less.
 */
const { values } = parseArgs({
  options: {
    dist: { type: 'string', default: distDir },
    rounds: { type: 'string', default: '3' },
    calls: { type: 'string', default: '' },
    clip: { type: 'string', default: resolve(import.meta.dirname, '../public/sample/presenter.mp4') },
    json: { type: 'string' },
  },
});
const calls = listCalls(values.calls.split(',').filter((name) => name !== ''));
const taken = new Map<string, Taken[]>();

for (let number = 1; number <= Number(values.rounds); number += 1) {
  const sides = browserNames.map((name) => ({ name, process: startSide(name) }));
  try {
    for (const { process } of sides) {
      await readAnswer(process);
    }
    for (const call of calls) {
      for (const { name, process } of sides) {
        process.send(call);
        const one = await readAnswer(process);
        console.log(
          `round ${number}, ${call.name}, ${name}: ${one.seconds.toFixed(1)} s, CPU ${one.cpuSeconds.toFixed(1)} s`,
        );
        taken.set(getKey(call.name, name), [...getTaken(call.name, name), one]);
      }
    }
  } finally {
    sides.forEach(({ process }) => process.send('close'));
    await Promise.all(sides.map(({ process }) => once(process, 'exit')));
  }
}
tell();

function tell(): void {
  const columns = ['call', 'Chromium s', 'Firefox s', 'times', 'Chromium CPU s', 'Firefox CPU s', 'times'];
  const rows = calls.map(({ name }): Table['rows'][number] => {
    const [seconds, cpuSeconds] = (['seconds', 'cpuSeconds'] as const).map((figure) => {
      const [chromium = 0, firefox = 0] = browserNames.map((one) =>
        median(getTaken(name, one).map((all) => all[figure])),
      );
      return [round(chromium, 1), round(firefox, 1), round(firefox / chromium, 2)];
    });
    return [name, ...(seconds ?? []), ...(cpuSeconds ?? [])];
  });
  printTable(columns, rows);
  if (values.json) {
    keepTable(values.json, {
      title: 'Chromium and Firefox',
      command: 'npm run bench:browsers',
      measured: today(),
      notes: [
        `The sample (120 frames of 640x360) over HTTP, medians of ${values.rounds} alternate rounds, each on new profiles. A first call starts workers and reads models. The calls with \`best\` process 1.5 s. CPU is of all browser processes.`,
      ],
      columns,
      rows,
    });
  }
}

function getKey(call: string, browser: BrowserName): string {
  return `${call} ${browser}`;
}

function getTaken(call: string, browser: BrowserName): readonly Taken[] {
  return taken.get(getKey(call, browser)) ?? [];
}

/** Runs each browser in its own process, because the support code of the tests uses one browser in a process. */
function startSide(name: BrowserName): ChildProcess {
  return fork(resolve(import.meta.dirname, 'browsers/side.ts'), [values.dist, values.clip], {
    env: { ...process.env, OFFCUT_TEST_BROWSER: name },
    execArgv: process.execArgv,
  });
}

/** Returns the next message of a side. Throws if the side ends instead. */
async function readAnswer(side: ChildProcess): Promise<Taken> {
  const answered = once(side, 'message').then(([message]) => message as Taken);
  const ended = once(side, 'exit').then(() => {
    throw new Error('the process of a browser has ended');
  });
  ended.catch(() => undefined);
  return Promise.race([answered, ended]);
}
