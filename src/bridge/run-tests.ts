import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { projectDir } from './build.ts';
import { findChromium } from './chromium.ts';
import { onStop } from './stop.ts';

/** Runs the tests in Node and in a browser, without the long ones unless `isAll`. Other arguments go to Vitest. */
export async function runTests(args: readonly string[], { isAll }: { isAll: boolean }): Promise<void> {
  const chromium = await findChromium();
  const vitest = join(projectDir, 'node_modules', 'vitest', 'vitest.mjs');
  const filter = isAll ? [] : ['--tags-filter=!long'];
  const child = spawn(process.execPath, [vitest, 'run', ...filter, ...args], {
    cwd: projectDir,
    stdio: 'inherit',
    env: { ...process.env, OFFCUT_CHROMIUM: chromium },
  });
  onStop(() => child.kill('SIGINT'));
  const [code] = await once(child, 'exit');
  if (!isAll) {
    process.stderr.write('The long tests were left out; "npm run test:all" runs them too.\n');
  }
  process.exitCode = typeof code === 'number' ? code : 1;
}
