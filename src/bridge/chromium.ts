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

/** Starts a headless Chromium whose profile is a normal one: an incognito one cannot take large uploads. */
export async function launchChromium(options: ChromiumOptions): Promise<BrowserContext> {
  const executablePath = await findChromium();
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
