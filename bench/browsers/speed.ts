import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { defineCommand, dist, list, number, optionalText, text } from '../command.ts';
import { median, round } from '../lib/statistics.ts';
import { publish, type Table } from '../lib/table.ts';
import { findBuild, samplesDir } from '../lib/workplace.ts';
import { allCalls, browserNames, listCalls, type BrowserName, type Call, type Taken } from './calls.ts';

export const speed = defineCommand({
  about: `Times the same calls over HTTP in Chromium and in Firefox alternately. Each round starts both browsers on new profiles, so
the first call includes the start of workers and the download of models. Other programs of the machine change wall times. CPU
times, which are those of all processes of a browser, change less.`,
  options: {
    rounds: number('rounds', 3),
    calls: list('CALL', `${allCalls.map(({ name }) => name).join(', ')} (default: all)`),
    clip: text('FILE', 'the clip', join(samplesDir, 'presenter.mp4')),
    dist,
    json: optionalText('FILE', 'write the table to this file'),
  },
  run: async ({ rounds, clip, ...values }, { command }) => {
    const calls = listCalls(values.calls);
    const taken = new Map<string, Taken[]>();
    const distDir = await findBuild(values.dist);
    for (let number = 1; number <= rounds; number += 1) {
      await runRound(calls, { distDir, clip }, (call, name, one) => {
        const key = getKey(call, name);
        taken.set(key, [...(taken.get(key) ?? []), one]);
        console.log(
          `round ${number}, ${call}, ${name}: ${one.seconds.toFixed(1)} s, CPU ${one.cpuSeconds.toFixed(1)} s`,
        );
      });
    }
    const table = {
      title: 'Chromium and Firefox',
      command,
      notes: [
        `The sample (120 frames of 640x360) over HTTP, medians of ${rounds} alternate rounds, each on new profiles. A first call starts workers and reads models. The calls with \`best\` process 1.5 s. CPU is of all browser processes.`,
      ],
      columns: ['call', 'Chromium s', 'Firefox s', 'times', 'Chromium CPU s', 'Firefox CPU s', 'times'],
      rows: calls.map(({ name }) => toRow(name, taken)),
    };
    publish(table, values.json);
  },
});

const getKey = (call: string, browser: BrowserName): string => `${call} ${browser}`;

/** Starts the browsers, makes each call in both, and ends them. */
async function runRound(
  calls: readonly Call[],
  { distDir, clip }: { readonly distDir: string; readonly clip: string },
  onTaken: (call: string, name: BrowserName, taken: Taken) => void,
): Promise<void> {
  const sides = browserNames.map((name) => ({ name, process: startSide(name, distDir, clip) }));
  try {
    for (const { process } of sides) {
      await readAnswer(process);
    }
    for (const call of calls) {
      for (const { name, process } of sides) {
        process.send(call);
        onTaken(call.name, name, await readAnswer(process));
      }
    }
  } finally {
    sides.forEach(({ process }) => process.send('close'));
    await Promise.all(sides.map(({ process }) => once(process, 'exit')));
  }
}

function toRow(call: string, taken: ReadonlyMap<string, readonly Taken[]>): Table['rows'][number] {
  const figures = (['seconds', 'cpuSeconds'] as const).map((figure) => {
    const [chromium = 0, firefox = 0] = browserNames.map((name) =>
      median((taken.get(getKey(call, name)) ?? []).map((one) => one[figure])),
    );
    return [round(chromium, 1), round(firefox, 1), round(firefox / chromium, 2)];
  });
  return [call, ...figures.flat()];
}

/** Runs each browser in its own process, because the support code of the tests uses one browser in a process. */
function startSide(name: BrowserName, distDir: string, clip: string): ChildProcess {
  return fork(join(import.meta.dirname, 'side.ts'), [distDir, clip], {
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
