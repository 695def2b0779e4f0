import { mkdir, stat } from 'node:fs/promises';
import { basename, join, relative, resolve } from 'node:path';
import { InvalidArgumentError, Option, type Command } from 'commander';
import * as z from 'zod';
import type { Job } from '#client/client.ts';
import { Offcut, type FollowOptions, type RecipeInput } from '#client/offcut.ts';
import { Failure } from '#core/lib/failure.ts';
import type { ListedRecipeId } from '#recipes/catalog.ts';
import { buildIfStale, distDir, modelsDir } from './build.ts';
import { exitCodesHelp } from './exit-codes.ts';
import { defaultDemoId, demoIds, getDemo, toFields } from './demos.ts';
import { HeadlessHost } from './headless.ts';
import { mayInstall, provideChromium } from '../browser/install.ts';
import { fetchModels, recommendedModels } from './models.ts';
import { toProposalLines } from './proposal-words.ts';
import { runHosted } from './run-hosted.ts';
import { startServer } from '../server/server.ts';
import { uploadPath } from './upload-path.ts';
import { writePreviews, writeResult } from './write-result.ts';

/** Measures the durations of named steps, in order. */
class Stopwatch {
  readonly laps: { readonly name: string; readonly seconds: number }[] = [];

  /** Runs `step` and returns its result. Records only a step that succeeds. */
  async time<T>(name: string, step: () => Promise<T>): Promise<T> {
    const startedMs = performance.now();
    const result = await step();
    this.laps.push({ name, seconds: (performance.now() - startedMs) / 1000 });
    return result;
  }
}

/** The time limit for fetching the recommended models. Without them, the run uses the shipped model. */
const modelsWithinMs = 8000;

/** A browser that ended needs time to restart. */
const maxRetries = 20;

type DemoRun = {
  readonly recipeId: ListedRecipeId;
  readonly files: readonly string[];
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly outDir: string;
  readonly isJson: boolean;
};

type DemoValues = {
  readonly recipe: ListedRecipeId;
  readonly set: Readonly<Record<string, unknown>>;
  readonly quality?: string;
  readonly format?: string;
  readonly out: string;
  readonly install: boolean;
  readonly json: boolean;
};

/** Defines `demo`, which runs the typical flow of the API contract once. */
export function defineDemo(command: Command): void {
  command
    .argument('[files...]', 'videos, or https URLs of videos (default: the sample files of the project)')
    .addOption(new Option('--recipe <id>', 'the recipe').choices(demoIds).default(defaultDemoId))
    .addOption(
      new Option('--set <json>', `input fields of the run, such as '{"text":"HI"}'`)
        .argParser(readParameters)
        .default({}, 'none'),
    )
    .addOption(new Option('--quality <quality>', 'if the recipe has this field').choices(['best', 'fast']))
    .addOption(new Option('--format <format>', 'the format of the result').choices(['webm', 'mov', 'mp4']))
    .option('--out <dir>', 'output folder', 'demo-out')
    .option('--no-install', 'do not install a browser if none is found (also: OFFCUT_NO_INSTALL=1)')
    .option('--json', 'print one JSON object with the steps and the written files', false)
    .addHelpText(
      'after',
      `\nUses the API calls of a normal client: upload, estimate, run. If the recipe has a review, prints the proposal and\napproves it. Writes the result, its sidecar files and a contact sheet.${exitCodesHelp}`,
    )
    .action(runDemo);
}

/** Runs a demo. Throws the error that the API returned. */
async function runDemo(files: readonly string[], values: DemoValues): Promise<void> {
  const { recipe, quality, format, out, install, set, json } = values;
  const demo: DemoRun = {
    recipeId: recipe,
    files,
    parameters: {
      ...getDemo(recipe).parameters,
      ...(quality !== undefined && { quality }),
      ...(format !== undefined && { outputFormat: format }),
      ...set,
    },
    outDir: resolve(out),
    isJson: json,
  };
  await provideChromium({ isAllowed: mayInstall(!install), log });
  const watch = new Stopwatch();
  const wanted = { models: recommendedModels, dir: modelsDir, timeoutMs: modelsWithinMs };
  await watch.time('models', () => fetchModels({ ...wanted, log }));
  await watch.time('build', () => buildIfStale(log));
  const server = await startServer({ port: 0, distDir, modelsDirs: [modelsDir], log });
  const host = new HeadlessHost({ server, log });
  const end = await runHosted(server, host, async () => {
    await watch.time('browser', () => host.start());
    const apiKey = await host.makeApiKey('npm run demo');
    await demonstrate(watch, host, new Offcut({ baseUrl: server.baseUrl, apiKey, maxRetries }), demo);
  });
  if (end === 'stopped') {
    throw new Failure('CANCELED', { message: 'The demo was stopped.' });
  }
}

const log = (line: string): void => void process.stderr.write(`${line}\n`);

