import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { projectDir } from './build.ts';
import { mayInstall, provideChromium, provideFfmpeg } from './install.ts';
import { onStop } from './stop.ts';

/** Forbids the installation of what is missing. Vitest does not know it. */
const noInstall = '--no-install';

/**
 * Runs the tests in Node and in a browser, without the long ones unless `isAll`. All arguments but `--no-install` go to
 * Vitest.
 */
export async function runTests(args: readonly string[], { isAll }: { isAll: boolean }): Promise<void> {
  const install = { isAllowed: mayInstall(args.includes(noInstall)), log };
  const chromium = await provideChromium(install);
  await provideFfmpeg(install);
  const vitest = join(projectDir, 'node_modules', 'vitest', 'vitest.mjs');
  const filter = isAll ? [] : ['--tags-filter=!long'];
  const child = spawn(process.execPath, [vitest, 'run', ...filter, ...args.filter((arg) => arg !== noInstall)], {
    cwd: projectDir,
    stdio: 'inherit',
    env: { ...process.env, OFFCUT_CHROMIUM: chromium },
  });
  onStop(() => child.kill('SIGINT'));
  const [code] = await once(child, 'exit');
  if (!isAll) {
    log('The long tests were left out; "npm run test:all" runs them too.');
  }
  process.exitCode = typeof code === 'number' ? code : 1;
}

const log = (line: string): void => void process.stderr.write(`${line}\n`);
