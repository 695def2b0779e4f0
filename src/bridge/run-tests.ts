import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { projectDir } from './build.ts';
import { mayInstall, provideChromium, provideFfmpeg } from './install.ts';
import { onStop } from './stop.ts';
import { countTests, findSecondTries, testReport, toSecondArgs, type TestReport } from './test-report.ts';

/** Forbids the installation of what is missing. Vitest does not know it. */
const noInstall = '--no-install';

/** A run of Vitest: its exit status, and its report where it came to write one. */
type Run = { readonly code: number; readonly report: TestReport | null };

/**
 * Runs the tests in Node and in a browser, without the long ones unless `isAll`. All arguments but `--no-install` go to
 * Vitest. What failed in a browser may be tried once more, which is told.
 */
export async function runTests(args: readonly string[], { isAll }: { isAll: boolean }): Promise<void> {
  const install = { isAllowed: mayInstall(args.includes(noInstall)), log };
  const chromium = await provideChromium(install);
  await provideFfmpeg(install);
  const filter = isAll ? [] : ['--tags-filter=!long'];
  const folder = await mkdtemp(join(tmpdir(), 'offcut-tests-'));
  try {
    const run = (name: string, given: readonly string[]): Promise<Run> =>
      runVitest([...filter, ...given], join(folder, name), chromium);
    const given = args.filter((arg) => arg !== noInstall);
    const first = await run('first.json', given);
    const second = await tryAgain(first, (files) => run('second.json', toSecondArgs(given, files)));
    if (!isAll) {
      log('The long tests were left out; "npm run test:all" runs them too.');
    }
    process.stdout.write(`${toCount(first.report, second?.report ?? null)}\n`);
    process.exitCode = (second ?? first).code;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function tryAgain(
  { code, report }: Run,
  run: (files: readonly string[]) => Promise<Run>,
): Promise<Run | undefined> {
  const files = code === 0 || report === null ? [] : findSecondTries(report);
  if (files.length === 0) {
    return undefined;
  }
  log(`Tried once more, as a browser is not always in time: ${files.map((file) => basename(file)).join(', ')}`);
  return run(files);
}

async function runVitest(args: readonly string[], reportFile: string, chromium: string): Promise<Run> {
  const vitest = join(projectDir, 'node_modules', 'vitest', 'vitest.mjs');
  const reporter = join(import.meta.dirname, 'test-reporter.ts');
  const reporters = ['--reporter=default', `--reporter=${reporter}`, `--outputFile.json=${reportFile}`];
  const child = spawn(process.execPath, [vitest, 'run', ...reporters, ...args], {
    cwd: projectDir,
    stdio: 'inherit',
    env: { ...process.env, OFFCUT_CHROMIUM: chromium },
  });
  onStop(() => child.kill('SIGINT'));
  const [code] = await once(child, 'exit');
  return { code: typeof code === 'number' ? code : 1, report: await readReport(reportFile) };
}

/** Null where Vitest did not come so far. */
async function readReport(file: string): Promise<TestReport | null> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return text === '' ? null : testReport.parse(JSON.parse(text));
}

function toCount(first: TestReport | null, second: TestReport | null): string {
  if (first === null) {
    return 'The tests did not come to their end.';
  }
  const { passed, failed, unhandledErrors } = countTests(first, second);
  return `${passed} passed, ${failed} failed${unhandledErrors > 0 ? `, ${unhandledErrors} errors outside of tests` : ''}`;
}

const log = (line: string): void => void process.stderr.write(`${line}\n`);
