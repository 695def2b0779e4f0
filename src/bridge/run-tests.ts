import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { projectDir } from './build.ts';
import { mayInstall, provideChromium, provideFfmpeg } from './install.ts';
import { onStop } from './stop.ts';

/** Forbids the installation of what is missing. Vitest does not know it. */
const noInstall = '--no-install';

/** Runs all tests, those in a browser too, and passes all arguments but `--no-install` on to Vitest. */
export async function runTests(args: readonly string[]): Promise<void> {
  const install = { isAllowed: mayInstall(args.includes(noInstall)), log };
  const chromium = await provideChromium(install);
  await provideFfmpeg(install);
  const vitest = join(projectDir, 'node_modules', 'vitest', 'vitest.mjs');
  const child = spawn(process.execPath, [vitest, 'run', ...args.filter((arg) => arg !== noInstall)], {
    cwd: projectDir,
    stdio: 'inherit',
    env: { ...process.env, OFFCUT_CHROMIUM: chromium },
  });
  onStop(() => child.kill('SIGINT'));
  const [code] = await once(child, 'exit');
  process.exitCode = typeof code === 'number' ? code : 1;
}

const log = (line: string): void => void process.stderr.write(`${line}\n`);
