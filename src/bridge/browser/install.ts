import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Failure } from '#core/lib/failure.ts';
import {
  findMissingLibrary,
  findNamedChromium,
  listChromiums,
  listPaths,
  noChromium,
  toMissingLibrarySentence,
} from './chromium.ts';
import { findFirefox, firefoxVariable } from './firefox.ts';

export type InstallOptions = {
  /** Whether programs may be installed. */
  readonly isAllowed: boolean;
  /** Receives a line for each step and for each failure. */
  readonly log: (line: string) => void;
};

/** False when `--no-install` was given or OFFCUT_NO_INSTALL is set. */
export const mayInstall = (isForbidden: boolean): boolean =>
  !isForbidden && ['', '0'].includes(process.env['OFFCUT_NO_INSTALL'] ?? '');

/** A Chromium that starts, or the reason why none does. */
type Browser =
  | { readonly kind: 'ready'; readonly path: string }
  | { readonly kind: 'missing' | 'broken' | 'no-library'; readonly failure: Failure };

/** The steps that can help a browser in one of the states `for`, in the order in which they are tried. */
const remedies: readonly {
  readonly for: readonly Browser['kind'][];
  readonly apply: (log: InstallOptions['log']) => Promise<void>;
}[] = [
  { for: ['missing', 'broken'], apply: downloadChromium },
  { for: ['no-library'], apply: installLibraries },
  { for: ['missing', 'broken', 'no-library'], apply: installSystemChromium },
];

/**
 * Returns the path of a Chromium that starts. Installs one if necessary: Playwright's, or, if the user is root on Debian, the
 * system's. Throws NOT_FOUND, or ENGINE_UNAVAILABLE if it cannot start; the message names the command that helps.
 */
export async function provideChromium({ isAllowed, log }: InstallOptions): Promise<string> {
  // The browser prints its version in its own process, while this one compiles half a second of code, which every caller needs next.
  let [browser] = await Promise.all([checkBrowser(), import('playwright-core')]);
  for (const remedy of isAllowed ? remedies : []) {
    // A browser that a variable names is not replaced by another; its missing libraries may be installed.
    const isUseless = findNamedChromium() !== undefined && browser.kind !== 'no-library';
    if (!isUseless && remedy.for.includes(browser.kind)) {
      await remedy.apply(log);
      browser = await checkBrowser();
    }
  }
  if (browser.kind !== 'ready') {
    throw browser.failure;
  }
  // This process and its child processes use this browser from now on.
  process.env['OFFCUT_CHROMIUM'] = browser.path;
  return browser.path;
}

/**
 * Returns the path of a Firefox that starts, in which some of the tests run too. Otherwise logs the reason and returns undefined,
 * and those tests are skipped.
 */
export async function provideFirefox({ isAllowed, log }: InstallOptions): Promise<string | undefined> {
  if (findFirefox() === undefined && isAllowed && hasApt()) {
    await installPackage('firefox-esr', log);
  }
  const path = findFirefox();
  if (path === undefined) {
    const named = process.env[firefoxVariable] ?? '';
    log(
      named === ''
        ? 'Firefox is not installed, so tests in Firefox are skipped. On Debian, run "apt-get install firefox-esr".'
        : `${firefoxVariable} is "${named}", but that file does not exist, so tests in Firefox are skipped.`,
    );
    return undefined;
  }
  const { isDone, output } =
    process.platform === 'linux' ? await run(path, ['--version']) : { isDone: true, output: '' };
  if (!isDone) {
    log(`Could not start Firefox at ${path} (${toReason(output)}), so tests in Firefox are skipped.`);
  }
  return isDone ? path : undefined;
}

/** Installs native ffmpeg, which some tests compare with. If that fails, logs the reason, and those tests are skipped. */
export async function provideFfmpeg({ isAllowed, log }: InstallOptions): Promise<void> {
  const isThere = (): boolean => ['ffmpeg', 'ffprobe'].every((name) => listPaths(name).some(isProgram));
  if (!isThere() && isAllowed && hasApt()) {
    await installPackage('ffmpeg', log);
  }
  if (!isThere()) {
    log('ffmpeg is not installed, so tests that need it are skipped. On Debian, run "apt-get install ffmpeg".');
  }
}

