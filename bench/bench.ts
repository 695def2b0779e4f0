import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildIfStale, distDir } from '#bridge/cli/build.ts';
import { measureFirstLoad } from '../test/support/first-load.ts';
import { hasNativeTools } from '../test/support/native.ts';
import { measureApi } from './api.ts';
import { listClips, type Clip } from './clips.ts';
import { CommonWay } from './common-way.ts';
import { compareWays, type Job, type Row, type Way } from './compare.ts';
import { listModels, type BenchModel } from './models.ts';
import { NativeWay } from './native-way.ts';
import { ProductWay } from './product-way.ts';
import { describeMachine, toText, type Report } from './report.ts';
import { measureStages } from './stage-shares.ts';
import { listPairs, toSentences, toSummary } from './summary.ts';

/**
 * Benchmarks the speed against native programs and the common way in a page: see docs/benchmarks.md.
 *
 *   npm run bench -- [--quick] [--parts compare,stages,api,load] [--models selfie,rvm] [--clips cup] [--formats webm]
 *                    [--qualities fast] [--ways product,native,common] [--repetitions N] [--seconds N] [--json FILE]
 *
 * `--quick` compares the main jobs on one clip with the shipped model. It repeats them less where five minutes are too short.
 */
const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    parts: { type: 'string' },
    models: { type: 'string' },
    clips: { type: 'string' },
    formats: { type: 'string', default: 'webm,mov,mp4' },
    qualities: { type: 'string', default: 'fast,best' },
    ways: { type: 'string' },
    repetitions: { type: 'string' },
    seconds: { type: 'string' },
    json: { type: 'string', default: 'bench-results.json' },
  },
});

const all = {
  parts: 'compare,stages,api,load',
  models: '',
  clips: '',
  ways: 'product,native,common',
  repetitions: '5',
  seconds: '8',
};
const few = { ...all, parts: 'compare', models: 'matte-nano', ways: 'product,native', repetitions: '3', seconds: '4' };
const chosen = { ...(options.quick ? few : all), ...options };

/** The end of the last turn of a comparison, in milliseconds since the start; the remaining steps take seconds. */
const until = options.quick ? 270_000 : Number.POSITIVE_INFINITY;

const list = (text: string): string[] => text.split(',').filter((part) => part !== '');
const parts = list(chosen.parts);
const qualities = (['fast', 'best'] as const).filter((one) => list(chosen.qualities).includes(one));
const formats = (['webm', 'mov', 'mp4'] as const).filter((one) => list(chosen.formats).includes(one));
const jobs = qualities
  .flatMap((quality): Job[] => formats.map((format) => ({ quality, format })))
  .filter(({ quality, format }) => !options.quick || quality === 'fast' || format === 'webm');

if (!hasNativeTools()) {
  throw new Error('The bench needs ffmpeg and ffprobe on the system.');
}
await buildIfStale(console.log);
const dir = await mkdtemp(join(tmpdir(), 'offcut-bench-'));
try {
  const models = listModels(list(chosen.models));
  const found = await listClips(Number(chosen.seconds), list(chosen.clips));
  // The project's own clip comes first; the larger ones of the shared folder follow.
  const clips = options.quick ? found.slice(0, 2).slice(-1) : found;
  const compared = parts.includes('compare') ? await compareAll(models, clips) : null;
  const report: Report = {
    date: new Date().toISOString(),
    machine: await describeMachine(),
    repetitions: String(compared?.repetitions ?? 0),
    notes: [],
    rows: compared?.rows ?? [],
    shares: parts.includes('stages') ? await measureStages(listStageJobs(models, clips), dir) : [],
    api: parts.includes('api') ? await measureApiAlone(clips) : null,
    firstLoad: parts.includes('load') ? measureFirstLoad(distDir) : null,
  };
  await writeFile(chosen.json, `${JSON.stringify(report, null, 2)}\n`);
  tell(report);
  const wrong = report.rows.filter(({ iou }) => iou < 0.9);
  if (wrong.length > 0) {
    throw new Error(`${wrong.length} rows are void: their mattes are not those of the native way.`);
  }
} finally {
  await rm(dir, { recursive: true, force: true });
}
// On Node 20 a file sent as a blob (`openAsBlob`) can leave a read that never ends.
process.exit();

function tell(report: Report): void {
  const pairs = listPairs([report]);
  if (!options.quick) {
    console.log(toText(report));
  }
  if (pairs.length > 0) {
    console.log(`\nMilliseconds a frame, medians of ${report.repetitions} alternate runs of each side:\n`);
    console.log(`${toSummary(pairs)}\n\n${toSentences(pairs)}\n`);
  }
  console.log(`All figures as data: ${chosen.json}`);
}

async function compareAll(models: readonly BenchModel[], clips: readonly Clip[]) {
  const among = list(chosen.ways);
  const has = (way: Way): boolean => among.includes(way);
  const native = has('native') ? NativeWay.open() : undefined;
  const product = has('product') ? await ProductWay.open(distDir, models) : undefined;
  const common = has('common') ? await CommonWay.open() : undefined;
  const rows: Row[] = [];
  let repetitions = Number(chosen.repetitions);
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

/** Lists the jobs whose stages are measured: those of the clip with the largest frames, which differ most. */
function listStageJobs(models: readonly BenchModel[], clips: readonly Clip[]) {
  const clip = clips.toSorted((a, b) => b.width * b.height - a.width * a.height)[0];
  return clip ? models.flatMap((model) => jobs.map((job) => ({ clip, model, ...job }))) : [];
}

async function measureApiAlone(clips: readonly Clip[]) {
  const { product } = await ProductWay.open(distDir, []);
  try {
    const [clip] = clips;
    return clip ? await measureApi({ product, clip, dir }) : null;
  } finally {
    await product.close();
  }
}
