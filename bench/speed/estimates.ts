import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { JobView } from '#operations/jobs.ts';
import { getData, type Product } from '#test/support/product.ts';
import { choice, defineCommand, dist, json, list } from '../command.ts';
import { reach } from '../lib/jobs.ts';
import { round } from '../lib/statistics.ts';
import { printRow, publish } from '../lib/table.ts';
import { withFolder, withProduct } from '../lib/workplace.ts';
import { listClips } from './clips.ts';

/** The shares of a run at which the remaining time is compared with the actual one. */
const moments = [0.25, 0.5, 0.75];

export const estimates = defineCommand({
  about: `Compares the estimated time of runs with the actual one. The first run teaches the browser the pace of the machine; each next
one has another size and length. Prints the estimate before the run, and that of the remaining time at a quarter, half and three
quarters of it, divided by the actual times. CLIP is a part of the name of a clip (default: presenter_cup).`,
  operands: '[CLIP]',
  options: {
    runs: list('WxH:S', 'size and seconds of each run', ['1280x720:3', '1280x720:3', '640x360:9', '1920x1080:5']),
    quality: choice(['fast', 'best'], 'the quality of the runs', 'fast'),
    dist,
    json: json('long-runs'),
  },
  run: async (values, { operands, command }) => {
    const [clip] = await listClips(10, [operands[0] ?? 'presenter_cup']);
    if (!clip) {
      throw new Error('The clip is missing.');
    }
    const rows = await withFolder((folder) =>
      withProduct(values, async (product) => {
        const found: (string | number)[][] = [];
        for (const run of values.runs) {
          const row = await measure(product, scale(folder, clip.file, run), values.quality);
          found.push([run, ...row]);
          printRow(found.at(-1) ?? []);
        }
        return found;
      }),
    );
    const table = {
      title: `Estimates at \`${values.quality}\``,
      command,
      notes: [
        `Runs of \`${clip.name}\` in this order, scaled to the size, as WebM, in a new browser. Before: the estimate before the run, divided by its duration. The other columns: the estimated remaining time at that part of the run, divided by the actual one.`,
      ],
      columns: ['size: seconds', 'seconds of the run', 'before', ...moments.map((share) => `at ${100 * share} %`)],
      rows,
    };
    publish(table, values.json);
  },
});

/** Scales the start of a clip with native ffmpeg. `run` is size and seconds: `1280x720:3`. */
function scale(folder: string, file: string, run: string): { readonly file: string; readonly seconds: number } {
  const [size = '', seconds = ''] = run.split(':');
  const scaled = join(folder, `${run.replace(':', '-')}.mp4`);
  const encode = ['-c:v', 'libx264', '-preset', 'veryfast', '-pix_fmt', 'yuv420p'];
  const filter = ['-vf', `scale=${size.replace('x', ':')}`, '-t', seconds];
  execFileSync('ffmpeg', ['-v', 'error', '-y', '-stream_loop', '-1', '-i', file, ...filter, ...encode, scaled]);
  return { file: scaled, seconds: Number(seconds) };
}

let runs = 0;

async function measure(
  product: Product,
  { file, seconds }: { readonly file: string; readonly seconds: number },
  quality: string,
): Promise<(string | number)[]> {
  const material = await product.upload(file);
  await waitForFacts(product, material);
  const trim = { startSeconds: 0, endSeconds: seconds };
  // An equal run would be answered from the cache. This difference is neither visible nor measurable.
  const start = performance.now();
  const { id, etaSeconds } = await product.start({ material, quality, trim, smoothing: 50 + ++runs * 1e-6 });
  const looks: { readonly atMs: number; readonly job: JobView }[] = [];
  await reach(product, id, 'completed', (job) => looks.push({ atMs: performance.now(), job }));
  const end = performance.now();
  const toShare = (share: number): string => {
    const look = looks.find(
      ({ job, atMs }) => job.etaSeconds !== null && job.status === 'running' && atMs - start >= share * (end - start),
    );
    return look?.job.etaSeconds ? (look.job.etaSeconds / ((end - look.atMs) / 1000)).toFixed(2) : '';
  };
  const wholeSeconds = (end - start) / 1000;
  return [round(wholeSeconds, 1), ((etaSeconds ?? 0) / wholeSeconds).toFixed(2), ...moments.map(toShare)];
}

/** Waits until the engine has read the facts of a file, as a user does who chooses options. */
async function waitForFacts(product: Product, material: string): Promise<void> {
  for (;;) {
    const { body } = await product.api<readonly { material: string; frameRate?: number }[]>('GET', '/v1/materials');
    if (getData(body).some((one) => one.material === material && one.frameRate !== undefined)) {
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
