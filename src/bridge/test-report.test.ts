import { describe, expect, it } from 'vitest';
import { countTests, findSecondTries, type TestReport } from './test-report.ts';

const fileOf = (name: string, ...statuses: readonly string[]) => ({
  name: `/offcut/${name}`,
  status: statuses.length === 0 || statuses.includes('failed') ? ('failed' as const) : ('passed' as const),
  assertionResults: statuses.map((status) => ({ status })),
});

const reportOf = (...testResults: TestReport['testResults']): TestReport => ({ testResults });

const good = fileOf('src/core/time.test.ts', 'passed', 'passed', 'skipped');
const review = 'test/browser/review.test.ts';

describe('the files that are tried once more', () => {
  it('are those that failed in a browser', () => {
    const report = reportOf(good, fileOf(review, 'passed', 'failed'), fileOf('test/browser/mcp.test.ts'));
    expect(findSecondTries(report)).toEqual([`/offcut/${review}`, '/offcut/test/browser/mcp.test.ts']);
  });

  it('are none where all is well', () => {
    expect(findSecondTries(reportOf(good))).toEqual([]);
  });

  it('are none where a test in Node failed too', () => {
    const report = reportOf(fileOf('src/core/time.test.ts', 'failed'), fileOf(review, 'failed'));
    expect(findSecondTries(report)).toEqual([]);
  });

  it('are none where so many fail that it is no accident', () => {
    const failed = ['a', 'b', 'c', 'd'].map((name) => fileOf(`test/browser/${name}.test.ts`, 'failed'));
    expect(findSecondTries(reportOf(...failed.slice(1)))).toHaveLength(3);
    expect(findSecondTries(reportOf(...failed))).toEqual([]);
  });
});

describe('the count', () => {
  const first = reportOf(good, fileOf(review, 'passed', 'failed', 'failed'), fileOf('test/browser/mcp.test.ts'));

  it('has a file that could not be loaded as one that failed', () => {
    expect(countTests(first, null)).toEqual({ passed: 3, failed: 3 });
  });

  it('has what was tried again as it went at last', () => {
    const second = reportOf(fileOf(review, 'passed', 'passed', 'failed'), fileOf('test/browser/mcp.test.ts', 'passed'));
    expect(countTests(first, second)).toEqual({ passed: 5, failed: 1 });
  });
});
