import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { buildWith } from '#test/support/builds.ts';
import { findBrowser } from '#test/support/browser.ts';
import { startProduct } from '#test/support/product.ts';
import { choice, defineCommand, flag, json, list, number, optionalText, text } from '../command.ts';
import { round } from '../lib/statistics.ts';
import { publish } from '../lib/table.ts';
import { withFolder } from '../lib/workplace.ts';
import { measureTree, toMebibytes, traceTree, watchPeak } from './process-memory.ts';

const shortSeconds = 10;
const mebibyte = 1024 * 1024;

export const cutouts = defineCommand({
  about: `Measures the peak memory of the whole browser while it removes the background of a short clip and a long one, in every
format. A stand-in without cost replaces the model: it returns a moving ellipse. Native ffmpeg creates the clips, unless
CLIPs are named. The memory is that of all processes, from /proc, so this runs only on Linux.`,
  operands: '[CLIP ...]',
  options: {
    formats: list('FORMAT', 'output formats', ['webm', 'mp4', 'mov']),
    seconds: number('seconds of the long clip', 600),
    size: text('WxH', 'size of the clips', '1280x720'),
    rate: number('frames a second', 10),
    trace: flag('print the memory of every second'),
    quality: choice(['fast', 'best'], 'quality; only with --dist it makes a difference for the model', 'fast'),
    dist: optionalText('DIR', 'use this build, with its models, instead of one with the stand-in'),
    json: json('memory'),
  },
  run: (values, { operands, command }) =>
    withFolder(async (folder) => {
      const distDir = values.dist ?? join(folder, 'dist');
      if (values.dist === undefined) {
        await buildWith('ellipse-matting.worker.ts', distDir);
      }
      const clips = operands.length > 0 ? operands : makeClips(folder, values);
      const rows: (string | number)[][] = [];
      for (const format of values.formats) {
        const peaks: number[] = [];
        for (const clip of clips) {
          const { peak, idle, seconds, bytes } = await measure(
            { distDir, quality: values.quality, isTraced: values.trace },
            clip,
            format,
          );
          peaks.push(peak);
          console.log(
            `${format} ${clip}: peak ${toMebibytes(peak)} MiB (idle ${toMebibytes(idle)}), ${seconds.toFixed(0)} s, result ${toMebibytes(bytes)} MiB`,
          );
        }
        const [first, last] = [peaks[0] ?? 0, peaks.at(-1) ?? 0];
        rows.push([format, round(first / mebibyte, 0), round(last / mebibyte, 0), round(last / first, 3)]);
      }
      const lengths = operands.length > 0 ? ['first clip', 'last clip'] : [`${shortSeconds} s`, `${values.seconds} s`];
      const table = {
        title: 'Peak memory of the whole browser',
        command,
        notes: [
          `${values.size} at ${values.rate} frames/s, \`${values.quality}\`. ${values.dist === undefined ? 'A stand-in without cost replaces the model; everything else is the product.' : 'The shipped models.'} MiB, including the program and idle tabs.`,
        ],
        columns: ['format', ...lengths, 'ratio'],
        rows,
      };
      publish(table, values.json);
    }),
});

/** Creates a clip of ten seconds with audio, and a long one that repeats it. */
function makeClips(folder: string, { size, rate, seconds }: { size: string; rate: number; seconds: number }): string[] {
  const [short, long] = [join(folder, 'short.mp4'), join(folder, 'long.mp4')];
  const picture = `testsrc2=size=${size}:rate=${rate}:duration=${shortSeconds}`;
  const inputs = ['-f', 'lavfi', '-i', picture, '-f', 'lavfi', '-i', `sine=duration=${shortSeconds}`];
  ffmpeg(...inputs, '-c:v', 'libx264', '-preset', 'veryfast', '-pix_fmt', 'yuv420p', '-c:a', 'aac', short);
  ffmpeg('-stream_loop', String(Math.ceil(seconds / shortSeconds) - 1), '-i', short, '-c', 'copy', long);
  return [short, long];
}

function ffmpeg(...args: string[]): void {
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...args]);
}

/** Measures one run in a separate browser. */
async function measure(
  { distDir, quality, isTraced }: { distDir: string; quality: string; isTraced: boolean },
  clip: string,
  outputFormat: string,
) {
  const product = await startProduct({ distDir });
  try {
    const browser = await findBrowser(product.browser.profileDir);
    const material = await product.upload(clip);
    const idle = measureTree(browser);
    const startedAt = Date.now();
    const { peak, result: bytes } = await watchPeak(browser, async () => {
      const { id } = await product.start({ material, outputFormat, quality });
      for (let job = await product.job(id); job.status !== 'completed'; job = await product.job(id)) {
        if (isTraced) {
          console.log(`${job.stage} ${job.progress.toFixed(3)}: ${traceTree(browser)}`);
        }
        if (job.error) {
          throw new Error(`${clip}: ${job.error.message}`);
        }
        await new Promise((resolve) => setTimeout(resolve, 1000));
      }
      const { finalUrl = '' } = await product.job(id);
      const head = await fetch(finalUrl, { method: 'HEAD' });
      return Number(head.headers.get('Content-Length'));
    });
    return { peak, idle, seconds: (Date.now() - startedAt) / 1000, bytes };
  } finally {
    await product.close();
  }
}
