import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { startServer } from '#bridge/server/server.ts';
import { engineLockName } from '#core/protocol/engine.ts';
import { TestBrowser } from '#test/support/browser.ts';
import { samplesDir } from '../lib/workplace.ts';
import { runInPage, type PageMarks } from './run-in-page.ts';

type Options = { readonly dist: string; readonly rounds: number; readonly seconds: number };

/** A part of a start, and its duration in milliseconds in each round. */
export type Part = { readonly name: string; readonly times: readonly number[] };

/** Times the first cutout after opening the page, and the second one. */
export async function measurePage({ seconds, ...options }: Options): Promise<Part[]> {
  const toBody = (smoothing: number) => ({
    quality: 'fast',
    smoothing,
    trim: { startSeconds: 0, endSeconds: seconds },
  });
  const rounds = await measureVisits(options, async (page, round) => {
    const clip = await chooseFiles(page, ['presenter.mp4']);
    const run = { recipe: 'remove-background', field: 'material', clip, end: 'completed' };
    // An equal run would be answered from the cache.
    const first = await page.evaluate(runInPage, { ...run, engineLockName, body: toBody(50 + round / 1000) });
    const second = await page.evaluate(runInPage, { ...run, engineLockName, body: toBody(60 + round / 1000) });
    return { first, second };
  });
  const collect = (name: string, toTime: (round: { first: PageMarks; second: PageMarks }) => number): Part => ({
    name: `page, ${name}`,
    times: rounds.map(toTime),
  });
  return [
    collect('navigation to the first answer of the API', ({ first }) => first.api),
    collect('navigation to the engine', ({ first }) => first.engine),
    collect('navigation to the accepted call', ({ first }) => first.accepted),
    collect('navigation to the begin of the run', ({ first }) => first.running),
    collect('navigation to the opened file', ({ first }) => getStage(first, 'Loading the models')),
    collect('navigation to the first frame', ({ first }) => getFrame(first)),
    collect('first call to its first frame', ({ first }) => getFrame(first) - first.called),
    collect('first call to its end', ({ first }) => first.ended - first.called),
    collect('second call to its first frame', ({ second }) => getFrame(second) - second.called),
    collect('second call to its end', ({ second }) => second.ended - second.called),
  ];
}

const getStage = ({ stages }: PageMarks, name: string): number => stages[name] ?? Number.NaN;

/** The stage that the first frame reports, with its preview. */
const getFrame = (marks: PageMarks): number => getStage(marks, 'Removing background');

/** Times the first analysis of a launch cut after opening the page, and the second one. */
export async function measureLaunch(options: Options): Promise<Part[]> {
  const rounds = await measureVisits(options, async (page, round) => {
    const clip = await chooseFiles(page, ['presenter.mp4', 'talk.mp4']);
    const run = { recipe: 'launch-cut', field: 'materials', clip, end: 'awaiting_review', engineLockName };
    const body = { title: 'Cold start', points: ['One', 'Two'], targetSeconds: 15, seed: round * 2 };
    const first = await page.evaluate(runInPage, { ...run, body });
    const second = await page.evaluate(runInPage, { ...run, body: { ...body, seed: round * 2 + 1 } });
    return { first, second };
  });
  return [
    { name: 'launch cut, first call to its proposal', times: rounds.map(({ first }) => first.ended - first.called) },
    {
      name: 'launch cut, second call to its proposal',
      times: rounds.map(({ second }) => second.ended - second.called),
    },
  ];
}

/** Opens the page in a new browser in each round, on one profile, after a visit that caches the files of the site. */
async function measureVisits<T>(
  { dist, rounds }: Pick<Options, 'dist' | 'rounds'>,
  work: (page: Page, round: number) => Promise<T>,
): Promise<T[]> {
  const server = await startServer({ port: 0, distDir: dist });
  const browser = await TestBrowser.launch();
  const found: T[] = [];
  try {
    await cacheFiles(await openPage(browser, server.baseUrl));
    for (let round = 0; round < rounds; round += 1) {
      await browser.restart();
      const page = await openPage(browser, server.baseUrl);
      found.push(await work(page, round));
    }
    return found;
  } finally {
    await browser.close();
    await server.close();
  }
}

async function openPage(browser: TestBrowser, baseUrl: string): Promise<Page> {
  const [page = await browser.context.newPage()] = browser.context.pages();
  await page.goto(`${baseUrl}/workspace`, { waitUntil: 'domcontentloaded' });
  return page;
}

/** Lets the service worker cache all files, as it does some seconds after the page was opened. */
async function cacheFiles(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.evaluate(() => navigator.serviceWorker.controller?.postMessage('warm'));
  await page.waitForFunction(async () => (await caches.match('/models/installed.json')) !== undefined);
}

/** Chooses samples as files in the page. Returns the id of their input field. */
async function chooseFiles(page: Page, names: readonly string[]): Promise<string> {
  const id = 'bench-files';
  await page.evaluate((fieldId) => {
    const field = Object.assign(document.createElement('input'), { type: 'file', multiple: true, id: fieldId });
    field.hidden = true;
    document.body.append(field);
  }, id);
  await page.setInputFiles(
    `#${id}`,
    names.map((name) => join(samplesDir, name)),
  );
  return id;
}
