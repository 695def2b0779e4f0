import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sharedFolder } from '#test/support/native.ts';
import { getData, type Product } from '#test/support/product.ts';
import { defineCommand, dist, json, number, text } from '../command.ts';
import { readCpuSeconds } from '../lib/cpu-time.ts';
import { median, round } from '../lib/statistics.ts';
import { printRow, publish } from '../lib/table.ts';
import { withProduct } from '../lib/workplace.ts';

type Clip = {
  readonly name: string;
  readonly file: string;
  readonly figures: string;
  readonly rate: number;
  /** The height to which the clip of 1280x720 is scaled. */
  readonly height?: number;
};

/** The default clips, all 1280x720 unless they are scaled. */
const allClips: readonly Clip[] = [
  { name: 'presenter', file: 'woman_presenter_cup.mp4', figures: 'one, near', rate: 24 },
  { name: 'juggling', file: 'person_juggle_fullbody.mp4', figures: 'one, whole', rate: 24 },
  { name: 'dog', file: 'woman_and_dog.mp4', figures: 'one or two, small', rate: 30 },
  { name: '1080p', file: 'woman_presenter_cup.mp4', figures: 'one, near, 1920x1080', rate: 24, height: 1080 },
  { name: 'crowd', file: 'street_crowd.mp4', figures: 'a crowd', rate: 30 },
];
const folder = join(sharedFolder, 'media/video');

export const frameTime = defineCommand({
  about: `Times a frame with the shipped models, in the whole product, for one figure and for several. The time is the duration of a
run divided by its frames. CLIP is presenter, juggling, dog, 1080p or crowd (default: all).`,
  operands: '[CLIP ...]',
  options: {
    seconds: number('seconds of each clip', 3),
    quality: text('QUALITY', 'fast or best', 'best'),
    format: text('FORMAT', 'webm, mov or mp4', 'webm'),
    repetitions: number('measured runs, after a warm-up', 3),
    dist,
    json: json('mattes'),
  },
  run: async (values, { operands, command }) => {
    if (!existsSync(folder)) {
      throw new Error('The clips of the shared folder are missing.');
    }
    const clips = allClips.filter(({ name }) => operands.length === 0 || operands.includes(name));
    const rows = await withProduct(values, async (product) => {
      const found: (string | number)[][] = [];
      for (const clip of clips) {
        found.push(await measure(product, clip, values));
        printRow(found.at(-1) ?? []);
      }
      return found;
    });
    const table = {
      title: `Time at \`${values.quality}\`, ${values.format}`,
      command,
      notes: [
        `The first ${values.seconds} s of clips of 1280x720, one also scaled to 1920x1080, through the whole product, with the shipped models. The value is the time of a run divided by its frames, the median of ${values.repetitions} after a warm-up. CPU is of all processes.`,
      ],
      columns: ['clip', 'figures', 'ms a frame', 'min..max', 'CPU ms a frame'],
      rows,
    };
    publish(table, values.json);
  },
});

/** Scales the start of a clip by native ffmpeg. Returns the path of the result. */
function scale(path: string, { height, seconds }: { readonly height: number; readonly seconds: number }): string {
  const scaled = join(mkdtempSync(join(tmpdir(), 'offcut-bench-')), `${height}.mp4`);
  const filter = ['-vf', `scale=-2:${height}`, '-c:v', 'libx264', '-crf', '16', '-preset', 'veryfast', '-c:a', 'copy'];
  execFileSync('ffmpeg', ['-v', 'error', '-i', path, '-t', String(seconds), ...filter, scaled]);
  return scaled;
}

type Taken = { readonly ms: number; readonly cpuMs: number };

async function measure(
  product: Product,
  { name, file, figures, rate, height }: Clip,
  {
    seconds,
    repetitions,
    quality,
    format,
  }: { readonly seconds: number; readonly repetitions: number; readonly quality: string; readonly format: string },
): Promise<(string | number)[]> {
  const path = join(folder, file);
  const material = await product.upload(height === undefined ? path : scale(path, { height, seconds }));
  const taken: Taken[] = [];
  for (let turn = 0; turn <= repetitions; turn += 1) {
    // An equal run would be answered from the cache. This difference is neither visible nor measurable.
    const varied = { smoothing: 50 + turn * 1e-6, trim: { startSeconds: 0, endSeconds: seconds } };
    const input = { material, quality, outputFormat: format, ...varied };
    taken.push(await time(product, input, Math.round(seconds * rate)));
  }
  const [, ...measured] = taken;
  const all = measured.map(({ ms }) => ms);
  const range = `${Math.min(...all).toFixed(0)}..${Math.max(...all).toFixed(0)}`;
  return [name, figures, round(median(all), 0), range, round(median(measured.map(({ cpuMs }) => cpuMs)), 0)];
}

async function time(product: Product, input: object, frames: number): Promise<Taken> {
  const [start, cpuStart] = [performance.now(), readCpuSeconds()];
  getData((await product.run(input)).body);
  return { ms: (performance.now() - start) / frames, cpuMs: (1000 * (readCpuSeconds() - cpuStart)) / frames };
}
