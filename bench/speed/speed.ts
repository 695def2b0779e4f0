import { writeFile } from 'node:fs/promises';
import { buildIfStale, distDir } from '#bridge/cli/build.ts';
import { measureFirstLoad } from '#test/support/first-load.ts';
import { hasNativeTools } from '#test/support/native.ts';
import { defineCommand, flag, list, optionalText, text } from '../command.ts';
import { measureApi } from './api.ts';
import { listClips, type Clip } from './clips.ts';
import { CommonWay } from './common-way.ts';
import { compareWays, type Job, type Row, type Way } from './compare.ts';
import { listModels, type BenchModel } from '../lib/models.ts';
import { withFolder } from '../lib/workplace.ts';
import { NativeWay } from './native-way.ts';
import { ProductWay } from './product-way.ts';
import { describeMachine, toText, type Report } from './report.ts';
import { measureStages, type StageJob } from './stage-shares.ts';
import { listPairs, toSentences, toSummary } from './summary.ts';

/**
 * The full benchmark. `--quick` compares the main jobs on one clip with the shipped model, and repeats them less often if five
 * minutes are too short.
 */
export const speed = defineCommand({
  about: `Times background removal in the product, with native programs, and in the usual way in a page. The sides take turns. Also
measures the stages of a run, the API, and the size of the first load. docs/benchmarks.md explains the method.`,
  options: {
    quick: flag('compare the main jobs on one clip, within five minutes'),
    parts: optionalText('PART,...', 'compare, stages, api, load (default: all; with --quick: compare)'),
    models: optionalText('MODEL,...', 'matte-nano, selfie, rvm (default: all; with --quick: matte-nano)'),
    clips: list('NAME', 'parts of the names of clips (default: all)'),
    formats: list('FORMAT', 'output formats', ['webm', 'mov', 'mp4']),
    qualities: list('QUALITY', 'qualities', ['fast', 'best']),
    ways: optionalText('WAY,...', 'product, native, common (default: all; with --quick: product,native)'),
    repetitions: optionalText('N', 'measured runs of each side (default: 5; with --quick: 3)'),
    seconds: optionalText('N', 'seconds of each clip (default: 8; with --quick: 4)'),
    json: text('FILE', 'write all figures to this file', 'bench-results.json'),
  },
  run: async (values) => {
    const { quick, clips, json } = values;
    const defaults = quick ? quickly : fully;
    const split = (name: 'parts' | 'models' | 'ways'): string[] =>
      (values[name] ?? defaults[name]).split(',').filter((part) => part !== '');
    await measure({
      quick,
      json,
      clips,
      parts: split('parts'),
      models: split('models'),
      ways: split('ways'),
      jobs: listJobs(values),
      repetitions: Number(values.repetitions ?? defaults.repetitions),
      seconds: Number(values.seconds ?? defaults.seconds),
    });
  },
});

const fully = {
  parts: 'compare,stages,api,load',
  models: '',
  ways: 'product,native,common',
  repetitions: '5',
  seconds: '8',
};
const quickly = {
  ...fully,
  parts: 'compare',
  models: 'matte-nano',
  ways: 'product,native',
  repetitions: '3',
  seconds: '4',
};

type Chosen = {
  readonly quick: boolean;
  readonly json: string;
  readonly clips: readonly string[];
  readonly parts: readonly string[];
  readonly models: readonly string[];
  readonly ways: readonly string[];
  readonly jobs: readonly Job[];
  readonly repetitions: number;
  readonly seconds: number;
};

/** Lists the jobs. `--quick` leaves out other formats than WebM at `best`. */
function listJobs(values: {
  readonly quick: boolean;
  readonly formats: readonly string[];
  readonly qualities: readonly string[];
}): Job[] {
  const qualities = (['fast', 'best'] as const).filter((one) => values.qualities.includes(one));
  const formats = (['webm', 'mov', 'mp4'] as const).filter((one) => values.formats.includes(one));
  return qualities
    .flatMap((quality): Job[] => formats.map((format) => ({ quality, format })))
    .filter(({ quality, format }) => !values.quick || quality === 'fast' || format === 'webm');
}

