import { JsonReporter, type Reporter } from 'vitest/node';
import * as z from 'zod';

const testResults = z.looseObject({ testResults: z.array(z.looseObject({})) });

type RunEnd = Parameters<NonNullable<Reporter['onTestRunEnd']>>;

/**
 * Vitest's report as JSON, with what that leaves out: the project of each file, as `project`, and the number of errors that no test has
 * caught, as `unhandledErrors`.
 */
class TestReporter extends JsonReporter {
  private unhandledErrors = 0;
  /** In the order of the report's files. */
  private projects: string[] = [];

  override async onTestRunEnd(...[modules, errors]: RunEnd | [RunEnd[0]]): Promise<void> {
    this.unhandledErrors = errors?.length ?? 0;
    this.projects = modules.map((module) => module.project.name);
    await super.onTestRunEnd(modules);
  }

  override async writeReport(report: string): Promise<void> {
    const whole = testResults.parse(JSON.parse(report));
    const inProjects = whole.testResults.map((result, index) => ({ ...result, project: this.projects[index] }));
    await super.writeReport(
      JSON.stringify({ ...whole, testResults: inProjects, unhandledErrors: this.unhandledErrors }),
    );
  }
}

// oxlint-disable-next-line import/no-default-export -- Vitest takes a reporter that is named by its file from there
export default TestReporter;
