import { execFileSync } from 'node:child_process';
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectDir } from '#bridge/cli/build.ts';
import { openRenderPage, type RenderPage } from '#test/support/render-page.ts';
import { defineCommand, json, list, number, optionalText } from '../command.ts';
import { readCpuSeconds } from '../lib/cpu-time.ts';
import { median, round } from '../lib/statistics.ts';
import { printRow, publish } from '../lib/table.ts';
import { samplesDir, withFolder } from '../lib/workplace.ts';
import { listRenderScenes, type RenderScene } from './scenes.ts';

const rate = 30;

export const exports = defineCommand({
  about: `Compares exports of a canvas with native ffmpeg, which renders the same layers with its filters and x264 veryfast at the bit
rate of our export. Runs alternate, and values are medians. PSNR compares each with its own frames before the encoder.`,
  options: {
    sizes: list('WxH', 'sizes of the canvas', ['1280x720', '1920x1080']),
    seconds: number('seconds of the canvas', 8),
    runs: number('runs of each side', 3),
    scenes: list('SCENE', 'ids of scenes, such as untouched or text (default: all)'),
    clip: optionalText('FILE', 'the video (default: the sample)'),
    other: optionalText('FILE', 'the second video (default: the first)'),
    json: json('render'),
  },
  run: async (values, { command }) => {
    const table = {
      title: 'Exports against native ffmpeg',
      command,
      notes: [
        `${values.seconds} s at ${rate} frames/s, without audio, medians of ${values.runs} runs in turn on two cores without a GPU. PSNR in dB (luma) of each against its own frame before the encoder.`,
      ],
      columns: [
        'video',
        'ours, frames/s',
        'ffmpeg, frames/s',
        'ratio',
        'ours, CPU ms a frame',
        'ffmpeg, CPU ms a frame',
        'kbit/s',
        'ffmpeg, kbit/s',
        'PSNR',
        'ffmpeg, PSNR',
      ],
      rows: await withFolder((folder) => measure(folder, values)),
    };
    publish(table, values.json);
  },
});

type Values = {
  readonly sizes: readonly string[];
  readonly seconds: number;
  readonly runs: number;
  readonly scenes: readonly string[];
  readonly clip: string | undefined;
  readonly other: string | undefined;
};

async function measure(folder: string, values: Values): Promise<(string | number)[][]> {
  const page = await openRenderPage();
  const rows: (string | number)[][] = [];
  try {
    for (const size of values.sizes) {
      const [width = 1280, height = 720] = size.split('x').map(Number);
      const clips = makeClips(folder, width, height, values);
      for (const scene of listRenderScenes({ width, height, rate, seconds: values.seconds, ...clips })) {
        if (values.scenes.length === 0 || values.scenes.includes(scene.id)) {
          rows.push([`${size} ${scene.name}`, ...(await compare(page, scene, folder, values))]);
          printRow(rows.at(-1) ?? []);
        }
      }
    }
  } finally {
    await page.close();
  }
  return rows;
}

/** Creates clips of this size: two videos, a cutout and an image. */
function makeClips(folder: string, width: number, height: number, values: Values) {
  const { seconds } = values;
  const sample = join(samplesDir, 'presenter.mp4');
  const [clip, other, cutOut, picture] = ['clip.mp4', 'other.mp4', 'cut-out.webm', 'picture.png'].map((name) =>
    join(folder, `${width}-${name}`),
  ) as [string, string, string, string];
  const scaled = ['-vf', `scale=${width}:${height},fps=${rate},format=yuv420p,setsar=1`, '-t', `${seconds + 1}`, '-an'];
  const x264 =
    '-c:v libx264 -preset veryfast -crf 18 -g 30 -colorspace bt709 -color_primaries bt709 -color_trc bt709'.split(' ');
  ffmpeg('-stream_loop', '9', '-i', values.clip ?? sample, ...scaled, ...x264, clip);
  ffmpeg('-stream_loop', '9', '-ss', '1', '-i', values.other ?? values.clip ?? sample, ...scaled, ...x264, other);
  const mask = join(projectDir, 'test/fixtures/sample/presenter.alpha.webm');
  const merge = `[1:v]scale=${width}:${height},format=gray[a];[0:v]scale=${width}:${height},fps=${rate}[v];[v][a]alphamerge,format=yuva420p`;
  const vp9 = '-c:v libvpx-vp9 -deadline realtime -cpu-used 8 -crf 24 -b:v 0 -g 30'.split(' ');
  const looped = ['-stream_loop', '9', '-i', sample, '-stream_loop', '9', '-i', mask];
  ffmpeg(...looped, '-filter_complex', merge, '-t', `${seconds + 1}`, '-an', ...vp9, cutOut);
  ffmpeg('-f', 'lavfi', '-i', `gradients=s=${width}x${height}:c0=0x203060:c1=0xe0a040:d=1`, '-frames:v', '1', picture);
  return { clip, other, cutOut, picture };
}

