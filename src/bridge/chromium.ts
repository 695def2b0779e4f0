import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { BrowserContext } from 'playwright-core';
import { Failure } from '#core/failure.ts';

/** The programs that set this say where Chromium is. */
const environmentNames = ['OFFCUT_CHROMIUM', 'CHROME_PATH'] as const;

const commandNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge'];

const macPaths = ['Google Chrome', 'Chromium', 'Microsoft Edge'].flatMap((name) =>
  ['/Applications', join(process.env['HOME'] ?? '', 'Applications')].map((folder) =>
    join(folder, `${name}.app`, 'Contents', 'MacOS', name),
  ),
);

const windowsPaths = ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap((name) => {
  const folder = process.env[name];
  const programs = [
    ['Google', 'Chrome', 'Application', 'chrome.exe'],
    ['Chromium', 'Application', 'chrome.exe'],
    ['Microsoft', 'Edge', 'Application', 'msedge.exe'],
  ];
  return folder === undefined ? [] : programs.map((parts) => join(folder, ...parts));
});

/**
 * Where a Chromium is: as OFFCUT_CHROMIUM or CHROME_PATH say, the one that Playwright has installed, or the system's. Throws
 * NOT_FOUND with how to get one.
 */
export async function findChromium(): Promise<string> {
  for (const name of environmentNames) {
    const path = process.env[name];
    if (path !== undefined && path !== '') {
      return checkNamed(name, path);
    }
  }
  const { chromium } = await import('playwright-core');
  const found = [chromium.executablePath(), ...systemPaths()].find((path) => path !== '' && existsSync(path));
  if (found === undefined) {
    throw new Failure('NOT_FOUND', {
      message:
        'No Chromium was found: install Chrome, Chromium or Edge, or run "npx playwright-core install chromium", or set OFFCUT_CHROMIUM to the path of one.',
    });
  }
  return found;
}

export type ChromiumOptions = {
  /** The folder of the profile; made when it is not there. */
  readonly profileDir: string;
  /** Whether the browser may use the graphics card, so WebGPU. Many machines without a screen have none that works. */
  readonly hasGpu?: boolean;
  /** More flags of the command line. */
  readonly flags?: readonly string[];
};

/**
 * Starts a headless Chromium whose profile is a normal one: an incognito one cannot take large uploads. Throws NOT_FOUND without
 * a Chromium, VALIDATION_FAILED when another one uses the profile, and ENGINE_UNAVAILABLE, with why, when it cannot start.
 */
export async function launchChromium(options: ChromiumOptions): Promise<BrowserContext> {
  const executablePath = await findChromium();
  try {
    return await launch(executablePath, options);
  } catch (error) {
    throw toLaunchFailure(error, executablePath, options.profileDir);
  }
}

async function launch(executablePath: string, options: ChromiumOptions): Promise<BrowserContext> {
  const { chromium } = await import('playwright-core');
  const isRootOnLinux = process.platform === 'linux' && process.getuid?.() === 0;
  return chromium.launchPersistentContext(options.profileDir, {
    executablePath,
    headless: true,
    // Signals are for whoever started this, who closes the browser.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    args: [
      ...(options.hasGpu ? gpuFlags() : ['--disable-gpu']),
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...(isRootOnLinux ? ['--no-sandbox'] : []),
      ...(options.flags ?? []),
    ],
  });
}

/** One sentence of what Playwright reports on many lines. */
function toLaunchFailure(error: unknown, executablePath: string, profileDir: string): Failure {
  const report = error instanceof Error ? error.message : String(error);
  if (/ProcessSingleton|SingletonLock|existing browser session/i.test(report)) {
    const message = `The profile ${profileDir} is in use by another Chromium; close that one, or name another folder.`;
    return new Failure('VALIDATION_FAILED', { message, cause: error });
  }
  const library = findMissingLibrary(report);
  const message =
    library === undefined
      ? `Chromium at ${executablePath} could not be started: ${findReason(report)}`
      : toMissingLibrarySentence(executablePath, library);
  return new Failure('ENGINE_UNAVAILABLE', { message, cause: error });
}

/** The shared library that the loader of Linux did not find, by what it says. */
export const findMissingLibrary = (report: string): string | undefined =>
  /error while loading shared libraries: ([^\s:]+)/.exec(report)?.[1];

/** What to do about it. */
export const toMissingLibrarySentence = (executablePath: string, library: string): string =>
  `Chromium at ${executablePath} cannot start: the system lacks ${library}; run "npx playwright-core install-deps chromium" as root, or install another Chromium.`;

/** What the browser itself said last, or the first line of the report. */
function findReason(report: string): string {
  const said = report.matchAll(/^\[pid=\d+\]\[err\] (.+)$/gm);
  const [first = ''] = report.split('\n');
  return [...said].at(-1)?.[1] ?? first;
}

/** On Linux, WebGPU must be asked for. */
const gpuFlags = (): string[] =>
  process.platform === 'linux' ? ['--enable-unsafe-webgpu', '--enable-features=Vulkan'] : [];

function checkNamed(name: string, path: string): string {
  if (!existsSync(path)) {
    throw new Failure('NOT_FOUND', { message: `${name} is "${path}", and nothing is there.` });
  }
  return path;
}

function systemPaths(): string[] {
  if (process.platform === 'darwin') {
    return macPaths;
  }
  if (process.platform === 'win32') {
    return windowsPaths;
  }
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return commandNames.flatMap((name) => folders.map((folder) => join(folder, name)));
}