/** Reads the fields of `--set`. */
function readParameters(text: string): Record<string, unknown> {
  try {
    return z.record(z.string(), z.unknown()).parse(JSON.parse(text));
  } catch {
    throw new InvalidArgumentError(`Give a JSON object, such as '{"text":"HI"}'.`);
  }
}

async function demonstrate(watch: Stopwatch, host: HeadlessHost, offcut: Offcut, demo: DemoRun): Promise<void> {
  const { recipeId, outDir } = demo;
  const account = await watch.time('me', () => offcut.call('getMe'));
  log(`Plan ${account.plan}, ${account.creditsRemaining} credits.`);
  const { materials, names } = await watch.time('upload', () => uploadAll(offcut, demo));
  await watch.time('estimate', () => checkEstimate(offcut, recipeId));
  await mkdir(outDir, { recursive: true });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the API checks the fields of `--set`
  const body = { ...materials, ...demo.parameters } as RecipeInput<ListedRecipeId>;
  const first = await watch.time('run', () => offcut.run(recipeId, body, showProgress()));
  const files = await writePreviews(first, join(outDir, recipeId));
  const job = first.status === 'awaiting_review' ? await review(watch, offcut, first, names) : first;
  files.push(...(await watch.time('download', () => writeResult(host.page, offcut, job, join(outDir, recipeId)))));
  await report(watch, job, files, demo.isJson);
}

/** Uploads the files. Returns the input fields that take files, and the name of each file by its handle. */
async function uploadAll(offcut: Offcut, { recipeId, files }: DemoRun) {
  const materials: Record<string, string | string[]> = {};
  const names = new Map<string, string>();
  for (const [field, wanted] of toFields(getDemo(recipeId), files)) {
    const isOne = typeof wanted === 'string';
    const handles: string[] = [];
    for (const file of isOne ? [wanted] : wanted) {
      const handle = await uploadPath(offcut, files.includes(file) ? file : join(distDir, 'sample', file));
      handles.push(handle);
      names.set(handle, basename(file));
    }
    materials[field] = isOne ? (handles[0] ?? '') : handles;
  }
  return { materials, names };
}

async function checkEstimate(offcut: Offcut, recipeId: ListedRecipeId): Promise<void> {
  const { blockers } = await offcut.call('getEstimate', { query: { recipeId } });
  const [blocker] = blockers;
  if (blocker) {
    throw new Failure('VALIDATION_FAILED', { message: blocker.message });
  }
}

/** Prints the proposal and approves it. `names` contains the file names of the materials by their handles. */
async function review(watch: Stopwatch, offcut: Offcut, job: Job, names: ReadonlyMap<string, string>): Promise<Job> {
  const lines = ['Proposal:', ...toProposalLines(job.proposal, names), 'Approved without changes.'];
  process.stderr.write(`${lines.join('\n  ')}\n\n`);
  return watch.time('make', async () => {
    await offcut.jobs.review(job.id, { decision: 'approve' });
    return offcut.follow(job.id, showProgress());
  });
}

/** Shows the progress of a job: in a terminal on one line that is rewritten, elsewhere with a line for each stage. */
function showProgress(): FollowOptions {
  let shownStage = '';
  return {
    onProgress: ({ status, stage, progress, framesPerSecond }) => {
      const speed = framesPerSecond === null ? '' : `, ${framesPerSecond.toFixed(1)} frames/s`;
      const line = `${stage}: ${Math.round(progress * 100)} %${speed}`;
      if (process.stderr.isTTY) {
        process.stderr.write(`\r\u001b[K${status === 'running' ? line : ''}`);
      } else if (status === 'running' && stage !== shownStage) {
        shownStage = stage;
        process.stderr.write(`${line}\n`);
      }
    },
  };
}

async function report(watch: Stopwatch, job: Job, files: readonly string[], isJson: boolean): Promise<void> {
  if (isJson) {
    const steps = Object.fromEntries(watch.laps.map(({ name, seconds }) => [name, seconds]));
    process.stdout.write(
      `${JSON.stringify({ type: 'result', jobId: job.id, steps, files, warnings: job.warnings })}\n`,
    );
    return;
  }
  const rows = watch.laps.map(({ name, seconds }) => `${name.padEnd(16)}${seconds.toFixed(1).padStart(8)}`);
  const sizes = await Promise.all(files.map(async (file) => (await stat(file)).size));
  const written = files.map((file, index) => `${relative('.', file)} (${toMegabytes(sizes[index] ?? 0)} MB)`);
  const lines = [
    `${'step'.padEnd(16)}${'seconds'.padStart(8)}`,
    ...rows,
    '',
    ...(job.models.length > 0 ? [`models   ${job.models.join(', ')}`] : []),
    `credits  ${job.credits}${job.creditsCharged ? '' : ', not charged'}`,
    ...job.warnings.map((warning) => `warning  ${warning}`),
    ...written.map((line) => `wrote    ${line}`),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

const toMegabytes = (bytes: number): string => (bytes / 1e6).toFixed(bytes < 1e6 ? 2 : 1);
