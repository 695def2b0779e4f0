import { JsonReporter, type Reporter } from 'vitest/node';

type RunEnd = Parameters<NonNullable<Reporter['onTestRunEnd']>>;

/** Vitest's report as JSON, which leaves out the errors that no test has caught: with how many there were, as `unhandledErrors`. */
class TestReporter extends JsonReporter {
  private unhandledErrors = 0;

  override async onTestRunEnd(...[modules, errors]: RunEnd | [RunEnd[0]]): Promise<void> {
    this.unhandledErrors = errors?.length ?? 0;
    await super.onTestRunEnd(modules);
  }

  override async writeReport(report: string): Promise<void> {
    const whole: object = JSON.parse(report);
    await super.writeReport(JSON.stringify({ ...whole, unhandledErrors: this.unhandledErrors }));
  }
}

// oxlint-disable-next-line import/no-default-export -- Vitest takes a reporter that is named by its file from there
export default TestReporter;
