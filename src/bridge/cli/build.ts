import { existsSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Logger } from 'vite';

/** The folder of the project, or of the installed package. */
export const projectDir = findRoot(import.meta.dirname);

/** Whether this is the published package, which contains the built site and no sources. */
export const isPackage = !existsSync(join(projectDir, 'src'));

/** The folder of the built site. */
export const distDir = join(projectDir, 'dist');

/** The folder of the models that are not part of the build. An installed package is replaced by updates, so it uses a cache folder. */
export const modelsDir = isPackage
  ? join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'offcut', 'models')
  : join(projectDir, 'models');

/** Files and folders that the site is built from. */
const sources = ['docs', 'index.html', 'package-lock.json', 'vite.config.ts', 'public', 'models', 'packages', 'src'];

/** Folders in these that are not part of the site: the local server, and the training of the models. */
const notBuilt = new Set(['bridge', 'train']);

/** Builds the site if it is missing or older than a source file. The published package contains the site. */
export async function buildIfStale(log: (line: string) => void): Promise<void> {
  if (isPackage) {
    return;
  }
  const builtMs = await modifiedMs(join(distDir, 'sw.js'));
  const sourceMs = Math.max(...(await Promise.all(sources.map((name) => newestMs(join(projectDir, name))))));
  if (builtMs > sourceMs) {
    return;
  }
  log('Building the site ...');
  const { build } = await import('vite');
  await build({ root: projectDir, logLevel: 'warn', customLogger: createQuietLogger(log) });
}

/** Returns the nearest folder with a package.json: this module is in `src` or in a bundle. */
function findRoot(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : findRoot(dirname(folder));
}

/** Returns the modification time of the newest file below `path`, in milliseconds; 0 without a file. */
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

/** Creates a logger that sends warnings and errors to `log`, because standard output is for the one line of `--json`. */
function createQuietLogger(log: (line: string) => void): Logger {
  const warned = new Set<string>();
  const warnOnce = (line: string): void => {
    // The timings of the plugins do not help a user who only starts the server.
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
