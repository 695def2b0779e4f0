import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectDir } from '#bridge/cli/build.ts';
import {
  countTests,
  findSecondTries,
  testReport,
  toSecondArgs,
  toSlowestTable,
  type TestReport,
} from './test-report.ts';

const makeFile = (name: string, ...statuses: readonly string[]) => ({
  name: `/offcut/${name}`,
  project: 'browser',
  durationMs: 1000,
  status: statuses.length === 0 || statuses.includes('failed') ? ('failed' as const) : ('passed' as const),
  assertionResults: statuses.map((status) => ({ status })),
});

const makeReport = (...testResults: TestReport['testResults']): TestReport => ({ testResults, unhandledErrors: 0 });

const good = makeFile('src/core/time.test.ts', 'passed', 'passed', 'skipped');
const review = 'test/browser/reviews/review.test.ts';

describe('the files that are retried', () => {
  it('are the files that failed in a browser', () => {
    const report = makeReport(good, makeFile(review, 'passed', 'failed'), makeFile('test/browser/api/mcp.test.ts'));
    expect(findSecondTries(report)).toEqual(
      [`/offcut/${review}`, '/offcut/test/browser/api/mcp.test.ts'].map((name) => ({ name, project: 'browser' })),
    );
  });

  it('is an empty list if all tests passed', () => {
    expect(findSecondTries(makeReport(good))).toEqual([]);
  });

  it('is an empty list if a test in Node failed too', () => {
    const report = makeReport(makeFile('src/core/time.test.ts', 'failed'), makeFile(review, 'failed'));
    expect(findSecondTries(report)).toEqual([]);
  });

  it('is an empty list if more than three files failed', () => {
    const failed = ['a', 'b', 'c', 'd'].map((name) => makeFile(`test/browser/${name}.test.ts`, 'failed'));
    expect(findSecondTries(makeReport(...failed.slice(1)))).toHaveLength(3);
    expect(findSecondTries(makeReport(...failed))).toEqual([]);
  });
});

it('lists the slowest files first', () => {
  const report = makeReport(good, { ...makeFile(review, 'passed'), durationMs: 61_240 });
  expect(toSlowestTable(report, '/offcut', 1)).toBe('  61.2 s  browser  test/browser/reviews/review.test.ts');
  expect(toSlowestTable(report, '/offcut', 5).split('\n')).toHaveLength(2);
});

describe('an unhandled error', () => {
  it('is in the report, and prevents retries', { timeout: 120_000 }, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'offcut-errors-'));
    try {
      const test = `test('fails', async () => {
        setTimeout(() => { throw new Error('nobody hears') });
        await new Promise((resolve) => setTimeout(resolve, 50));
        expect(1).toBe(2);
      });`;
      const file = join(folder, 'test/browser/one.test.js');
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, test);
      const reportFile = join(folder, 'report.json');
      const reporter = join(import.meta.dirname, 'test-reporter.ts');
      const vitest = join(projectDir, 'node_modules/vitest/vitest.mjs');
      const args = ['run', '--globals', '--root', folder, `--reporter=${reporter}`, `--outputFile.json=${reportFile}`];
      await new Promise((resolve) => execFile(process.execPath, [vitest, ...args], { cwd: folder }, resolve));
      const report = testReport.parse(JSON.parse(await readFile(reportFile, 'utf8')));
      expect(countTests(report, [])).toEqual({ passed: 0, failed: 1, unhandledErrors: 1 });
      expect(findSecondTries(report)).toEqual([]);
      expect(findSecondTries({ ...report, unhandledErrors: 0 })).toHaveLength(1);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});

describe('the retry', () => {
  const alone = ['--project', 'firefox', '--no-file-parallelism'];

  it.each([
    { given: ['-t', 'a name'], kept: ['--testNamePattern=a name'] },
    { given: ['review', '--testNamePattern=a name', '--project', 'browser'], kept: ['--testNamePattern=a name'] },
    { given: ['review', '--project', 'browser'], kept: [] },
  ])('uses the name pattern of the arguments $given', ({ given, kept }) => {
    expect(toSecondArgs(given, 'firefox', ['/offcut/a.test.ts'])).toEqual([...alone, ...kept, '/offcut/a.test.ts']);
  });
});

describe('the count', () => {
  const first = makeReport(
    good,
    makeFile(review, 'passed', 'failed', 'failed'),
    makeFile('test/browser/api/mcp.test.ts'),
  );

  it('counts a file that could not be loaded as a failed test', () => {
    expect(countTests(first, [])).toEqual({ passed: 3, failed: 3, unhandledErrors: 0 });
  });

  it('counts retried tests with their last result', () => {
    const second = makeReport(
      makeFile(review, 'passed', 'passed', 'failed'),
      makeFile('test/browser/api/mcp.test.ts', 'passed'),
    );
    expect(countTests(first, [second])).toEqual({ passed: 5, failed: 1, unhandledErrors: 0 });
  });

  it('distinguishes a file in one browser from the same file in another', () => {
    const inFirefox = { ...makeFile(review, 'failed'), project: 'firefox' };
    const both = makeReport(makeFile(review, 'passed'), inFirefox);
    const second = makeReport({ ...inFirefox, ...makeFile(review, 'passed'), project: 'firefox' });
    expect(countTests(both, [])).toEqual({ passed: 1, failed: 1, unhandledErrors: 0 });
    expect(countTests(both, [second])).toEqual({ passed: 2, failed: 0, unhandledErrors: 0 });
  });
});