async function measure(chosen: Chosen): Promise<void> {
  const { parts, jobs, quick } = chosen;
  if (!hasNativeTools()) {
    throw new Error('The bench needs ffmpeg and ffprobe on the system.');
  }
  await buildIfStale(console.log);
  await withFolder(async (dir) => {
    const models = listModels(chosen.models);
    const found = await listClips(chosen.seconds, chosen.clips);
    // The project's own clip comes first; the larger ones of the shared folder follow.
    const clips = quick ? found.slice(0, 2).slice(-1) : found;
    const compared = parts.includes('compare') ? await compareAll(chosen, models, clips, dir) : null;
    const report: Report = {
      date: new Date().toISOString(),
      machine: await describeMachine(),
      repetitions: String(compared?.repetitions ?? 0),
      notes: [],
      rows: compared?.rows ?? [],
      shares: parts.includes('stages') ? await measureStages(listStageJobs(models, clips, jobs), dir) : [],
      api: parts.includes('api') ? await measureApiAlone(clips, dir) : null,
      firstLoad: parts.includes('load') ? measureFirstLoad(distDir) : null,
    };
    await writeFile(chosen.json, `${JSON.stringify(report, null, 2)}\n`);
    print(report, chosen);
    const wrong = report.rows.filter(({ iou }) => iou < 0.9);
    if (wrong.length > 0) {
      throw new Error(`${wrong.length} rows are void: their mattes are not those of the native way.`);
    }
  });
}

function print(report: Report, { quick, json }: Chosen): void {
  const pairs = listPairs([report]);
  if (!quick) {
    console.log(toText(report));
  }
  if (pairs.length > 0) {
    console.log(`\nMilliseconds a frame, medians of ${report.repetitions} alternate runs of each side:\n`);
    console.log(`${toSummary(pairs)}\n\n${toSentences(pairs)}\n`);
  }
  console.log(`All figures as data: ${json}`);
}

async function compareAll(chosen: Chosen, models: readonly BenchModel[], clips: readonly Clip[], dir: string) {
  const has = (way: Way): boolean => chosen.ways.includes(way);
  const native = has('native') ? NativeWay.open() : undefined;
  const product = has('product') ? await ProductWay.open(distDir, models) : undefined;
  const common = has('common') ? await CommonWay.open() : undefined;
  /** The end of the last turn of a comparison, in milliseconds since the start; the remaining steps take seconds. */
  const until = chosen.quick ? 270_000 : Number.POSITIVE_INFINITY;
  const { jobs } = chosen;
  const rows: Row[] = [];
  let { repetitions } = chosen;
  try {
    for (const model of models) {
      for (const clip of clips) {
        console.log(`${model.label}, ${clip.name} ...`);
        const ways = { product, native, common };
        const found = await compareWays(ways, clip, model, { jobs, repetitions, until, dir });
        rows.push(...found.rows);
        repetitions = Math.min(repetitions, found.repetitions);
      }
    }
  } finally {
    await common?.close();
    await product?.product.close();
  }
  return { rows, repetitions };
}

/** Lists the jobs whose stages are measured: those of the clip with the largest frames, which differ most. The ensemble comes first. */
function listStageJobs(models: readonly BenchModel[], clips: readonly Clip[], jobs: readonly Job[]): StageJob[] {
  const clip = clips.toSorted((a, b) => b.width * b.height - a.width * a.height)[0];
  return clip ? [null, ...models].flatMap((model) => jobs.map((job) => ({ clip, model, ...job }))) : [];
}

async function measureApiAlone([clip]: readonly Clip[], dir: string) {
  const { product } = await ProductWay.open(distDir, []);
  try {
    return clip ? await measureApi({ product, clip, dir }) : null;
  } finally {
    await product.close();
  }
}
