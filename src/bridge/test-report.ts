import * as z from 'zod';

/** What is read of Vitest's report as JSON. */
export const testReport = z.object({
  testResults: z.array(
    z.object({
      /** The absolute path of the file. */
      name: z.string(),
      status: z.enum(['passed', 'failed']),
      assertionResults: z.array(z.object({ status: z.string() })),
    }),
  ),
});
export type TestReport = z.output<typeof testReport>;

/** At most so many files fail by accident; where more do, it is none. */
const accidentsMax = 3;

/**
 * The files that are tried once more, from their beginning and with nothing beside them: a browser on a busy machine fails once in some
 * thousand tests, and the tests of a file often tell one story. None where a test in Node has failed, which has no such excuse.
 */
export function findSecondTries({ testResults }: TestReport): readonly string[] {
  const failed = testResults.filter(({ status }) => status === 'failed').map(({ name }) => name);
  const isAccident = failed.length <= accidentsMax && failed.every((name) => name.includes('/test/browser/'));
  return isAccident ? failed : [];
}

/** How many tests passed and failed; what was tried twice counts as it went at last. */
export function countTests(first: TestReport, second: TestReport | null): { passed: number; failed: number } {
  const again = new Set(second?.testResults.map(({ name }) => name));
  const results = [
    ...first.testResults.filter(({ name }) => !again.has(name)),
    ...(second === null ? [] : second.testResults),
  ];
  const tests = results.flatMap(({ assertionResults }) => assertionResults);
  // A file that could not even be loaded, or set up, has no test to fail.
  const broken = results.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((assertion) => assertion.status === 'failed'),
  );
  const count = (status: string): number => tests.filter((test) => test.status === status).length;
  return { passed: count('passed'), failed: count('failed') + broken.length };
}
