import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startTests, type File, type Task, type VitestRunner } from '@vitest/runner';
import { contractSuite } from '#conformance/contract.suite.ts';
import { isPackage, projectDir } from '../build.ts';

/** The outcome of one test. */
export type TestEnd = {
  readonly group: string;
  readonly name: string;
  readonly state: 'passed' | 'failed' | 'skipped';
  readonly seconds: number;
  /** The reason of a failure. */
  readonly message: string | null;
};

type Implementation = { readonly baseUrl: string; readonly apiKey: string; readonly hasSandbox: boolean };

/** The maximum duration of a test. A real engine may take a minute. */
const testTimeoutMs = 300_000;

/** Runs the contract suite against an implementation over HTTP. Calls `onEnd` after each test. */
export async function runContract(
  target: Implementation,
  filter: string | undefined,
  onEnd: (end: TestEnd) => void,
): Promise<TestEnd[]> {
  const ends: TestEnd[] = [];
  const runner = createRunner(filter, {
    collect: async () => {
      contractSuite({
        name: target.baseUrl,
        isScripted: false,
        start: async () => ({
          ...target,
          fetch: (url, init) => fetch(url, init),
          sandboxFetch: (url, init) => fetch(url, init),
          fixtures: await readFixtures(),
          script: null,
          close: async () => undefined,
        }),
      });
    },
    onTest: (task) => {
      const end = toEnd(task);
      ends.push(end);
      onEnd(end);
    },
  });
  const files = await startTests([suiteName], runner);
  const [failure] = files.flatMap(listSuiteErrors);
  if (failure !== undefined && ends.length === 0) {
    throw new Error(failure);
  }
  return ends;
}

const suiteName = 'contract';

type RunnerParts = { readonly collect: () => Promise<void>; readonly onTest: (task: Task) => void };

/** Creates a runner for one suite, which is not a file. */
function createRunner(filter: string | undefined, { collect, onTest }: RunnerParts): VitestRunner {
  return {
    config: {
      root: projectDir,
      name: undefined,
      setupFiles: [],
      passWithNoTests: false,
      testNamePattern:
        filter === undefined ? undefined : new RegExp(filter.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)),
      allowOnly: false,
      sequence: { seed: 1, hooks: 'stack', setupFiles: 'parallel' },
      chaiConfig: undefined,
      maxConcurrency: 1,
      testTimeout: testTimeoutMs,
      hookTimeout: testTimeoutMs,
      retry: 0,
      includeTaskLocation: undefined,
      tags: [],
      tagsFilter: undefined,
      strictTags: false,
    },
    importFile: collect,
    onAfterRunTask: onTest,
  };
}

function toEnd(task: Task): TestEnd {
  const [error] = task.result?.errors ?? [];
  const seconds = Math.round(task.result?.duration ?? 0) / 1000;
  const parts = { group: task.suite?.name ?? '', name: task.name, seconds };
  if (task.mode !== 'run' || error?.name === 'NeedsSandbox') {
    return { ...parts, state: 'skipped', message: null };
  }
  return error
    ? { ...parts, state: 'failed', message: `${error.name}: ${error.message}` }
    : { ...parts, state: 'passed', message: null };
}

const listSuiteErrors = (file: File): string[] =>
  [file, ...file.tasks].flatMap(({ result }) => (result?.errors ?? []).map(({ message }) => message));

/** The files that the tests upload. */
async function readFixtures() {
  const read = async (...path: string[]): Promise<Uint8Array<ArrayBuffer>> =>
    new Uint8Array(await readFile(join(projectDir, ...path)));
  const folder = isPackage ? ['lib', 'fixtures'] : ['test', 'fixtures', 'sample'];
  return {
    video: await read(...folder, 'short.mp4'),
    otherVideo: await read(...folder, 'empty.mp4'),
    model: await read(isPackage ? 'dist' : '.', 'models', 'matte_nano_v2_256x144_fp16w.onnx'),
  };
}
