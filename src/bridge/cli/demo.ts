import { mkdir, stat } from 'node:fs/promises';
import { basename, join, relative, resolve } from 'node:path';
import * as z from 'zod';
import { Failure } from '#core/lib/failure.ts';
import { ApiClient } from './api-client.ts';
import { buildIfStale, distDir, modelsDir } from './build.ts';
import { defaultDemoId, demoIds, getDemo, toFields } from './demos.ts';
import { HeadlessHost } from './headless.ts';
import { mayInstall, provideChromium } from '../browser/install.ts';
import { fetchModels, recommendedModels } from './models.ts';
import { readOptions } from './options.ts';
import { toProposalLines } from './proposal-words.ts';
import { runHosted } from './run-hosted.ts';
import { approve, startRecipe, type DemoJob } from './run-recipe.ts';
import { startServer } from '../server/server.ts';
import { toMaterial } from './to-material.ts';
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

const usage = `npm run demo [-- FILE...] [options]

Runs a recipe with the API calls of a normal client: upload, estimate, run. If the recipe has a review, prints the proposal
and approves it. Writes the result, its sidecar files and a contact sheet. FILE is a video or the https URL of a video
(default: the sample files of the project).

  --recipe ID   ${demoIds.join(', ')}
                (default: ${defaultDemoId})
  --set JSON    input fields of the run, such as '{"text":"HI"}'
  --quality Q   best or fast, if the recipe has this field
  --format F    webm, mov or mp4
  --out DIR     output folder (default: demo-out)
  --no-install  do not install a browser if none is found (also: OFFCUT_NO_INSTALL=1)
`;

type DemoRun = { recipeId: string; files: readonly string[]; parameters: Record<string, unknown>; outDir: string };

/** Runs the typical flow of the API contract once. Throws the Failure that the API returned. */
export async function runDemo(args: readonly string[]): Promise<void> {
  const { values, positionals } = readOptions({
    args: [...args],
    allowPositionals: true,
    options: {
      recipe: { type: 'string', default: defaultDemoId },
      set: { type: 'string', default: '{}' },
      quality: { type: 'string' },
      format: { type: 'string' },
      out: { type: 'string', default: 'demo-out' },
      'no-install': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    process.stdout.write(usage);
    return;
  }
  const demo: DemoRun = {
    recipeId: values.recipe,
    files: positionals,
    parameters: {
      ...getDemo(values.recipe).parameters,
      ...(values.quality !== undefined && { quality: values.quality }),
      ...(values.format !== undefined && { outputFormat: values.format }),
      ...readParameters(values.set),
    },
    outDir: resolve(values.out),
  };
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
    throw new Failure('CANCELED', { message: 'The demo was stopped.' });
  }
}

const log = (line: string): void => void process.stderr.write(`${line}\n`);

/** Reads the fields of `--set`. Throws VALIDATION_FAILED. */
function readParameters(text: string): Record<string, unknown> {
  try {
    return z.record(z.string(), z.unknown()).parse(JSON.parse(text));
  } catch (cause) {
    throw new Failure('VALIDATION_FAILED', { message: `--set must be a JSON object, such as '{"text":"HI"}'.`, cause });
  }
}

async function demonstrate(watch: Stopwatch, host: HeadlessHost, api: ApiClient, demo: DemoRun): Promise<void> {
  const { recipeId, outDir } = demo;
  const account = await watch.time('me', () => api.call('/v1/me', me));
  log(`Plan ${account.plan}, ${account.creditsRemaining} credits.`);
  const { materials, names } = await watch.time('upload', () => uploadAll(api, demo));
  await watch.time('estimate', () => checkEstimate(api, recipeId));
  await mkdir(outDir, { recursive: true });
  const body = { ...materials, ...demo.parameters };
  const first = await watch.time('run', () => startRecipe(api, recipeId, body));
  const files = await writePreviews(first, join(outDir, recipeId));
  const job = first.status === 'awaiting_review' ? await review(watch, api, first, names) : first;
  files.push(...(await watch.time('download', () => writeResult(host.page, api, job, join(outDir, recipeId)))));
  await report(watch, job, files);
}

const me = z.object({ plan: z.string(), creditsRemaining: z.number() });
const estimate = z.object({ blockers: z.array(z.object({ message: z.string() })) });

/** Uploads the files. Returns the input fields that take files, and the name of each file by its handle. */
async function uploadAll(api: ApiClient, { recipeId, files }: DemoRun) {
  const materials: Record<string, string | string[]> = {};
  const names = new Map<string, string>();
  for (const [field, wanted] of toFields(getDemo(recipeId), files)) {
    const isOne = typeof wanted === 'string';
    const handles: string[] = [];
    for (const file of isOne ? [wanted] : wanted) {
      const handle = await toMaterial(api, files.includes(file) ? file : join(distDir, 'sample', file));
      handles.push(handle);
      names.set(handle, basename(file));
    }
    materials[field] = isOne ? (handles[0] ?? '') : handles;
  }
  return { materials, names };
}

async function checkEstimate(api: ApiClient, recipeId: string): Promise<void> {
  const { blockers } = await api.call(`/v1/estimate?recipeId=${recipeId}`, estimate);
  const [blocker] = blockers;
  if (blocker) {
    throw new Failure('VALIDATION_FAILED', { message: blocker.message });
  }
}

/** Prints the proposal and approves it. `names` contains the file names of the materials by their handles. */
async function review(
  watch: Stopwatch,
  api: ApiClient,
  job: DemoJob,
  names: ReadonlyMap<string, string>,
): Promise<DemoJob> {
  const lines = ['Proposal:', ...toProposalLines(job.proposal, names), 'Approved without changes.'];
  process.stdout.write(`${lines.join('\n  ')}\n\n`);
  return watch.time('make', () => approve(api, job));
}

async function report(watch: Stopwatch, job: DemoJob, files: readonly string[]): Promise<void> {
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