const isProgram = (path: string): boolean => existsSync(path) || existsSync(`${path}.exe`);

/** Returns the first browser that starts; if none does, the state of the first. */
async function checkBrowser(): Promise<Browser> {
  let first: Browser | undefined;
  for (const path of await listChromiums()) {
    const browser = await checkPath(path);
    if (browser.kind === 'ready') {
      return browser;
    }
    first ??= browser;
  }
  return first ?? { kind: 'missing', failure: noChromium() };
}

async function checkPath(path: string): Promise<Browser> {
  // On other systems a browser includes its libraries, and on Windows `--version` would open a window.
  const { isDone, output } =
    process.platform === 'linux' ? await run(path, ['--version']) : { isDone: true, output: '' };
  if (isDone) {
    return { kind: 'ready', path };
  }
  const library = findMissingLibrary(output);
  return library === undefined
    ? { kind: 'broken', failure: toBrokenFailure(path, output) }
    : {
        kind: 'no-library',
        failure: new Failure('ENGINE_UNAVAILABLE', { message: toMissingLibrarySentence(path, library) }),
      };
}

function toBrokenFailure(path: string, output: string): Failure {
  const message = `Could not start Chromium at ${path} (${toReason(output)}). Run "npx playwright-core install --with-deps chromium", or set OFFCUT_CHROMIUM to another.`;
  return new Failure('ENGINE_UNAVAILABLE', { message });
}

async function downloadChromium(log: InstallOptions['log']): Promise<void> {
  log('No browser that starts was found. Downloading the Chromium of Playwright (about 170 MB) ...');
  const { isDone, output } = await runPlaywright('install', '--no-shell', '--no-remove', 'chromium');
  log(isDone ? 'The Chromium of Playwright is installed.' : `Chromium could not be downloaded: ${toReason(output)}`);
}

async function installLibraries(log: InstallOptions['log']): Promise<void> {
  if (!hasApt()) {
    return;
  }
  log('Installing the system libraries that Chromium needs (npx playwright-core install-deps chromium) ...');
  const { isDone, output } = await runPlaywright('install-deps', 'chromium');
  log(isDone ? 'The libraries are installed.' : `The libraries could not be installed: ${toReason(output)}`);
}

async function installSystemChromium(log: InstallOptions['log']): Promise<void> {
  if (hasApt()) {
    await installPackage('chromium', log);
  }
}

/** Whether packages can be installed with apt-get, as on Debian and Ubuntu. Only root may. */
const hasApt = (): boolean =>
  process.platform === 'linux' && process.getuid?.() === 0 && listPaths('apt-get').some(isProgram);

async function installPackage(name: string, log: InstallOptions['log']): Promise<void> {
  log(`Installing ${name} (apt-get install ${name}) ...`);
  // If the update of the lists fails, the installation may still find the package.
  await run('apt-get', ['update', '-qq']);
  const flags = ['-y', '-qq', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=300'];
  const { isDone, output } = await run('apt-get', ['install', ...flags, name]);
  log(isDone ? `${name} is installed.` : `${name} could not be installed: ${toReason(output)}`);
}

/** Runs the Playwright command line of the package that this program uses. npm may install it in a folder above. */
const runPlaywright = (...args: string[]): Promise<{ isDone: boolean; output: string }> => {
  const folder = dirname(createRequire(import.meta.url).resolve('playwright-core/package.json'));
  return run(process.execPath, [join(folder, 'cli.js'), ...args]);
};

/** Runs a program to its end and returns its output. Never rejects. */
function run(command: string, args: readonly string[]): Promise<{ isDone: boolean; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
    const pieces: Buffer[] = [];
    child.stdout.on('data', (piece: Buffer) => pieces.push(piece));
    child.stderr.on('data', (piece: Buffer) => pieces.push(piece));
    child.on('error', (error) => resolve({ isDone: false, output: error.message }));
    child.on('close', (code) => resolve({ isDone: code === 0, output: Buffer.concat(pieces).toString('utf8') }));
  });
}

/** Returns the first line that names an error, or else the last line. */
function toReason(output: string): string {
  const lines = output.trim().split('\n');
  const named = lines.find((line) => /^(Error|E|npm error): /.test(line));
  return (named ?? lines.at(-1) ?? '').replace(/^(Error|E): /, '');
}
