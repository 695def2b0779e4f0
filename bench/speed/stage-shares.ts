import { join } from 'node:path';
import { build, type Plugin } from 'vite';
import { projectDir } from '#bridge/cli/build.ts';
import { siteConfig } from '#build/site.ts';
import type { Quality } from '#core/model/formats.ts';
import type { Clip } from './clips.ts';
import type { BenchModel } from '../lib/models.ts';
import type { Format } from './native-way.ts';
import { ProductWay } from './product-way.ts';
import { stagesChannel, type StageTimes } from './stages/stopwatch.ts';
import type { TraceEvent } from '../lib/trace-event.ts';

/** Milliseconds a frame of one run, by stage. Stages overlap in several threads: their sum is not the run's time. */
export type Shares = {
  readonly clip: string;
  readonly model: string;
  readonly quality: Quality;
  readonly format: Format;
  readonly wholeMs: number;
  readonly stages: Readonly<Record<string, number>>;
};

type Job = { clip: Clip; model: BenchModel; quality: Quality; format: Format };

/**
 * Measures the stages of runs. Workers are timed by modules (`stages/`) that only this build contains. Codecs are the browser's
 * threads, measured in CPU time by Chromium's tracing.
 */
export async function measureStages(jobs: readonly Job[], dir: string): Promise<Shares[]> {
  const distDir = join(dir, 'clocked');
  await buildClocked(distDir);
  const models = [...new Set(jobs.map(({ model }) => model))];
  const way = await ProductWay.open(distDir, models);
  const { page } = way.product;
  await page.evaluate((name) => {
    const told: Record<string, unknown> = {};
    Object.assign(globalThis, { told });
    new BroadcastChannel(name).addEventListener('message', ({ data }) => (told[data.worker] = data.times));
  }, stagesChannel);
  const read = async (): Promise<StageTimes> => {
    await page.waitForTimeout(300); // The times arrive slightly later.
    const told = await page.evaluate(() => (globalThis as unknown as { told: Record<string, StageTimes> }).told);
    return Object.assign({}, ...Object.values(told)) as StageTimes;
  };
  const shares: Shares[] = [];
  for (const { clip, model, quality, format } of jobs) {
    await way.run(clip, model, quality, format); // By then, everything is loaded and compiled.
    const before = await read();
    const events = await traced(way, async () => void (await way.run(clip, model, quality, format)));
    const times = { ...subtract(await read(), before), ...readCodecs(events.list) };
    const perFrame = Object.entries(times).map(([stage, ms]) => [stage, ms / clip.frameCount] as const);
    const stages = Object.fromEntries(perFrame.filter(([, ms]) => ms >= 0.005));
    const wholeMs = events.ms / clip.frameCount;
    shares.push({ clip: clip.name, model: model.label, quality, format, wholeMs, stages });
  }
  await way.product.close();
  return shares;
}

async function buildClocked(outDir: string): Promise<void> {
  const clocks: Plugin = {
    name: 'offcut-bench-stages',
    enforce: 'pre',
    transform(code, id) {
      const worker = /src\/workers\/(media|matting)\/\1\.worker\.ts$/.exec(id)?.[1];
      return worker ? `import ${JSON.stringify(join(import.meta.dirname, `stages/${worker}.ts`))};\n${code}` : null;
    },
  };
  const config = siteConfig([clocks]);
  const output = { ...config.build, outDir, emptyOutDir: true };
  await build({ ...config, root: projectDir, configFile: false, logLevel: 'error', build: output });
}

async function traced(way: ProductWay, work: () => Promise<void>): Promise<{ list: TraceEvent[]; ms: number }> {
  const list: TraceEvent[] = [];
  const session = await way.product.context.newCDPSession(way.product.page);
  session.on('Tracing.dataCollected', ({ value }) => list.push(...(value as unknown as TraceEvent[])));
  const includedCategories = ['toplevel', 'media', '__metadata'];
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories, excludedCategories: ['*'] },
  });
  const start = performance.now();
  await work();
  const ms = performance.now() - start;
  const complete = new Promise<void>((resolve) => session.once('Tracing.tracingComplete', () => resolve()));
  await session.send('Tracing.end');
  await complete;
  await session.detach();
  return { list, ms };
}

/** Returns the CPU time of decoding, which has its own threads, and of encoding tasks in the pool. */
function readCodecs(events: readonly TraceEvent[]): StageTimes {
  const names = new Map(
    events.filter(({ name }) => name === 'thread_name').map(({ pid, tid, args }) => [`${pid}.${tid}`, args?.['name']]),
  );
  const sum = (isMeant: (event: TraceEvent) => boolean): number =>
    events.filter((event) => event.ph === 'X' && isMeant(event)).reduce((total, { tdur }) => total + (tdur ?? 0), 0) /
    1000;
  return {
    'decode (browser, CPU)': sum(
      ({ pid, tid, name }) =>
        names.get(`${pid}.${tid}`)?.startsWith('CodecWorker') === true && name === 'ThreadControllerImpl::RunTask',
    ),
    'encode (browser, CPU)': sum(
      ({ args, name }) =>
        name === 'ThreadPool_RunTask' &&
        args?.['src_file'] === 'media/video/offloading_video_encoder.cc' &&
        args['src_func'] === 'Encode',
    ),
  };
}

function subtract(after: StageTimes, before: StageTimes): StageTimes {
  return Object.fromEntries(Object.entries(after).map(([stage, ms]) => [stage, ms - (before[stage] ?? 0)]));
}
