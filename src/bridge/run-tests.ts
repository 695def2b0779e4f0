import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { projectDir } from './build.ts';
import { findChromium } from './chromium.ts';
import { onStop } from './stop.ts';

/** Runs all tests, those in a browser too, and passes arguments on to Vitest. */
export async function runTests(args: readonly string[]): Promise<void> {
  const chromium = await findChromium();
  const vitest = join(projectDir, 'node_modules', 'vitest', 'vitest.mjs');
  const child = spawn(process.execPath, [vitest, 'run', ...args], {
    cwd: projectDir,
    stdio: 'inherit',
    env: { ...process.env, OFFCUT_CHROMIUM: chromium },
  });
  onStop(() => child.kill('SIGINT'));
  const [code] = await once(child, 'exit');
  process.exitCode = typeof code === 'number' ? code : 1;
}
