import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { BrowserContext } from 'playwright-core';
import { Failure } from '#core/lib/failure.ts';

/** Variables of the environment that name the Chromium to use, in order of precedence. */
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

/** The first path that `listChromiums` gives. Throws NOT_FOUND, with how to install one. */
export async function findChromium(): Promise<string> {
  const [found] = await listChromiums();
  if (found === undefined) {
    throw noChromium();
  }
  return found;
}

/**
 * The paths of all Chromiums: the one alone that OFFCUT_CHROMIUM or CHROME_PATH names, or Playwright's and then the system's.
 * Throws NOT_FOUND when a variable names a file that does not exist.
 */
export async function listChromiums(): Promise<string[]> {
  const named = findNamedChromium();
  if (named !== undefined) {
    return [named];
  }
  const { chromium } = await import('playwright-core');
  return [chromium.executablePath(), ...systemPaths()].filter((path) => path !== '' && existsSync(path));
}

/** The path that a variable of the environment names. Throws NOT_FOUND when no file is there. */
export function findNamedChromium(): string | undefined {
  const name = environmentNames.find((one) => (process.env[one] ?? '') !== '');
  const path = name === undefined ? undefined : process.env[name];
  if (path !== undefined && !existsSync(path)) {
    throw new Failure('NOT_FOUND', { message: `${name} is "${path}", and nothing is there.` });
  }
  return path;
}

/** The failure of every command that needs a Chromium and finds none. */
export const noChromium = (): Failure =>
  new Failure('NOT_FOUND', {
    message:
      'No Chromium was found: run "npx playwright-core install --with-deps chromium", or install Chrome, Chromium or Edge, or set OFFCUT_CHROMIUM to the path of one.',
  });

export type ChromiumOptions = {
  /** The folder of the profile; created if it does not exist. */
  readonly profileDir: string;
  /** Whether the browser may use the GPU, and so WebGPU. Many servers have none that works. */
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
    // The program that started the browser handles signals, and closes it.
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

/** Turns Playwright's report of many lines into one sentence. */
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

/** The name of the shared library that the dynamic loader of Linux reports as missing. */
export const findMissingLibrary = (report: string): string | undefined =>
  /error while loading shared libraries: ([^\s:]+)/.exec(report)?.[1];

/** The sentence for a Chromium that lacks a shared library, with the command that installs it. */
export const toMissingLibrarySentence = (executablePath: string, library: string): string =>
  `Chromium at ${executablePath} cannot start: the system lacks ${library}; run "npx playwright-core install-deps chromium" as root, or install another Chromium.`;

/** The last line that the browser itself wrote, or else the first line of the report. */
function findReason(report: string): string {
  const said = report.matchAll(/^\[pid=\d+\]\[err\] (.+)$/gm);
  const [first = ''] = report.split('\n');
  return [...said].at(-1)?.[1] ?? first;
}

/**
 * WebGPU is off by default on Linux. A headless browser draws by a program there, and then WebGPU is one too: so all is to be drawn by
 * Vulkan, without a surface, which needs a screen.
 */
const gpuFlags = (): string[] =>
  process.platform === 'linux'
    ? [
        '--enable-unsafe-webgpu',
        '--enable-features=Vulkan,VulkanFromANGLE,DefaultANGLEVulkan',
        '--use-angle=vulkan',
        '--disable-vulkan-surface',
        '--ignore-gpu-blocklist',
      ]
    : [];

function systemPaths(): string[] {
  if (process.platform === 'darwin') {
    return macPaths;
  }
  if (process.platform === 'win32') {
    return windowsPaths;
  }
  return commandNames.flatMap(listPathsOf);
}

/** The paths at which PATH could have a command, in order. */
export function listPathsOf(command: string): string[] {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders.map((folder) => join(folder, command));
}
