import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Failure } from '#core/lib/failure.ts';
import { projectDir } from '#bridge/cli/build.ts';
import { firefoxVariable } from '#bridge/browser/firefox.ts';
import { mayInstall, provideChromium, provideFfmpeg, provideFirefox } from '#bridge/browser/install.ts';
import { onStop } from '#bridge/cli/stop.ts';
import {
  countTests,
  findSecondTries,
  testReport,
  toSecondArgs,
  toSlowestTable,
  type TestReport,
} from './test-report.ts';

const browsers = ['chromium', 'firefox'] as const;

/** The option that forbids the installation of missing programs. */
const noInstall = '--no-install';

/** The number of files in the table of the slowest ones. */
const slowestCount = 20;

/** The options of this command that Vitest does not have. */
type Options = { readonly isInstallForbidden: boolean; readonly browser: (typeof browsers)[number] | undefined };

/** The exit code and the report of a run of Vitest. The report is null if Vitest ended before it wrote one. */
type Run = { readonly code: number; readonly report: TestReport | null };

/** The arguments and the additional environment variables of Vitest. */
type Plan = { readonly args: readonly string[]; readonly env: Readonly<Record<string, string>> };

/**
 * Runs the tests in Node and in browsers, including the long ones if `isAll`. `--no-install` installs no programs.
 * `--browser firefox` or `--browser chromium` runs only the tests of one browser. All other arguments are passed to Vitest. If few
 * files fail, all in a browser, they are retried once, with a log line.
 */
export async function runTests(args: readonly string[], { isAll }: { isAll: boolean }): Promise<void> {
  const { options, rest } = readOwnOptions(args);
  const plan = await makePlan(options, rest, isAll);
  const folder = await mkdtemp(join(tmpdir(), 'offcut-tests-'));
  try {
    const first = await runVitest(plan, join(folder, 'first.json'));
    const second = await tryAgain(first, plan, folder);
    if (!isAll) {
      log('The long tests were skipped. To run them too, use "npm run test:all".');
    }
    if (first.report !== null && first.report.testResults.length > slowestCount) {
      log(`The slowest files:\n${toSlowestTable(first.report, projectDir, slowestCount)}`);
    }
    process.stdout.write(`${toCount(first.report, second)}\n`);
    process.exitCode = second.length > 0 ? Math.max(...second.map(({ code }) => code)) : first.code;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function readOwnOptions(args: readonly string[]): { options: Options; rest: readonly string[] } {
  const split = args.flatMap((arg) => (arg.startsWith('--browser=') ? arg.split('=') : [arg]));
  const index = split.indexOf('--browser');
  const browser = index < 0 ? undefined : browsers.find((one) => one === split[index + 1]);
  if (index >= 0 && browser === undefined) {
    throw new Failure('VALIDATION_FAILED', { message: 'Give --browser chromium or --browser firefox.' });
  }
  const others = index < 0 ? split : split.toSpliced(index, 2);
  return {
    options: { isInstallForbidden: others.includes(noInstall), browser },
    rest: others.filter((arg) => arg !== noInstall),
  };
}

/** Installs the programs that the tests need. Throws NOT_FOUND or ENGINE_UNAVAILABLE without the requested browser. */
async function makePlan(options: Options, given: readonly string[], isAll: boolean): Promise<Plan> {
  const install = { isAllowed: mayInstall(options.isInstallForbidden), log };
  const env = options.browser === 'firefox' ? {} : { OFFCUT_CHROMIUM: await provideChromium(install) };
  const firefox = options.browser === 'chromium' ? undefined : await provideFirefox(install);
  if (options.browser === 'firefox' && firefox === undefined) {
    throw new Failure('NOT_FOUND', {
      message: 'Firefox was not found. Install it, or set OFFCUT_FIREFOX to its path.',
    });
  }
  await provideFfmpeg(install);
  const projects = { chromium: ['--project', 'browser'], firefox: ['--project', 'firefox'] };
  return {
    args: [
      ...(isAll ? [] : ['--tags-filter=!long']),
      ...(options.browser === undefined ? [] : projects[options.browser]),
      ...given,
    ],
    env: {
      ...env,
      // A path that does not exist, so that Vitest does not use a Firefox that cannot start.
      [firefoxVariable]: firefox ?? 'none',
      ...(isAll || options.browser === 'firefox' ? { OFFCUT_FIREFOX_TESTS: 'all' } : {}),
    },
  };
}

/** Retries the failed files of each project once, if that may help. */
async function tryAgain({ code, report }: Run, plan: Plan, folder: string): Promise<readonly Run[]> {
  const files = code === 0 || report === null ? [] : findSecondTries(report);
  if (files.length > 0) {
    log(`Retrying files whose tests failed in a browser: ${files.map(({ name }) => basename(name)).join(', ')}`);
  }
  const runs: Run[] = [];
  for (const project of new Set(files.map((file) => file.project))) {
    const names = files.filter((file) => file.project === project).map(({ name }) => name);
    const filter = plan.args.filter((arg) => arg.startsWith('--tags-filter'));
    const args = [...filter, ...toSecondArgs(plan.args, project, names)];
    runs.push(await runVitest({ ...plan, args }, join(folder, `second-${project}.json`)));
  }
  return runs;
}

async function runVitest({ args, env }: Plan, reportFile: string): Promise<Run> {
  const vitest = join(projectDir, 'node_modules', 'vitest', 'vitest.mjs');
  const reporter = join(import.meta.dirname, 'test-reporter.ts');
  const reporters = ['--reporter=default', `--reporter=${reporter}`, `--outputFile.json=${reportFile}`];
  const child = spawn(process.execPath, [vitest, 'run', ...reporters, ...args], {
    cwd: projectDir,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  onStop(() => child.kill('SIGINT'));
  const [code] = await once(child, 'exit');
  return { code: typeof code === 'number' ? code : 1, report: await readReport(reportFile) };
}

/** Reads the report; null if Vitest ended before it wrote one. */
async function readReport(file: string): Promise<TestReport | null> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return text === '' ? null : testReport.parse(JSON.parse(text));
}

function toCount(first: TestReport | null, second: readonly Run[]): string {
  if (first === null) {
    return 'Vitest ended before all tests were finished.';
  }
  const reports = second.flatMap(({ report }) => (report === null ? [] : [report]));
  const { passed, failed, unhandledErrors } = countTests(first, reports);
  return `${passed} passed, ${failed} failed${unhandledErrors > 0 ? `, ${unhandledErrors} unhandled errors` : ''}`;
}

const log = (line: string): void => void process.stderr.write(`${line}\n`);
