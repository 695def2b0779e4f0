import { relative } from 'node:path';
import { parseCLI } from 'vitest/node';
import * as z from 'zod';

/** The fields that are used of Vitest's JSON report. */
export const testReport = z.object({
  testResults: z.array(
    z.object({
      /** The absolute path of the file. */
      name: z.string(),
      /** The Vitest project. A file can be in several projects. */
      project: z.string(),
      /** The duration of its tests and hooks. */
      durationMs: z.number(),
      status: z.enum(['passed', 'failed']),
      assertionResults: z.array(z.object({ status: z.string() })),
    }),
  ),
  /** The number of errors that no test could catch, for example in a timer. */
  unhandledErrors: z.int(),
});
export type TestReport = z.output<typeof testReport>;

/** A test file in one project. */
export type ProjectFile = Pick<TestReport['testResults'][number], 'name' | 'project'>;

/** The maximum number of failed files that are retried. With more, the cause is not a slow browser. */
const accidentsMax = 3;

/**
 * Returns the files to retry, because a browser on a busy machine fails once in some thousand tests. They run whole, because the
 * tests of a file share a browser profile and a store, and one at a time. The list is empty if a test in Node failed, which is not due to a
 * browser, or if an error was not caught by a test, because its file is unknown.
 */
export function findSecondTries({ testResults, unhandledErrors }: TestReport): readonly ProjectFile[] {
  const failed = testResults
    .filter(({ status }) => status === 'failed')
    .map(({ name, project }) => ({ name, project }));
  const isAccident =
    unhandledErrors === 0 &&
    failed.length <= accidentsMax &&
    failed.every(({ name }) => name.includes('/test/browser/'));
  return isAccident ? failed : [];
}

/**
 * Creates the arguments of Vitest for the retry of one project: the files, run one at a time, and the name pattern of the original
 * arguments.
 */
export function toSecondArgs(args: readonly string[], project: string, files: readonly string[]): readonly string[] {
  const { options } = parseCLI(['vitest', 'run', ...args], { allowUnknownOptions: true });
  const { testNamePattern } = options;
  return [
    // Without this option two files run in parallel, because the project's number of workers overrides one on the command line.
    '--project',
    project,
    '--no-file-parallelism',
    ...(testNamePattern === undefined ? [] : [`--testNamePattern=${String(testNamePattern)}`]),
    ...files,
  ];
}

/** Counts the tests that passed and failed. A retried test counts with its last result. */
export function countTests(
  first: TestReport,
  second: readonly TestReport[],
): { passed: number; failed: number; unhandledErrors: number } {
  const again = new Set(second.flatMap(({ testResults }) => testResults.map(toKey)));
  const results = [
    ...first.testResults.filter((result) => !again.has(toKey(result))),
    ...second.flatMap(({ testResults }) => testResults),
  ];
  const tests = results.flatMap(({ assertionResults }) => assertionResults);
  // A file that could not be loaded or set up contains no failed test.
  const broken = results.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((assertion) => assertion.status === 'failed'),
  );
  const count = (status: string): number => tests.filter((test) => test.status === status).length;
  return {
    passed: count('passed'),
    failed: count('failed') + broken.length,
    unhandledErrors: [first, ...second].reduce((sum, report) => sum + report.unhandledErrors, 0),
  };
}

/** Returns a table of the slowest files, a line for each: seconds, project and path below `folder`. */
export function toSlowestTable({ testResults }: TestReport, folder: string, count: number): string {
  return testResults
    .toSorted((one, other) => other.durationMs - one.durationMs)
    .slice(0, count)
    .map(({ name, project, durationMs }) => {
      const seconds = (durationMs / 1000).toFixed(1).padStart(6);
      return `${seconds} s  ${project.padEnd(7)}  ${relative(folder, name)}`;
    })
    .join('\n');
}

const toKey = ({ name, project }: ProjectFile): string => `${project} ${name}`;
