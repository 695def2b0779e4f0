import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { JobView } from '#operations/jobs.ts';
import { findChromium } from '#bridge/browser/chromium.ts';
import { getData, startProduct, type Product } from '#test/support/product.ts';
import { makeItem, makeTimeline } from '#test/support/timeline.ts';
import { defineCommand, json, list, number, optionalText, repeated } from '../command.ts';
import { reach } from '../lib/jobs.ts';
import { median, round } from '../lib/statistics.ts';
import { publish, today } from '../lib/table.ts';
import type { TraceEvent } from '../lib/trace-event.ts';
import { findBuild, samplesDir } from '../lib/workplace.ts';
import { ownBlockedMs } from './blocked.ts';

const packageDir = join(import.meta.dirname, 'tool');

/**
 * The pages were opened before, because their data is stored there: the local server serves them and the service worker caches
 * them. Lighthouse's own launcher starts the measured browser, so that no second debugger receives the page's events.
 */
export const lighthouse = defineCommand({
  about: `Runs Lighthouse with its mobile preset (the screen of a phone, slow 4G and a simulated processor of a quarter of the speed)
on the home page, the review of a tighten job, and the editor with a canvas of twelve clips. Several builds are measured
alternately.`,
  options: {
    runs: number('runs of each page', 5),
    page: list('PAGE', 'pages', ['home', 'review', 'editor']),
    dist: repeated('DIR', 'a build (default: dist, if current)'),
    reports: optionalText('DIR', "folder of Lighthouse's own reports"),
    json: json('lighthouse'),
  },
  run: async (values, { command }) => {
    const distDirs = values.dist.length > 0 ? values.dist : [await findBuild(undefined)];
    const table = {
      title: `Lighthouse scores on ${cpus().length} cores`,
      command,
      measured: `${today()}, ${cpus().length} cores of ${cpus()[0]?.model ?? 'a machine'}`,
      notes: [
        `Medians of ${values.runs} runs with the mobile preset: Lighthouse simulates a phone with slow 4G and a quarter of the speed. The pages were already open in the browser, because the job and the canvas are stored there. Total blocking time is the part of each task beyond 50 ms, in wall time. The same cores also run the page's workers, the browser and Lighthouse, so the page's thread waits for a core. On two cores, it had CPU time for about half of that time, and the scores of one build vary by ten points and more. Lighthouse subtracts three points for 200 ms of blocking time, and fifteen for 600 ms.`,
      ],
      columns: ['page', ...categories, 'performance of each run', ...Object.values(audits), 'blocking CPU time, ms'],
      rows: await measureAll(distDirs, values),
    };
    publish(table, values.json);
  },
});

/** The number of attempts: Chromium's trace of a load sometimes lacks its start (NO_NAVSTART). */
const triesMax = 3;
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
/** The audits of the performance score, in milliseconds except for layout shifts. */
const audits = {
  'first-contentful-paint': 'first contentful paint, ms',
  'largest-contentful-paint': 'largest contentful paint, ms',
  'speed-index': 'speed index, ms',
  'total-blocking-time': 'total blocking time, ms',
  'cumulative-layout-shift': 'layout shift',
} as const;

/** The part of Lighthouse's report that is read here. */
type Report = {
  /** The reason why it could not measure: on a busy machine, its trace may lack the start. */
  readonly runtimeError?: { readonly message: string };
  readonly categories: Readonly<Record<string, { readonly score: number | null }>>;
  readonly audits: Readonly<Record<string, { readonly numericValue?: number }>>;
};
type Result = { readonly lhr: Report; readonly artifacts: { readonly Trace: { readonly traceEvents: TraceEvent[] } } };
type Measured = Pick<Report, 'categories' | 'audits'> & { readonly ownBlockedMs: number };
type Lighthouse = (
  url: string,
  flags: {
    port: number;
    disableStorageReset: boolean;
    logLevel: 'error';
    onlyCategories: string[];
    maxWaitForLoad: number;
  },
) => Promise<Result | undefined>;

/** The part of Lighthouse's launcher that is used here. */
type Launcher = {
  readonly launch: (options: {
    chromePath: string;
    userDataDir: string;
    chromeFlags: string[];
  }) => Promise<{ readonly port: number; readonly kill: () => void }>;
};

async function measureAll(
  distDirs: readonly string[],
  values: { readonly runs: number; readonly page: readonly string[]; readonly reports: string | undefined },
): Promise<(string | number)[][]> {
  const tools = await openLighthouse();
  const sites: Site[] = [];
  const rows: (string | number)[][] = [];
  try {
    await openSites(tools.launcher, distDirs, sites);
    for (const page of values.page) {
      const results = sites.map((): Measured[] => []);
      for (let run = 0; run < values.runs; run += 1) {
        for (const [at, site] of sites.entries()) {
          const report = values.reports === undefined ? null : join(values.reports, `${page}-${at}-${run}.json`);
          results[at]?.push(await measure(tools.lighthouse, site, page, report));
        }
      }
      rows.push(...results.map((all, at) => toRow(sites.length > 1 ? `${page}, ${sites[at]?.distDir}` : page, all)));
    }
  } finally {
    for (const { chrome, product } of sites) {
      chrome.kill();
      await product.close();
    }
  }
  return rows;
}

