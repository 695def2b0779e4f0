import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { cpus } from 'node:os';
import { basename, join } from 'node:path';
import { build, type Plugin } from 'vite';
import { projectDir } from '#bridge/cli/build.ts';
import { siteConfig } from '#build/site.ts';
import type { Quality } from '#core/model/formats.ts';
import type { Clip } from './clips.ts';
import type { BenchModel } from '../lib/models.ts';
import { listThreads, readCores, subtractThreads } from '../lib/threads.ts';
import type { Format } from './native-way.ts';
import { ProductWay } from './product-way.ts';
import { stagesChannel, type StageReport, type StageTime, type StageTimes } from './stages/stopwatch.ts';
import { groupThreads, nameThreads, type ThreadShare } from './thread-shares.ts';
import { readCodecs, trace } from './trace.ts';

/** One run, in milliseconds a frame. Stages and threads overlap: their sum is not the run's time. */
export type Shares = {
  readonly clip: string;
  /** The label of the model; `shipped` without one, which is the ensemble at `best`. */
  readonly model: string;
  readonly quality: Quality;
  readonly format: Format;
  readonly wholeMs: number;
  /** The stages of each worker, by the worker's name, and the browser's codecs. */
  readonly stages: Readonly<Record<string, StageTimes>>;
  readonly threads: readonly ThreadShare[];
  /** The time in which the cores of the machine were idle, in milliseconds of one core a frame. */
  readonly idleMs: number;
  readonly coreCount: number;
};

export type StageJob = {
  readonly clip: Clip;
  readonly model: BenchModel | null;
  readonly quality: Quality;
  readonly format: Format;
};

/**
 * Measures the stages of runs, their threads, and idle time. Workers are timed by modules (`stages/`) that only this build
 * contains. Codecs are the browser's threads, measured in CPU time by Chromium's tracing. Each job runs twice: the first run is
 * traced, the second one is measured. With `hasGpu` the browser may use the GPU.
 */
export async function measureStages(jobs: readonly StageJob[], dir: string, hasGpu = false): Promise<Shares[]> {
  const distDir = join(dir, 'clocked');
  await buildClocked(distDir);
  const models = [...new Set(jobs.flatMap(({ model }) => model ?? []))];
  const way = await ProductWay.open(distDir, models, hasGpu);
  try {
    const read = await collectReports(way);
    const shares: Shares[] = [];
    for (const job of jobs) {
      shares.push(await measure(way, job, read));
    }
    return shares;
  } finally {
    await way.product.close();
  }
}

async function measure(way: ProductWay, job: StageJob, read: ReadReports): Promise<Shares> {
  const { clip, model, quality, format } = job;
  const run = async (): Promise<void> => void (await way.run(clip, model, quality, format));
  const events = await trace(way.product, run); // By then, everything is loaded and compiled.
  const [before, threadsBefore, coresBefore] = [await read(), listThreads(), readCores()];
  const start = performance.now();
  await run();
  const ms = performance.now() - start;
  const [threadsAfter, coresAfter] = [listThreads(), readCores()];
  const perFrame = (value: number): number => value / clip.frameCount;
  const stages = { ...subtract(await read(), before), browser: readCodecs(events) };
  return {
    clip: clip.name,
    model: model?.label ?? 'shipped',
    quality,
    format,
    wholeMs: perFrame(ms),
    stages: mapTimes(stages, ({ ms: stageMs, calls }) => ({ ms: perFrame(stageMs), calls: perFrame(calls) })),
    threads: groupThreads(subtractThreads(threadsAfter, threadsBefore), nameThreads(events)).map((one) => ({
      ...one,
      cpuMs: perFrame(one.cpuMs),
      waitMs: perFrame(one.waitMs),
    })),
    idleMs: perFrame(coresAfter.idleMs - coresBefore.idleMs),
    coreCount: cpus().length,
  };
}

type StagesByWorker = Readonly<Record<string, StageTimes>>;
type ReadReports = () => Promise<ReadonlyMap<string, StageReport>>;

/** Collects the reports of all workers, and returns the function that reads the last one of each. */
async function collectReports(way: ProductWay): Promise<ReadReports> {
  const { page } = way.product;
  await page.evaluate((name) => {
    const told: Record<string, unknown> = {};
    Object.assign(globalThis, { told });
    new BroadcastChannel(name).addEventListener('message', ({ data }) => (told[data.id] = data));
  }, stagesChannel);
  return async () => {
    await page.waitForTimeout(300); // The times arrive slightly later.
    const told = await page.evaluate(() => (globalThis as unknown as { told: Record<string, StageReport> }).told);
    return new Map(Object.entries(told));
  };
}

async function buildClocked(outDir: string): Promise<void> {
  const clocks: Plugin = {
    name: 'offcut-bench-stages',
    enforce: 'pre',
    transform(code, id) {
      const stages = new Map([
        ['media/media', 'media'],
        ['matting/matting', 'inference'],
        ['matting/inference', 'inference'],
      ]).get(/src\/workers\/(\w+\/\w+)\.worker\.ts$/.exec(id)?.[1] ?? '');
      return stages ? `import ${JSON.stringify(join(import.meta.dirname, `stages/${stages}.ts`))};\n${code}` : null;
    },
  };
  const config = siteConfig([clocks]);
  const output = { ...config.build, outDir, emptyOutDir: true };
  await build({ ...config, root: projectDir, configFile: false, logLevel: 'error', build: output });
}

/** Returns the work of all workers of a name between two collections, with readable names of networks. */
function subtract(
  after: ReadonlyMap<string, StageReport>,
  before: ReadonlyMap<string, StageReport>,
): Readonly<Record<string, StageTimes>> {
  const names = nameNetworks();
  const sums: Record<string, Record<string, StageTime>> = {};
  for (const [id, { worker, times }] of after) {
    const stages = (sums[worker] ??= {});
    for (const [key, { ms, calls }] of Object.entries(times)) {
      const old = before.get(id)?.times[key] ?? { ms: 0, calls: 0 };
      const name = names.get(key) ?? key;
      const sum = stages[name] ?? { ms: 0, calls: 0 };
      stages[name] = { ms: sum.ms + ms - old.ms, calls: sum.calls + calls - old.calls };
    }
  }
  return sums;
}

const mapTimes = (all: StagesByWorker, change: (time: StageTime) => StageTime): StagesByWorker =>
  Object.fromEntries(
    Object.entries(all).map(([worker, stages]) => [
      worker,
      Object.fromEntries(
        Object.entries(stages)
          .filter(([, { ms }]) => ms > 0)
          .map(([stage, time]) => [stage, change(time)]),
      ),
    ]),
  );

/** Returns the readable stages of the shipped networks, by the stages that the workers report. */
function nameNetworks(): ReadonlyMap<string, string> {
  const folder = join(projectDir, 'models');
  const files = readdirSync(folder).filter((name) => name.endsWith('.onnx'));
  return new Map(
    files.flatMap((name) => {
      const sum = createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex');
      const [, network = '', size = ''] = /^matte_([a-z]+)_v\d+_(\d+x\d+)/.exec(name) ?? [null, basename(name), ''];
      const label = `${network} ${size}`.trim();
      return [[`inference ${sum}`, label] as const, [`on the GPU ${sum}`, `${label} on the GPU`] as const];
    }),
  );
}
