import { createWriteStream } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { basename, extname, join, relative, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Failure } from '#core/failure.ts';
import { toFrames } from '#core/timeline/frames.ts';
import { durationOf } from '#core/timeline/schedule.ts';
import { ApiClient } from './api-client.ts';
import { buildIfStale, distDir, projectDir } from './build.ts';
import { getCanvas, writeContactSheet } from './contact-sheet.ts';
import { cutOut, type CutOut } from './cut-out.ts';
import { HeadlessHost } from './headless.ts';
import { mayInstall, provideChromium } from './install.ts';
import { fetchModels, recommendedModels } from './models.ts';
import { readOptions } from './options.ts';
import { runHosted } from './run-hosted.ts';
import { startServer } from './server.ts';
import { Stopwatch } from './stopwatch.ts';

/** How long better models are waited for; the shipped one is there already. */
const modelsWithinMs = 8000;

const usage = `npm run demo [-- FILE] [options]

Cuts the subject out of FILE (a video, or an https address of one; default: the sample) by the same calls that any
program would make, and writes the result and a contact sheet.

  --quality Q   best (default) or fast
  --format F    webm (default), mov or mp4
  --out DIR     where to write (default: demo-out)
  --no-install  do not install a browser where none is found (also: OFFCUT_NO_INSTALL=1)
`;

const modelsDir = join(projectDir, 'models');

type Demo = { material: string; quality: string; outputFormat: string; outDir: string };

/** Runs the contract's typical flow once. Throws the Failure that the API answered. */
export async function runDemo(args: readonly string[]): Promise<void> {
  const { values, positionals } = readOptions({
    args: [...args],
    allowPositionals: true,
    options: {
      quality: { type: 'string', default: 'best' },
      format: { type: 'string', default: 'webm' },
      out: { type: 'string', default: 'demo-out' },
      'no-install': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    process.stdout.write(usage);
    return;
  }
  const material = await checkMaterial(positionals[0] ?? join(projectDir, 'public', 'sample', 'presenter.mp4'));
  const demo = { material, quality: values.quality, outputFormat: values.format, outDir: resolve(values.out) };
  await provideChromium({ isAllowed: mayInstall(values['no-install']), log });
  const watch = new Stopwatch();
  const wanted = { models: recommendedModels, dir: modelsDir, timeoutMs: modelsWithinMs };
  await watch.time('models', () => fetchModels({ ...wanted, log }));
  await watch.time('build', () => buildIfStale(log));
  const server = await startServer({ port: 0, distDir, modelsDirs: [modelsDir], log });
  const host = new HeadlessHost({ server, log });
  const end = await runHosted(server, host, async () => {
    await watch.time('browser', () => host.start());
    await demonstrate(watch, host, new ApiClient(server.baseUrl, await host.makeApiKey('npm run demo')), demo);
  });
  if (end === 'stopped') {
    throw new Failure('CANCELED', { message: 'Stopped.' });
  }
}

const log = (line: string): void => void process.stderr.write(`${line}\n`);

/** A file's absolute path, or an address as it is. Throws NOT_FOUND. */
async function checkMaterial(material: string): Promise<string> {
  if (/^https?:\/\//.test(material)) {
    return material;
  }
  const file = resolve(material);
  const found = await stat(file).catch(() => undefined);
  if (!found?.isFile()) {
    throw new Failure('NOT_FOUND', { message: `No file is at ${file}.` });
  }
  return file;
}

async function demonstrate(watch: Stopwatch, host: HeadlessHost, api: ApiClient, demo: Demo): Promise<void> {
  const result = await cutOut(watch, api, demo);
  await mkdir(demo.outDir, { recursive: true });
  const video = join(demo.outDir, toResultName(demo.material, result.processedVideoUrl));
  const sheet = join(demo.outDir, 'contact-sheet.png');
  await watch.time('download', () => download(result.processedVideoUrl, video));
  const canvas = await getCanvas(api, result.canvasId);
  await watch.time('contact sheet', () => writeContactSheet(host.page, canvas, sheet));
  const frames = toFrames(durationOf(canvas.document), canvas.document.frameRate);
  await report(watch, result, frames, [video, sheet]);
}

function toResultName(material: string, resultUrl: string): string {
  const name = basename(material.split(/[?#]/)[0] ?? material);
  return `${basename(name, extname(name))}-cut-out${extname(new URL(resultUrl).pathname)}`;
}

async function download(url: string, file: string): Promise<void> {
  const response = await fetch(url);
  if (!response.ok || !response.body) {
    throw new Failure('INTERNAL', { message: `The result could not be downloaded: status ${response.status}.` });
  }
  await pipeline(Readable.fromWeb(response.body), createWriteStream(file));
}

async function report(watch: Stopwatch, result: CutOut, frames: number, files: readonly string[]): Promise<void> {
  const rows = watch.laps.map(({ name, seconds }) => `${name.padEnd(16)}${seconds.toFixed(1).padStart(8)}`);
  const sizes = await Promise.all(files.map(async (file) => (await stat(file)).size));
  const written = files.map((file, index) => `${relative('.', file)} (${toMegabytes(sizes[index] ?? 0)} MB)`);
  const runSeconds = watch.laps.find(({ name }) => name === 'run')?.seconds ?? 0;
  const lines = [
    `${'step'.padEnd(16)}${'seconds'.padStart(8)}`,
    ...rows,
    '',
    `model    ${result.model}`,
    `speed    ${(frames / runSeconds).toFixed(1)} frames/s (${frames} frames, start and end of the run included)`,
    `credits  ${result.credits}${result.creditsCharged ? '' : ', not charged'}`,
    ...result.warnings.map((warning) => `warning  ${warning}`),
    ...written.map((line) => `wrote    ${line}`),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

const toMegabytes = (bytes: number): string => (bytes / 1e6).toFixed(bytes < 1e6 ? 2 : 1);
