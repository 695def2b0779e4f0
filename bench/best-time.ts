import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { distDir } from '#bridge/cli/build.ts';
import { sharedFolder } from '../test/support/native.ts';
import { getData, startProduct } from '../test/support/product.ts';
import { readCpuSeconds } from './cpu-time.ts';
import { median } from './compare.ts';
import { keepTable, round, today } from './table.ts';

/**
 * Measures the time of a frame at `best` with all shipped models, in the whole product (the build in `dist`), for one figure and
 * for several. The time is the duration of a run divided by its frames.
 *
 *   npm run bench:best-time -- [--dist DIR] [--seconds N] [--repetitions N] [--json docs/benchmarks/mattes.json] [CLIP ...]
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    dist: { type: 'string', default: distDir },
    seconds: { type: 'string', default: '3' },
    repetitions: { type: 'string', default: '3' },
    json: { type: 'string' },
  },
});
/** The default clips, all 1280x720. */
const clips = [
  { name: 'presenter', file: 'woman_presenter_cup.mp4', figures: 'one, near', rate: 24 },
  { name: 'juggling', file: 'person_juggle_fullbody.mp4', figures: 'one, whole', rate: 24 },
  { name: 'dog', file: 'woman_and_dog.mp4', figures: 'one or two, small', rate: 30 },
  { name: 'crowd', file: 'street_crowd.mp4', figures: 'a crowd', rate: 30 },
].filter(({ name }) => positionals.length === 0 || positionals.includes(name));
const seconds = Number(values.seconds);

const folder = join(sharedFolder, 'media/video');
if (!existsSync(folder)) {
  throw new Error('the shared clips are not here');
}
const product = await startProduct({ distDir: values.dist });
await product.api('PUT', '/sandbox/v1/credits', { credits: 1_000_000 });
const rows: (string | number)[][] = [];
let runs = 0;
for (const { name, file, figures, rate } of clips) {
  const material = await product.upload(join(folder, file));
  const taken: { readonly ms: number; readonly cpuMs: number }[] = [];
  await time(material, rate);
  for (let turn = 0; turn < Number(values.repetitions); turn += 1) {
    taken.push(await time(material, rate));
  }
  const all = taken.map(({ ms }) => ms);
  const range = `${Math.min(...all).toFixed(0)}..${Math.max(...all).toFixed(0)}`;
  const row = [name, figures, round(median(all), 0), range, round(median(taken.map(({ cpuMs }) => cpuMs)), 0)];
  console.log(row.join(' | '));
  rows.push(row);
}
await product.close();
if (values.json) {
  keepTable(values.json, {
    title: 'Time at `best`',
    command: 'npm run bench:best-time',
    measured: today(),
    notes: [
      `The first ${seconds} s of clips of 1280x720 through the whole product, with the shipped ensemble, as WebM. The value is the time of a run divided by its frames, the median of ${values.repetitions} after a warm-up. CPU is of all processes.`,
    ],
    columns: ['clip', 'figures', 'ms a frame', 'min..max', 'CPU ms a frame'],
    rows,
  });
}

async function time(material: string, rate: number): Promise<{ ms: number; cpuMs: number }> {
  runs += 1;
  const frames = Math.round(seconds * rate);
  const [start, cpuStart] = [performance.now(), readCpuSeconds()];
  // An equal run would be answered from the cache. This difference is neither visible nor measurable.
  const change = { smoothing: 50 + runs * 1e-6, trim: { startSeconds: 0, endSeconds: seconds } };
  const { models } = getData((await product.run({ material, quality: 'best', ...change })).body);
  if (models.length < 2) {
    throw new Error(`the run was made by ${models.join(', ')} alone`);
  }
  return { ms: (performance.now() - start) / frames, cpuMs: (1000 * (readCpuSeconds() - cpuStart)) / frames };
}
