import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'vite';

/** The folder of the project. */
export const projectDir = fileURLToPath(new URL('../..', import.meta.url));

/** Where the built site is. */
export const distDir = join(projectDir, 'dist');

/** What the built site is made of. */
const sources = ['index.html', 'package-lock.json', 'vite.config.ts', 'public', 'models', 'src'];

/** Not part of the site: the local server itself, and the recipes for training. */
const notBuilt = new Set(['bridge', 'train']);

/** Builds the site unless the one that is there is newer than its sources. */
export async function buildIfStale(log: (line: string) => void): Promise<void> {
  const builtMs = await modifiedMs(join(distDir, 'sw.js'));
  const sourceMs = Math.max(...(await Promise.all(sources.map((name) => newestMs(join(projectDir, name))))));
  if (builtMs > sourceMs) {
    return;
  }
  log('Building the site ...');
  const { build } = await import('vite');
  await build({ root: projectDir, logLevel: 'warn', customLogger: createQuietLogger(log) });
}

/** The newest file below `path`. */
async function newestMs(path: string): Promise<number> {
  const entries = await readdir(path, { withFileTypes: true }).catch(() => undefined);
  if (!entries) {
    return modifiedMs(path);
  }
  const kept = entries.filter((entry) => !notBuilt.has(entry.name) && !entry.name.endsWith('.test.ts'));
  const times = kept.map((entry) => {
    const child = join(path, entry.name);
    return entry.isDirectory() ? newestMs(child) : modifiedMs(child);
  });
  return Math.max(0, ...(await Promise.all(times)));
}

async function modifiedMs(path: string): Promise<number> {
  const found = await stat(path).catch(() => undefined);
  return found?.mtimeMs ?? 0;
}

/** Standard output belongs to the one line of `--json`, so what the build says goes to `log`, and only what matters. */
function createQuietLogger(log: (line: string) => void): Logger {
  const warned = new Set<string>();
  const warnOnce = (line: string): void => {
    // How long each plugin took is of no use to who only wants to start.
    const isTimings = line.includes('PLUGIN_TIMINGS');
    if (!isTimings && !warned.has(line)) {
      warned.add(line);
      log(line);
    }
  };
  return {
    hasWarned: false,
    info: () => undefined,
    warn: warnOnce,
    warnOnce,
    error: log,
    clearScreen: () => undefined,
    hasErrorLogged: () => false,
  };
}
