import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildWith } from '../test/support/builds.ts';
import { measureTree, toMebibytes, traceTree } from './process-memory.ts';
import { keepTable, round, today } from './table.ts';
import { findBrowser } from '../test/support/browser.ts';
import { startProduct } from '../test/support/product.ts';

/**
 * Measures the peak memory of the whole browser (all its processes, from /proc) for a short clip and a long one, in every format.
 * Only the model is replaced, because it would only take time: its stand-in immediately returns a moving ellipse. Native ffmpeg
 * creates the clips. Linux only.
 *
 *   npx tsx --tsconfig test/tsconfig.json bench/memory.ts [--formats webm,mp4,mov] [--seconds 600] [--size 1280x720] [--rate 10] [--trace]
 *     [--json docs/benchmarks/memory.json] [CLIP ...]
 *
 * Clips that are named are measured instead. `--trace` prints the memory of every second.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    formats: { type: 'string', default: 'webm,mp4,mov' },
    seconds: { type: 'string', default: '600' },
    size: { type: 'string', default: '1280x720' },
    rate: { type: 'string', default: '10' },
    trace: { type: 'boolean', default: false },
    json: { type: 'string' },
  },
});

const shortSeconds = 10;
const sampleEveryMs = 250;
const mebibyte = 1024 * 1024;

const folder = await mkdtemp(join(tmpdir(), 'offcut-memory-'));
process.env['NODE_ENV'] = 'production';
await buildWith('ellipse-matting.worker.ts', join(folder, 'dist'));
console.log('The model is a stand-in that answers at once with a moving ellipse; all else is the product.');
try {
  const clips = positionals.length > 0 ? positionals : makeClips();
  const rows: (string | number)[][] = [];
  for (const format of values.formats.split(',')) {
    const peaks: number[] = [];
    for (const clip of clips) {
      const { peak, idle, seconds, bytes } = await measure(clip, format);
      peaks.push(peak);
      console.log(
        `${format} ${clip}: peak ${toMebibytes(peak)} MiB (idle ${toMebibytes(idle)}), ${seconds.toFixed(0)} s, result ${toMebibytes(bytes)} MiB`,
      );
    }
    const [first, last] = [peaks[0] ?? 0, peaks.at(-1) ?? 0];
    console.log(`${format}: last clip to first, ratio of peaks ${(last / first).toFixed(3)}`);
    rows.push([format, round(first / mebibyte, 0), round(last / mebibyte, 0), round(last / first, 3)]);
  }
  keep(rows);
} finally {
  await rm(folder, { recursive: true, force: true });
}

function keep(rows: readonly (string | number)[][]): void {
  if (values.json) {
    const lengths = positionals.length > 0 ? ['first clip', 'last clip'] : [`${shortSeconds} s`, `${values.seconds} s`];
    keepTable(values.json, {
      title: 'Peak memory of the whole browser',
      command: 'npx tsx --tsconfig test/tsconfig.json bench/memory.ts',
      measured: today(),
      notes: [
        `${values.size} at ${values.rate} frames/s, \`fast\`. A stand-in without cost replaces the model; everything else is the product. MiB, including the program and idle tabs.`,
      ],
      columns: ['format', ...lengths, 'ratio'],
      rows,
    });
  }
}

/** Creates a clip of ten seconds with audio, and a long one that repeats it. */
function makeClips(): string[] {
  const [short, long] = [join(folder, 'short.mp4'), join(folder, 'long.mp4')];
  const picture = `testsrc2=size=${values.size}:rate=${values.rate}:duration=${shortSeconds}`;
  const inputs = ['-f', 'lavfi', '-i', picture, '-f', 'lavfi', '-i', `sine=duration=${shortSeconds}`];
  ffmpeg(...inputs, '-c:v', 'libx264', '-preset', 'veryfast', '-pix_fmt', 'yuv420p', '-c:a', 'aac', short);
  ffmpeg('-stream_loop', String(Math.ceil(Number(values.seconds) / shortSeconds) - 1), '-i', short, '-c', 'copy', long);
  return [short, long];
}

function ffmpeg(...args: string[]): void {
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...args]);
}

/** Measures one run in a separate browser. */
async function measure(clip: string, outputFormat: string) {
  const product = await startProduct({ distDir: join(folder, 'dist') });
  const browser = await findBrowser(product.browser.profileDir);
  const material = await product.upload(clip);
  const idle = measureTree(browser);
  let peak = 0;
  const timer = setInterval(() => (peak = Math.max(peak, measureTree(browser))), sampleEveryMs);
  const startedAt = Date.now();
  try {
    const { id } = await product.start({ material, outputFormat, quality: 'fast' });
    for (let job = await product.job(id); job.status !== 'completed'; job = await product.job(id)) {
      if (values.trace) {
        console.log(`${job.stage} ${job.progress.toFixed(3)}: ${traceTree(browser)}`);
      }
      if (job.error) {
        throw new Error(`${clip}: ${job.error.message}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 1000));
    }
    const seconds = (Date.now() - startedAt) / 1000;
    const { finalUrl = '' } = await product.job(id);
    const head = await fetch(finalUrl, { method: 'HEAD' });
    return { peak, idle, seconds, bytes: Number(head.headers.get('Content-Length')) };
  } finally {
    clearInterval(timer);
    await product.close();
  }
}