async function compare(
  browser: RenderPage,
  scene: RenderScene,
  folder: string,
  { seconds, runs }: Values,
): Promise<(string | number)[]> {
  const [ours, theirs] = [join(folder, 'ours.mp4'), join(folder, 'theirs.mp4')];
  const frames = Math.round(seconds * rate);
  const times: { ours: number[]; theirs: number[] } = { ours: [], theirs: [] };
  const work: { ours: number[]; theirs: number[] } = { ours: [], theirs: [] };
  for (let run = 0; run < runs; run++) {
    const cpuBefore = readCpuSeconds();
    const made = await browser.render({ files: scene.files, document: scene.document });
    work.ours.push((1000 * (readCpuSeconds() - cpuBefore)) / frames);
    await writeFile(ours, made.file);
    times.ours.push(frames / made.seconds);
    const kilobits = (8 * (await stat(ours)).size) / 1000 / seconds;
    const x264 = ['-c:v', 'libx264', '-preset', 'veryfast', '-b:v', `${kilobits.toFixed(0)}k`, '-pix_fmt', 'yuv420p'];
    const cpuThen = readCpuSeconds();
    const startedAt = performance.now();
    ffmpeg(...scene.inputs, ...scene.filters, '-t', String(seconds), ...x264, theirs);
    times.theirs.push((1000 * frames) / (performance.now() - startedAt));
    work.theirs.push((1000 * (readCpuSeconds() - cpuThen)) / frames);
  }
  const [fast, native] = [median(times.ours), median(times.theirs)];
  const [size, nativeSize] = [(await stat(ours)).size, (await stat(theirs)).size].map(
    (one) => (8 * one) / 1000 / seconds,
  );
  const quality = await measurePsnr(browser, scene, folder, seconds);
  const speed = [round(fast, 1), round(native, 1), round(fast / native, 2)];
  const cpu = [round(median(work.ours), 1), round(median(work.theirs), 1)];
  return [...speed, ...cpu, round(size ?? 0, 0), round(nativeSize ?? 0, 0), ...quality.map((one) => round(one, 1))];
}

/** Returns the PSNR of both against their frames before the encoder: ours as ProRes, the other lossless. */
async function measurePsnr(
  browser: RenderPage,
  scene: RenderScene,
  folder: string,
  seconds: number,
): Promise<number[]> {
  const [ours, theirs] = [join(folder, 'ours.mp4'), join(folder, 'theirs.mp4')];
  const [prores, lossless] = [join(folder, 'ours.mov'), join(folder, 'theirs.mkv')];
  const made = await browser.render({ files: scene.files, document: scene.document, format: 'mov' });
  await writeFile(prores, made.file);
  const ffv1 = ['-c:v', 'ffv1', '-pix_fmt', 'yuv420p'];
  ffmpeg(...scene.inputs, ...scene.filters, '-t', String(seconds), ...ffv1, lossless);
  return [psnr(ours, prores), psnr(theirs, lossless)];
}

function psnr(file: string, reference: string): number {
  const filter = '[0:v]format=yuv420p[a];[1:v]format=yuv420p[b];[a][b]psnr';
  const args = ['-hide_banner', '-i', file, '-i', reference, '-lavfi', filter, '-f', 'null', '-'];
  const told = execFileSync('bash', ['-c', 'ffmpeg "$@" 2>&1', 'ffmpeg', ...args], { encoding: 'utf8' });
  return Number(/PSNR y:([\d.]+)/.exec(told)?.[1] ?? 0);
}

function ffmpeg(...args: readonly string[]): void {
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...args]);
}
