import { setTimeout as wait } from 'node:timers/promises';
import { startServer } from '#bridge/server/server.ts';
import { connectClient, getData, type Client } from '#test/support/product.ts';
import { defineCommand, dist, json, number } from '../command.ts';
import { readCpuSeconds, readStat, readTree } from '../lib/cpu-time.ts';
import { readCores, readProcessType } from '../lib/threads.ts';
import { PlainChromium, type PlainTab } from '../lib/plain-chromium.ts';
import { median, round } from '../lib/statistics.ts';
import { printRow, publish } from '../lib/table.ts';
import { findBuild, withFolder } from '../lib/workplace.ts';
import { listClips, type Clip } from './clips.ts';

/** The tab of the run, and the browser that hides it. */
type Hidden = { readonly browser: PlainChromium; readonly tab: PlainTab };

type Place = {
  readonly name: string;
  readonly enter: (hidden: Hidden) => Promise<void>;
};

const show = async ({ browser, tab: { targetId } }: Hidden): Promise<void> => {
  const { windowId } = await browser.send<{ windowId: number }>('Browser.getWindowForTarget', { targetId });
  await browser.send('Browser.setWindowBounds', { windowId, bounds: { windowState: 'normal' } });
  await browser.send('Target.activateTarget', { targetId });
};

const places: readonly Place[] = [
  { name: 'in front', enter: show },
  {
    name: 'behind another tab',
    enter: async ({ browser }) => void (await browser.openTab('about:blank')),
  },
  {
    name: 'in a minimized window',
    enter: async (hidden) => {
      await show(hidden);
      const { targetId } = hidden.tab;
      const { windowId } = await hidden.browser.send<{ windowId: number }>('Browser.getWindowForTarget', { targetId });
      await hidden.browser.send('Browser.setWindowBounds', { windowId, bounds: { windowState: 'minimized' } });
    },
  },
];

/** Throttles hidden pages as after five minutes, but after ten seconds. */
const throttleSoon = '--enable-features=IntensiveWakeUpThrottling:grace_period_seconds/10';

export const background = defineCommand({
  about: `Compares the speed of a run in a tab in front, behind another tab, and in a minimized window. The browser has none of the
flags that turn throttling off. A run starts when the tab has been in its place for --before seconds. Chromium wakes pages that have
been hidden for five minutes once a minute; here it does so after ten seconds. CLIP is a part of the name of a clip (default: presenter_cup).`,
  operands: '[CLIP]',
  options: {
    seconds: number('seconds of the clip', 3),
    repetitions: number('measured runs in each place, after a warm-up', 2),
    before: number('seconds in the place before a run', 15),
    dist,
    json: json('long-runs'),
  },
  run: async (values, { operands, command }) => {
    const [clip] = await listClips(values.seconds, [operands[0] ?? 'presenter_cup']);
    if (!clip) {
      throw new Error('The clip is missing.');
    }
    const distDir = await findBuild(values.dist);
    const rows = await withFolder((folder) => measure(folder, distDir, clip, values));
    const table = {
      title: 'Runs in a hidden tab',
      command,
      notes: [
        `The first ${round(clip.seconds, 1)} s of \`${clip.name}\` at \`fast\`, as WebM: ms a frame, the median and the range of ${values.repetitions} runs in each place, in turn. Idle is the share of the machine's cores. The niceness is that of the renderers of the browser: 0 in front, 5 for hidden tabs. The timer is a chain of ten timers of 10 ms in the page: ms between two.`,
      ],
      columns: [
        'place',
        'visibility',
        'ms a frame',
        'min..max',
        'CPU ms a frame',
        'idle cores',
        'niceness',
        'timer of 10 ms',
      ],
      rows,
    };
    publish(table, values.json);
  },
});

type Options = { readonly repetitions: number; readonly before: number };

async function measure(folder: string, distDir: string, clip: Clip, { repetitions, before }: Options) {
  const server = await startServer({ port: 0, distDir, modelsDirs: [], isSandboxOpen: true });
  const browser = await PlainChromium.launch(folder, [throttleSoon]);
  try {
    const tab = await browser.openTab(server.baseUrl);
    if (!(await server.waitForPage(60_000))) {
      throw new Error('The page did not connect to the local server.');
    }
    const client = await connectClient(server.baseUrl);
    const run = createRun(client, clip, await client.upload(clip.file));
    await run();
    const taken = places.map((place) => ({
      place,
      runs: [] as Awaited<ReturnType<typeof run>>[],
      facts: ['', '', ''],
    }));
    for (let turn = 0; turn < repetitions; turn += 1) {
      for (const one of taken) {
        await one.place.enter({ browser, tab });
        await wait(1000 * before);
        one.runs.push(await run());
        one.facts = await readFacts(browser, tab);
        await show({ browser, tab });
      }
    }
    return taken.map(({ place, runs, facts: [visibility = '', niceness = '', timer = ''] }) => {
      const ms = runs.map((one) => one.ms);
      const cpuMs = round(median(runs.map((one) => one.cpuMs)), 1);
      const range = `${Math.min(...ms).toFixed(1)}..${Math.max(...ms).toFixed(1)}`;
      const idle = `${(100 * median(runs.map((one) => one.idle))).toFixed(0)} %`;
      const row = [place.name, visibility, round(median(ms), 1), range, cpuMs, idle, niceness, timer];
      printRow(row);
      return row;
    });
  } finally {
    await browser.close();
    await server.close();
  }
}

function createRun(client: Client, clip: Clip, material: string) {
  let runs = 0;
  return async (): Promise<{ ms: number; cpuMs: number; idle: number }> => {
    const [start, cpuStart, coresStart] = [performance.now(), readCpuSeconds(), readCores()];
    const trim = { startSeconds: 0, endSeconds: clip.seconds };
    // An equal run would be answered from the cache. This difference is neither visible nor measurable.
    getData((await client.run({ material, quality: 'fast', smoothing: 50 + ++runs * 1e-6, trim })).body);
    const cores = readCores();
    return {
      idle: (cores.idleMs - coresStart.idleMs) / (cores.totalMs - coresStart.totalMs),
      ms: (performance.now() - start) / clip.frameCount,
      cpuMs: (1000 * (readCpuSeconds() - cpuStart)) / clip.frameCount,
    };
  };
}

/** Reads the visibility of the tab, the niceness of its process, and the time between two of its timers. */
async function readFacts(browser: PlainChromium, tab: PlainTab): Promise<string[]> {
  const timer = await browser.evaluate<number>(tab, timeTimers);
  return [await browser.evaluate<string>(tab, 'document.visibilityState'), readNiceness(), timer.toFixed(0)];
}

/** Times ten timers of the page. */
const timeTimers = `(async () => {
  const start = performance.now();
  for (let at = 0; at < 10; at += 1) await new Promise((resolve) => setTimeout(resolve, 10));
  return (performance.now() - start) / 10;
})()`;

/** Returns the niceness of all renderers of the browser. */
const readNiceness = (): string =>
  readTree(process.pid)
    .filter((pid) => readProcessType(pid) === 'renderer')
    .map((pid) => readStat(pid)[16] ?? '')
    .join(', ');
