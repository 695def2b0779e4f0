import { relative } from 'node:path';
import { parseCLI } from 'vitest/node';
import * as z from 'zod';

/** What is read of Vitest's report as JSON. */
export const testReport = z.object({
  testResults: z.array(
    z.object({
      /** The absolute path of the file. */
      name: z.string(),
      /** Vitest's project; a file can be in more than one. */
      project: z.string(),
      /** Of its tests and hooks, in milliseconds. */
      durationMs: z.number(),
      status: z.enum(['passed', 'failed']),
      assertionResults: z.array(z.object({ status: z.string() })),
    }),
  ),
  /** Thrown where no test could catch them, as in a timer. */
  unhandledErrors: z.int(),
});
export type TestReport = z.output<typeof testReport>;

/** A test file as one project runs it. */
export type ProjectFile = Pick<TestReport['testResults'][number], 'name' | 'project'>;

/** At most so many files fail by accident; where more do, it is none. */
const accidentsMax = 3;

/**
 * The files that are tried once more, from their beginning and with nothing beside them: a browser on a busy machine fails once in some
 * thousand tests, and the tests of a file often tell one story. None where a test in Node has failed, which has no such excuse, nor where an
 * error was caught by no test: nobody knows which file it would have to come from again.
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
 * What Vitest is told for the second try of one project: the files, one after the other, and the pattern of names that the
 * caller gave.
 */
export function toSecondArgs(args: readonly string[], project: string, files: readonly string[]): readonly string[] {
  const { options } = parseCLI(['vitest', 'run', ...args], { allowUnknownOptions: true });
  const { testNamePattern } = options;
  return [
    // Without this two of the files would run beside each other: the project's number of workers outdoes one that is given.
    '--project',
    project,
    '--no-file-parallelism',
    ...(testNamePattern === undefined ? [] : [`--testNamePattern=${String(testNamePattern)}`]),
    ...files,
  ];
}

/** How many tests passed and failed; what was tried twice counts as it went at last. */
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
  // A file that could not even be loaded, or set up, has no test to fail.
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