async function openLighthouse(): Promise<{ lighthouse: Lighthouse; launcher: Launcher }> {
  if (!existsSync(join(packageDir, 'node_modules/lighthouse'))) {
    console.log('Installing Lighthouse, 185 MB (npm ci in bench/lighthouse/tool) ...');
    execFileSync('npm', ['ci'], { cwd: packageDir, stdio: ['ignore', 'ignore', 'inherit'] });
  }
  const { resolve } = createRequire(join(packageDir, 'package.json'));
  const load = (name: string): Promise<unknown> => import(pathToFileURL(resolve(name)).href);
  const { default: found } = (await load('lighthouse')) as { default: Lighthouse };
  return { lighthouse: found, launcher: (await load('chrome-launcher')) as Launcher };
}

/** The product of a build with its pages, in a browser whose only debugger is Lighthouse. */
type Site = {
  readonly distDir: string;
  readonly product: Product;
  readonly chrome: Awaited<ReturnType<Launcher['launch']>>;
  readonly paths: Readonly<Record<string, string>>;
};

/** Opens the builds one after the other, and adds each to `sites`. */
async function openSites(launcher: Launcher, distDirs: readonly string[], sites: Site[]): Promise<void> {
  for (const distDir of distDirs) {
    const product = await startProduct({ distDir });
    const paths = await makePages(product);
    // Its profile stays, with the data of the pages.
    await product.context.close();
    const chrome = await launcher.launch({
      chromePath: await findChromium(),
      userDataDir: product.browser.profileDir,
      chromeFlags: ['--headless=new', '--disable-gpu', '--disable-quic', '--no-sandbox'],
    });
    sites.push({ distDir, product, chrome, paths });
  }
}

async function makePages(product: Product): Promise<Site['paths']> {
  const material = await product.upload(join(samplesDir, 'talk.mp4'));
  const job = getData((await product.api<JobView>('POST', '/v1/run/tighten', { material })).body);
  await reach(product, job.id, 'awaiting_review');
  const document = makeDocument(material);
  const { id } = getData((await product.api<{ id: string }>('POST', '/v1/canvases', { document })).body);
  const paths = { home: '', review: `workspace/jobs/${job.id}`, editor: `workspace/canvas/editor/${id}` };
  // At the second visit, a browser starts to cache compiled code.
  for (const path of [...Object.values(paths), ...Object.values(paths)]) {
    await product.page.goto(`${product.baseUrl}/${path}`);
    await product.page.waitForTimeout(3000);
  }
  // By then, everything is fetched that is cached for later.
  await product.page.waitForTimeout(10_000);
  return paths;
}

/** Creates six segments of a video one after the other, with a text over each. */
function makeDocument(assetId: string) {
  const place = { x: 320, y: 180, width: 640, height: 360 };
  const starts = [0, 2, 4, 6, 8, 10];
  const getTimes = (startSeconds: number) => ({ ...place, startSeconds, durationSeconds: 2 });
  return makeTimeline([
    {
      items: starts.map((start) =>
        makeItem('video', `clip-${start}`, { ...getTimes(start), assetId, sourceStartSeconds: start / 2 }),
      ),
    },
    {
      items: starts.map((start) =>
        makeItem('text', `title-${start}`, { ...getTimes(start), text: `Part ${start / 2}` }),
      ),
    },
  ]);
}

async function measure(runLighthouse: Lighthouse, site: Site, page: string, report: string | null): Promise<Measured> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await measureOnce(runLighthouse, site, page, report);
    } catch (error) {
      if (tries === triesMax || !String(error).includes('NO_NAVSTART')) {
        throw error;
      }
    }
  }
}

async function measureOnce(
  runLighthouse: Lighthouse,
  site: Site,
  page: string,
  report: string | null,
): Promise<Measured> {
  const path = site.paths[page];
  if (path === undefined) {
    throw new Error(`There is no page "${page}": ${Object.keys(site.paths).join(', ')}`);
  }
  const answer = await runLighthouse(`${site.product.baseUrl}/${path}`, {
    port: site.chrome.port,
    // Deleting the storage would delete the job and the canvas.
    disableStorageReset: true,
    logLevel: 'error',
    onlyCategories: [...categories],
    // The network is never idle: the page's events are one long response.
    maxWaitForLoad: 12_000,
  });
  const error = answer?.lhr.runtimeError;
  if (!answer || error) {
    throw new Error(`Lighthouse could not measure ${page}: ${error?.message ?? 'it gave no result'}`);
  }
  if (report !== null) {
    await writeFile(report, JSON.stringify(answer.lhr));
  }
  return { ...answer.lhr, ownBlockedMs: ownBlockedMs(answer.artifacts.Trace.traceEvents) };
}

function toRow(name: string, results: readonly Measured[]): (string | number)[] {
  const getScores = (id: string): number[] => results.map((one) => Math.round((one.categories[id]?.score ?? 0) * 100));
  const getNumbers = (id: string): number[] => results.map((one) => one.audits[id]?.numericValue ?? Number.NaN);
  return [
    name,
    ...categories.map((id) => median(getScores(id))),
    getScores('performance').join(', '),
    ...Object.keys(audits).map((id) => round(median(getNumbers(id)), id.endsWith('shift') ? 3 : 0)),
    round(median(results.map((one) => one.ownBlockedMs)), 0),
  ];
}
