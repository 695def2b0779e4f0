import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '#core/lib/failure.ts';
import { projectDir } from '../cli/build.ts';
import {
  findMissingLibrary,
  findNamedChromium,
  listChromiums,
  listPathsOf,
  noChromium,
  toMissingLibrarySentence,
} from './chromium.ts';
import { findFirefox, firefoxVariable } from './firefox.ts';

export type InstallOptions = {
  /** Whether programs may be installed. */
  readonly isAllowed: boolean;
  /** Gets a line for each thing that is done, and for each that failed. */
  readonly log: (line: string) => void;
};

/** False when `--no-install` was given or OFFCUT_NO_INSTALL is set. */
export const mayInstall = (isForbidden: boolean): boolean =>
  !isForbidden && ['', '0'].includes(process.env['OFFCUT_NO_INSTALL'] ?? '');

/** A Chromium that starts, or why there is none. */
type Browser =
  | { readonly kind: 'ready'; readonly path: string }
  | { readonly kind: 'missing' | 'broken' | 'no-library'; readonly failure: Failure };

/** What can be done where a browser is in one of the states `for`, in the order in which it is tried. */
const remedies: readonly {
  readonly for: readonly Browser['kind'][];
  readonly apply: (log: InstallOptions['log']) => Promise<void>;
}[] = [
  { for: ['missing', 'broken'], apply: downloadChromium },
  { for: ['no-library'], apply: installLibraries },
  { for: ['missing', 'broken', 'no-library'], apply: installSystemChromium },
];

/**
 * The path of a Chromium that starts. Where there is none it is installed: Playwright's, or as root on Debian the system's.
 * Throws NOT_FOUND, or ENGINE_UNAVAILABLE for one that cannot start, with the command that helps.
 */
export async function provideChromium({ isAllowed, log }: InstallOptions): Promise<string> {
  let browser = await checkBrowser();
  for (const remedy of isAllowed ? remedies : []) {
    // A browser that was named is not replaced by another; its libraries may be added.
    const isUseless = findNamedChromium() !== undefined && browser.kind !== 'no-library';
    if (!isUseless && remedy.for.includes(browser.kind)) {
      await remedy.apply(log);
      browser = await checkBrowser();
    }
  }
  if (browser.kind !== 'ready') {
    throw browser.failure;
  }
  // What this process and those that it starts use from now on.
  process.env['OFFCUT_CHROMIUM'] = browser.path;
  return browser.path;
}

/**
 * The path of a Firefox that starts, in which some of the tests run as well. Where it cannot be had, a line says so and those tests are
 * skipped.
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
        ? 'Firefox is not installed: tests in it are skipped; "apt-get install firefox-esr" gets it on Debian.'
        : `${firefoxVariable} is "${named}", and nothing is there: tests in Firefox are skipped.`,
    );
    return undefined;
  }
  const { isDone, output } =
    process.platform === 'linux' ? await run(path, ['--version']) : { isDone: true, output: '' };
  if (!isDone) {
    log(`Firefox at ${path} cannot be started (${toReason(output)}): tests in it are skipped.`);
  }
  return isDone ? path : undefined;
}

/** Native ffmpeg, by which tests judge. Where it cannot be had, a line says so and those tests are skipped. */
export async function provideFfmpeg({ isAllowed, log }: InstallOptions): Promise<void> {
  const isThere = (): boolean => ['ffmpeg', 'ffprobe'].every((name) => listPathsOf(name).some(isProgram));
  if (!isThere() && isAllowed && hasApt()) {
    await installPackage('ffmpeg', log);
  }
  if (!isThere()) {
    log('ffmpeg is not installed: tests that judge by it are skipped; "apt-get install ffmpeg" gets it on Debian.');
  }
}

const isProgram = (path: string): boolean => existsSync(path) || existsSync(`${path}.exe`);

/** The first browser that starts; where none does, what is wrong with the first. */
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
  // On other systems a browser brings its libraries along, and on Windows this would open a window.
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
  const message = `Chromium at ${path} cannot be started (${toReason(output)}): run "npx playwright-core install --with-deps chromium", or set OFFCUT_CHROMIUM to another.`;
  return new Failure('ENGINE_UNAVAILABLE', { message });
}

async function downloadChromium(log: InstallOptions['log']): Promise<void> {
  log('No browser that starts was found. Downloading the Chromium of Playwright (about 170 MB) ...');
  const { isDone, output } = await runPlaywright('install', '--no-shell', '--no-remove', 'chromium');
  log(isDone ? 'The Chromium of Playwright is installed.' : `It could not be downloaded: ${toReason(output)}`);
}

async function installLibraries(log: InstallOptions['log']): Promise<void> {
  if (!hasApt()) {
    return;
  }
  log('Installing the system libraries that Chromium needs (npx playwright-core install-deps chromium) ...');
  const { isDone, output } = await runPlaywright('install-deps', 'chromium');
  log(isDone ? 'The libraries are installed.' : `They could not be installed: ${toReason(output)}`);
}

async function installSystemChromium(log: InstallOptions['log']): Promise<void> {
  if (hasApt()) {
    await installPackage('chromium', log);
  }
}

/** Whether packages of Debian and its kin can be installed: only root may. */
const hasApt = (): boolean =>
  process.platform === 'linux' && process.getuid?.() === 0 && listPathsOf('apt-get').some(isProgram);

async function installPackage(name: string, log: InstallOptions['log']): Promise<void> {
  log(`Installing ${name} (apt-get install ${name}) ...`);
  // Without fresh lists the install may still find the package.
  await run('apt-get', ['update', '-qq']);
  const flags = ['-y', '-qq', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=300'];
  const { isDone, output } = await run('apt-get', ['install', ...flags, name]);
  log(isDone ? `${name} is installed.` : `${name} could not be installed: ${toReason(output)}`);
}

/** Playwright's own command line, as the project has it. */
const runPlaywright = (...args: string[]): Promise<{ isDone: boolean; output: string }> =>
  run(process.execPath, [join(projectDir, 'node_modules', 'playwright-core', 'cli.js'), ...args]);

/** Runs a program to its end and gives what it wrote. Never rejects. */
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

/** The first line that names an error, or the last one. */
function toReason(output: string): string {
  const lines = output.trim().split('\n');
  const named = lines.find((line) => /^(Error|E|npm error): /.test(line));
  return (named ?? lines.at(-1) ?? '').replace(/^(Error|E): /, '');
}
