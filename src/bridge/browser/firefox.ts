import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext } from 'playwright-core';
import { listPaths } from './chromium.ts';

/** The environment variable that names the Firefox to use. */
export const firefoxVariable = 'OFFCUT_FIREFOX';

const commandNames = ['firefox-esr', 'firefox'];

const macPath = '/Applications/Firefox.app/Contents/MacOS/firefox';

/** Returns the path of the Firefox that OFFCUT_FIREFOX names, or else of the system's; undefined if the file does not exist. */
export function findFirefox(): string | undefined {
  const named = process.env[firefoxVariable] ?? '';
  return (named === '' ? systemPaths() : [named]).find((path) => existsSync(path));
}

function systemPaths(): string[] {
  if (process.platform === 'darwin') {
    return [macPath];
  }
  if (process.platform === 'win32') {
    return [join(process.env['PROGRAMFILES'] ?? '', 'Mozilla Firefox', 'firefox.exe')];
  }
  return commandNames.flatMap(listPaths);
}

export type FirefoxOptions = {
  readonly executablePath: string;
  /** The folder of the profile; created if it does not exist. */
  readonly profileDir: string;
  /** Preferences, with the names and values of about:config. */
  readonly preferences?: Readonly<Record<string, string | number | boolean>>;
};

/**
 * Starts a headless Firefox through WebDriver BiDi, without Playwright's patches. Features that need the Chromium protocol, such as
 * `newCDPSession`, are not available.
 */
export async function launchFirefox({
  executablePath,
  profileDir,
  preferences = {},
}: FirefoxOptions): Promise<BrowserContext> {
  const { firefox } = await import('playwright-core');
  return firefox.launchPersistentContext(profileDir, {
    executablePath,
    channel: 'moz-firefox',
    headless: true,
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    firefoxUserPrefs: { ...quiet, ...preferences },
  });
}

/** Preferences that stop the requests which Firefox itself sends to other hosts. */
const quiet = {
  'app.normandy.enabled': false,
  'app.update.enabled': false,
  'browser.safebrowsing.downloads.remote.enabled': false,
  'browser.safebrowsing.malware.enabled': false,
  'browser.safebrowsing.phishing.enabled': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'toolkit.telemetry.enabled': false,
};
