import { readFileSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { addKernels, kernels, readPublished } from '#ort-kernels';
import { OnnxWorker, type Input } from '../packages/ort-kernels/tools/onnx-worker.ts';
import { defineCommand, number } from './command.ts';
import { toMarkdown } from './lib/table.ts';

const modelsDir = join(import.meta.dirname, '../models');
/** The kernels are worth it if they save at least this share of the time of a model, in the mean of all models. */
const minSavedShare = 0.1;
/** A single kernel is worth it if at least one model takes this much longer without it. */
const minKernelShare = 0.02;
/** The first share of the runs is not counted, because V8 still optimizes functions. */
const warmUpShare = 0.3;

const builds = ['published', 'plain', 'fused', ...kernels.map(({ name }) => name)] as const;
/** A build of onnxruntime. A build with the name of a kernel is `fused` without that kernel. */
type Build = (typeof builds)[number];
type Times = Readonly<Record<Build, number>>;

/** The subcommand `ort-kernels`: whether the kernels of `packages/ort-kernels` are still worth it. */
export const ortKernels = defineCommand({
  about: `Measures whether the kernels of packages/ort-kernels are still worth it: the minimum time of a run of each model in one thread of
Node, with the published onnxruntime and with the kernels in turn, and without each single kernel. The default models are those of
models/. Models without a fixed input size are skipped.`,
  options: { seconds: number('the time of each model', 20) },
  operands: '[MODEL.onnx ...]',
  run: ({ seconds }, { operands }) => run(operands, seconds),
});

async function run(paths: readonly string[], seconds: number): Promise<void> {
  const { wasm, version } = await readPublished();
  const { missing } = addKernels(wasm, 'fused');
  console.log(
    `onnxruntime-web ${version}; ${missing.length > 0 ? `not found: ${missing.join(', ')}` : 'all kernels are used'}`,
  );
  const results = new Map<string, Times>();
  const workers = startWorkers(wasm);
  try {
    for (const path of paths.length > 0 ? paths : listModels()) {
      const times = await measure(workers, readFileSync(path), seconds);
      if (times) {
        results.set(basename(path), times);
        console.log(`${basename(path)}: ${toPercent(1 - times.fused / times.published)} less time`);
      } else {
        console.log(`${basename(path)}: skipped, because its inputs have no fixed size`);
      }
    }
  } finally {
    await Promise.all([...workers.values()].map((worker) => worker.close()));
  }
  report(results);
}

const listModels = (): string[] =>
  readdirSync(modelsDir)
    .filter((name) => name.endsWith('.onnx'))
    .map((name) => join(modelsDir, name));

function startWorkers(published: Uint8Array): Map<Build, OnnxWorker> {
  const all = kernels.map(({ name }) => name);
  const toRuntime = (build: Build): Uint8Array => {
    if (build === 'published') {
      return published;
    }
    return build === 'plain' || build === 'fused'
      ? addKernels(published, build).wasm
      : addKernels(
          published,
          'fused',
          all.filter((name) => name !== build),
        ).wasm;
  };
  return new Map(builds.map((build) => [build, new OnnxWorker(toRuntime(build))]));
}

/** Returns the minimum milliseconds of a run by build; null for a model whose inputs have no fixed size. */
async function measure(
  workers: ReadonlyMap<Build, OnnxWorker>,
  model: Uint8Array,
  seconds: number,
): Promise<Times | null> {
  const least = new Map<Build, number>();
  let inputs: Input[] = [];
  for (const worker of workers.values()) {
    const types = await worker.open(model);
    inputs = types.flatMap(({ name, type, dims }) => {
      const sizes = dims.filter((size) => typeof size === 'number');
      return type === 'float32' && sizes.length === dims.length ? [{ name, dims: sizes, data: toData(sizes) }] : [];
    });
    if (inputs.length !== types.length) {
      return null;
    }
  }
  const startMs = performance.now();
  const getShare = (): number => (performance.now() - startMs) / 1000 / seconds;
  for (let share = 0; share < 1 || least.size === 0; share = getShare()) {
    for (const [build, worker] of workers) {
      const { milliseconds } = await worker.run(inputs);
      if (share >= warmUpShare) {
        least.set(build, Math.min(milliseconds, least.get(build) ?? Infinity));
      }
    }
  }
  return Object.fromEntries(least) as Times;
}

/** Returns values from 0 to 1, as those of an image. */
const toData = (dims: readonly number[]): Float32Array =>
  Float32Array.from({ length: dims.reduce((a, b) => a * b, 1) }, (_, at) => (Math.sin(at * at) + 1) / 2);

function report(results: ReadonlyMap<string, Times>): void {
  const models = [...results];
  if (models.length === 0) {
    console.log('No model was measured.');
    return;
  }
  console.log('\nMilliseconds of a run, minimum:\n');
  print(
    ['model', 'published', 'plain', 'fused', 'fused saves'],
    models.map(([name, { published, plain, fused }]) => [
      name,
      ...[published, plain, fused].map((time) => round(time, 2)),
      toPercent(1 - fused / published),
    ]),
  );
  console.log('\nMore time than `fused` without one kernel:\n');
  print(
    ['model', ...kernels.map(({ name }) => name)],
    models.map(([name, times]) => [name, ...kernels.map((kernel) => toPercent(times[kernel.name] / times.fused - 1))]),
  );
  const saved = models.reduce((sum, [, { published, fused }]) => sum + 1 - fused / published, 0) / models.length;
  const useless = kernels.filter(({ name }) =>
    models.every(([, times]) => times[name] / times.fused - 1 < minKernelShare),
  );
  console.log(
    saved < minSavedShare
      ? `\nThe kernels are no longer worth it: they save ${toPercent(saved)}, less than ${toPercent(minSavedShare)}.`
      : `\nThe kernels are worth it: they save ${toPercent(saved)} of the time, in the mean of these models.`,
  );
  if (useless.length > 0) {
    const names = useless.map(({ name }) => name).join(', ');
    console.log(`Without each of these, no model takes ${toPercent(minKernelShare)} longer: ${names}.`);
  }
}

const print = (columns: readonly string[], rows: readonly (readonly (string | number)[])[]): void =>
  console.log(
    toMarkdown(
      columns,
      rows.map((row) => row.map(String)),
    ),
  );

const round = (value: number, digits: number): number => Number(value.toFixed(digits));

const toPercent = (share: number): string => `${round(100 * share, 1)} %`;
