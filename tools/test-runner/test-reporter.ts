import { JsonReporter, type Reporter } from 'vitest/node';
import * as z from 'zod';

const resultList = z.looseObject({ testResults: z.array(z.looseObject({})) });

type RunEnd = Parameters<NonNullable<Reporter['onTestRunEnd']>>;

/**
 * Writes Vitest's JSON report with additional fields: `project` and `durationMs` (tests and hooks) of each file, and
 * `unhandledErrors`, the number of errors that no test caught.
 */
class TestReporter extends JsonReporter {
  private unhandledErrors = 0;
  /** The additional fields, in the order of the report's files. */
  private added: { project: string; durationMs: number }[] = [];

  override async onTestRunEnd(...[modules, errors]: RunEnd | [RunEnd[0]]): Promise<void> {
    this.unhandledErrors = errors?.length ?? 0;
    this.added = modules.map((module) => ({
      project: module.project.name,
      durationMs: module.diagnostic().duration,
    }));
    await super.onTestRunEnd(modules);
  }

  override async writeReport(report: string): Promise<void> {
    const whole = resultList.parse(JSON.parse(report));
    const testResults = whole.testResults.map((result, index) => ({ ...result, ...this.added[index] }));
    await super.writeReport(JSON.stringify({ ...whole, testResults, unhandledErrors: this.unhandledErrors }));
  }
}

// oxlint-disable-next-line import/no-default-export -- Vitest loads a reporter from the default export of its file
export default TestReporter;
