import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { BrowserContext } from 'playwright-core';
import { Failure } from '#core/lib/failure.ts';

/** The environment variables that name the Chromium to use, in order of precedence. */
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

/** Returns the first path of `listChromiums`. Throws NOT_FOUND if there is no Chromium; the message says how to install one. */
export async function findChromium(): Promise<string> {
  const [found] = await listChromiums();
  if (found === undefined) {
    throw noChromium();
  }
  return found;
}

/**
 * Lists the paths of all Chromiums: Playwright's first, then those of the system. If OFFCUT_CHROMIUM or CHROME_PATH names one, the
 * list contains only that one. Throws NOT_FOUND if the variable names a file that does not exist.
 */
export async function listChromiums(): Promise<string[]> {
  const named = findNamedChromium();
  if (named !== undefined) {
    return [named];
  }
  const { chromium } = await import('playwright-core');
  return [chromium.executablePath(), ...systemPaths()].filter((path) => path !== '' && existsSync(path));
}

/** Returns the path that an environment variable names, if one is set. Throws NOT_FOUND if that file does not exist. */
export function findNamedChromium(): string | undefined {
  const name = environmentNames.find((one) => (process.env[one] ?? '') !== '');
  const path = name === undefined ? undefined : process.env[name];
  if (path !== undefined && !existsSync(path)) {
    throw new Failure('NOT_FOUND', {
      message: `${name} is "${path}", but that file does not exist. Set it to the path of a Chromium, or unset it.`,
    });
  }
  return path;
}

/** Creates the failure of a command that needs a Chromium and does not find one. */
export const noChromium = (): Failure =>
  new Failure('NOT_FOUND', {
    message:
      'No Chromium was found. Run "npx playwright-core install --with-deps chromium", install Chrome, Chromium or Edge, or set OFFCUT_CHROMIUM to the path of one.',
  });

export type ChromiumOptions = {
  /** The folder of the profile; created if it does not exist. */
  readonly profileDir: string;
  /** Whether the browser may use the GPU, and therefore WebGPU. Many servers have no working GPU. */
  readonly hasGpu?: boolean;
  /** Additional command-line flags. */
  readonly flags?: readonly string[];
};

/**
 * Starts a headless Chromium with a normal profile, because an incognito profile cannot accept large uploads. Throws NOT_FOUND
 * without a Chromium, VALIDATION_FAILED if another browser uses the profile, and ENGINE_UNAVAILABLE, with the reason, if Chromium
 * cannot start.
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
    // The program that started the browser handles signals and closes the browser.
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

/** Converts Playwright's error, whose report has many lines, to a failure with one sentence. */
function toLaunchFailure(error: unknown, executablePath: string, profileDir: string): Failure {
  const report = error instanceof Error ? error.message : String(error);
  if (/ProcessSingleton|SingletonLock|existing browser session/i.test(report)) {
    const message = `The profile ${profileDir} is in use by another Chromium. Close that browser, or give another folder.`;
    return new Failure('VALIDATION_FAILED', { message, cause: error });
  }
  const library = findMissingLibrary(report);
  const message =
    library === undefined
      ? `Could not start Chromium at ${executablePath}: ${findReason(report)}`
      : toMissingLibrarySentence(executablePath, library);
  return new Failure('ENGINE_UNAVAILABLE', { message, cause: error });
}

/** Returns the name of the shared library that the dynamic loader of Linux reports as missing. */
export const findMissingLibrary = (report: string): string | undefined =>
  /error while loading shared libraries: ([^\s:]+)/.exec(report)?.[1];

/** Creates the message for a Chromium that lacks a shared library, with the command that installs the library. */
export const toMissingLibrarySentence = (executablePath: string, library: string): string =>
  `Chromium at ${executablePath} cannot start because the system lacks ${library}. Run "npx playwright-core install-deps chromium" as root, or install another Chromium.`;

/** Returns the last line that the browser itself wrote, or else the first line of the report. */
function findReason(report: string): string {
  const said = report.matchAll(/^\[pid=\d+\]\[err\] (.+)$/gm);
  const [first = ''] = report.split('\n');
  return [...said].at(-1)?.[1] ?? first;
}

/**
 * Returns the flags that enable WebGPU on Linux, where it is off by default. A headless browser renders in software there, and
 * WebGPU then does too. So Vulkan renders everything, without a surface, because a surface needs a screen.
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
  return commandNames.flatMap(listPaths);
}

/** Lists the paths at which PATH may contain a command, in order. The files may not exist. */
export function listPaths(command: string): string[] {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders.map((folder) => join(folder, command));
}
