import { join } from 'node:path';
import type { Quality } from '#core/model/formats.ts';
import { toDeployed } from '#core/model/models.ts';
import { planClip } from '#workers/matting/plan.ts';
import type { Clip } from './clips.ts';
import type { CommonWay } from './common-way.ts';
import { readCpuSeconds } from '../lib/cpu-time.ts';
import { median } from '../lib/statistics.ts';
import { compare, readMattes } from './judge.ts';
import type { BenchModel } from '../lib/models.ts';
import type { Format, NativeWay } from './native-way.ts';
import type { ProductWay } from './product-way.ts';

export type Way = 'product' | 'native' | 'common';
/** The open sides of a comparison. */
export type Ways = {
  readonly product?: ProductWay | undefined;
  readonly native?: NativeWay | undefined;
  readonly common?: CommonWay | undefined;
};

/** A job of a comparison, for one clip and model. */
export type Job = { readonly quality: Quality; readonly format: Format };

/** One side of the comparison, for one job. */
type Contender = {
  readonly way: Way;
  readonly quality: Quality;
  readonly format: Format;
  readonly frameCount: number;
  /** Loads everything that is not timed. */
  prepare?(): Promise<void>;
  /** Does the job; only this is timed. `save` reads the result afterwards. */
  run(): Promise<void>;
  /** Saves the result and returns the name of its file. */
  save(): Promise<string>;
};

/** The time of one run, per frame. */
type Taken = { readonly ms: number; readonly cpuMs: number };

/** The figures of a contender over all repetitions, per frame. */
export type Row = {
  readonly clip: string;
  /** The duration from the clip's start. */
  readonly seconds: number;
  readonly model: string;
  readonly way: Way;
  readonly quality: Quality;
  readonly format: Format;
  readonly frameCount: number;
  readonly medianMs: number;
  readonly minMs: number;
  readonly maxMs: number;
  readonly cpuMs: number;
  /** The speed relative to the native and to the common way, by medians. Above 1 is faster. */
  readonly timesNative: number | null;
  readonly timesCommon: number | null;
  /** The mean IoU of the mattes with those of the native side for the same job. */
  readonly iou: number;
};

/** The results of a comparison, and the number of runs of each side. */
type Compared = { readonly rows: readonly Row[]; readonly repetitions: number };

/** The number of frames of the common way, which is slow and needs the memory of all frames at once. */
const commonFrames = 24;

/**
 * Compares the sides in all jobs of one clip and model. Each side runs once as a warm-up. Then all sides take turns, `repetitions`
 * times, so that other load affects all of them. After the first turn, no run starts that would end after `until` (of
 * `performance.now()`).
 */
export async function compareWays(
  ways: Ways,
  clip: Clip,
  model: BenchModel,
  options: { jobs: readonly Job[]; repetitions: number; until: number; dir: string },
): Promise<Compared> {
  const contenders: Contender[] = [];
  for (const contender of listContenders(ways, clip, model, options)) {
    if (await warmUp(contender)) {
      contenders.push(contender);
    }
  }
  const times = new Map<Contender, Taken[]>();
  let repetitions = 0;
  for (let lastMs = 0; repetitions < options.repetitions; repetitions++) {
    const start = performance.now();
    if (repetitions > 0 && start + lastMs > options.until) {
      break;
    }
    for (const contender of contenders) {
      times.set(contender, [...(times.get(contender) ?? []), await time(contender)]);
    }
    lastMs = performance.now() - start;
  }
  return { rows: await toRows(clip, model, contenders, times), repetitions };
}

/** Runs a contender once. Returns false, with a message, if the common way cannot do the job. */
async function warmUp(contender: Contender): Promise<boolean> {
  try {
    await time(contender);
    return true;
  } catch (thrown) {
    if (contender.way !== 'common') {
      throw thrown;
    }
    console.log(`The common way is left out, as it failed ${attempts} times.`);
    return false;
  }
}

