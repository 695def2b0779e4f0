import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Quality } from '#core/formats.ts';
import { buildIfStale, distDir } from '../src/bridge/build.ts';
import { measureFirstLoad } from '../test/support/first-load.ts';
import { measureApi } from './api.ts';
import { listClips, type Clip } from './clips.ts';
import { CommonWay } from './common-way.ts';
import { compareWays, type Row } from './compare.ts';
import { listModels, type BenchModel } from './models.ts';
import { NativeWay, type Format } from './native-way.ts';
import { ProductWay } from './product-way.ts';
import { describeMachine, toText, type Report } from './report.ts';
import { measureStages } from './stage-shares.ts';

/**
 * How fast the product is, against what is usually built in a page and against native programs: docs/benchmarks.md says how.
 *
 *   npm run bench -- [--quick] [--parts compare,stages,api,load] [--models selfie,rvm] [--clips cup] [--formats webm]
 *                    [--qualities fast] [--ways product,native,common] [--repetitions N] [--seconds N] [--json FILE]
 */
const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    parts: { type: 'string', default: 'compare,stages,api,load' },
    models: { type: 'string', default: '' },
    clips: { type: 'string', default: '' },
    formats: { type: 'string', default: 'webm,mov,mp4' },
    qualities: { type: 'string', default: 'fast,best' },
    ways: { type: 'string', default: 'product,native,common' },
    repetitions: { type: 'string' },
    seconds: { type: 'string' },
    json: { type: 'string', default: 'bench-results.json' },
  },
});

const list = (text: string): string[] => text.split(',').filter((part) => part !== '');
const parts = list(options.parts);
const qualities = (['fast', 'best'] as const).filter((one) => list(options.qualities).includes(one));
const formats = (['webm', 'mov', 'mp4'] as const).filter((one) => list(options.formats).includes(one));
const among = (['product', 'native', 'common'] as const).filter((one) => list(options.ways).includes(one));
const repetitions = Number(options.repetitions ?? (options.quick ? 3 : 5));
const seconds = Number(options.seconds ?? (options.quick ? 2 : 8));

await buildIfStale(console.log);
const dir = await mkdtemp(join(tmpdir(), 'offcut-bench-'));
try {
  const models = listModels(list(options.models));
  const clips = await listClips(seconds, list(options.clips));
  const report: Report = {
    date: new Date().toISOString(),
    machine: await describeMachine(),
    repetitions,
    seconds,
    rows: parts.includes('compare') ? await compareAll(models, clips) : [],
    shares: parts.includes('stages') ? await measureStages(listStageJobs(models, clips), dir) : [],
    api: parts.includes('api') ? await measureApiAlone(clips) : null,
    firstLoad: parts.includes('load') ? measureFirstLoad(distDir) : null,
  };
  await writeFile(options.json, JSON.stringify(report, null, 2));
  console.log(`${toText(report)}\nThe same as data: ${options.json}`);
  const wrong = report.rows.filter(({ iou }) => iou < 0.9);
  if (wrong.length > 0) {
    throw new Error(`${wrong.length} rows are void: their mattes are not those of the native way.`);
  }
} finally {
  await rm(dir, { recursive: true, force: true });
}
// A file sent as a blob (`openAsBlob`) can be left with a read that never ends, which would keep Node 20 from ending.
process.exit();

async function compareAll(models: readonly BenchModel[], clips: readonly Clip[]): Promise<Row[]> {
  const product = await ProductWay.open(distDir, models);
  const common = await CommonWay.open();
  const rows: Row[] = [];
  try {
    for (const model of models) {
      for (const clip of clips) {
        console.log(`${model.label}, ${clip.name} ...`);
        const ways = { product, common, native: NativeWay.open() };
        rows.push(...(await compareWays(ways, clip, model, { among, qualities, formats, repetitions, dir })));
      }
    }
  } finally {
    await common.close();
    await product.product.close();
  }
  return rows;
}

/** The largest picture tells most. */
function listStageJobs(models: readonly BenchModel[], clips: readonly Clip[]) {
  const clip = clips.toSorted((a, b) => b.width * b.height - a.width * a.height)[0];
  const jobs: { clip: Clip; model: BenchModel; quality: Quality; format: Format }[] = [];
  for (const model of clip ? models : []) {
    for (const quality of qualities) {
      jobs.push(...formats.flatMap((format) => (clip ? [{ clip, model, quality, format }] : [])));
    }
  }
  return jobs;
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