/** The number of attempts of the common way, which sometimes crashes or hangs. */
const attempts = 4;

async function time(contender: Contender): Promise<Taken> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await timeOnce(contender);
    } catch (thrown) {
      if (contender.way !== 'common' || attempt === attempts) {
        throw thrown;
      }
      console.log(`The common way failed and is tried again: ${String(thrown).split('\n')[0]}`);
    }
  }
}

async function timeOnce(contender: Contender): Promise<Taken> {
  await contender.prepare?.();
  const cpuSeconds = readCpuSeconds();
  const start = performance.now();
  await contender.run();
  return {
    ms: (performance.now() - start) / contender.frameCount,
    cpuMs: (1000 * (readCpuSeconds() - cpuSeconds)) / contender.frameCount,
  };
}

function listContenders(
  { product, native, common }: Ways,
  clip: Clip,
  model: BenchModel,
  { jobs, dir }: Parameters<typeof compareWays>[3],
): Contender[] {
  const file = (way: Way, quality: Quality, format: Format): string =>
    join(dir, `${clip.name}-${model.label}-${way}-${quality}.${format}`);
  return jobs.flatMap(({ quality, format }): Contender[] => {
    const [plan] = planClip({ ...clip, models: [toDeployed(model.entry)], quality }).networks;
    if (!plan) {
      return [];
    }
    const { frameCount } = clip;
    let url = '';
    const [nativeFile, commonFile] = [file('native', quality, format), file('common', quality, format)];
    const ours = product && {
      way: 'product' as const,
      quality,
      format,
      frameCount,
      run: async () => void (url = await product.run(clip, model, quality, format)),
      save: async () => {
        await product.save(url, file('product', quality, format));
        return file('product', quality, format);
      },
    };
    const theirs = native && {
      way: 'native' as const,
      quality,
      format,
      frameCount,
      run: () => native.run(clip, model, plan, format, nativeFile),
      save: async () => nativeFile,
    };
    const frames = Math.min(commonFrames, frameCount);
    const usual = common && {
      way: 'common' as const,
      quality,
      format,
      frameCount: frames,
      prepare: () => common.prepare(clip, model, plan),
      run: async () => void (await common.run(clip, plan, frames, commonFile)),
      save: async () => commonFile,
    };
    return [ours, theirs, format === 'webm' ? usual : undefined].filter((one) => one !== undefined);
  });
}

async function toRows(
  clip: Clip,
  model: BenchModel,
  contenders: readonly Contender[],
  times: ReadonlyMap<Contender, readonly Taken[]>,
): Promise<Row[]> {
  const getMedian = (way: Way, { quality, format }: Contender): number | null => {
    const other = contenders.find((one) => one.way === way && one.quality === quality && one.format === format);
    return other ? median((times.get(other) ?? []).map(({ ms }) => ms)) : null;
  };
  const rows: Row[] = [];
  for (const contender of contenders) {
    const { way, quality, format, frameCount } = contender;
    const taken = (times.get(contender) ?? []).map(({ ms }) => ms);
    const medianMs = median(taken);
    const [native, common] = [getMedian('native', contender), getMedian('common', { ...contender, format: 'webm' })];
    const right = contenders.find((one) => one.way === 'native' && one.quality === quality && one.format === format);
    const seconds = frameCount / clip.frameRate;
    const mattes = async (one: Contender) => readMattes(await one.save(), format, seconds);
    rows.push({
      clip: clip.name,
      seconds: clip.seconds,
      model: model.label,
      way,
      quality,
      format,
      frameCount,
      medianMs,
      minMs: Math.min(...taken),
      maxMs: Math.max(...taken),
      cpuMs: median((times.get(contender) ?? []).map(({ cpuMs }) => cpuMs)),
      timesNative: native === null ? null : native / medianMs,
      timesCommon: common === null ? null : common / medianMs,
      iou: compare(await mattes(contender), await mattes(right ?? contender)),
    });
  }
  return rows;
}
