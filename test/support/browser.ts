import { mkdtemp, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext } from 'playwright-core';
import { launchChromium } from '#bridge/browser/chromium.ts';
import { findFirefox, launchFirefox } from '#bridge/browser/firefox.ts';
import { tellDefects } from '#bridge/browser/tell-defects.ts';
import { getTestFolder } from './build-server.ts';

/** Whether the tests of this process run in Firefox: those of Vitest's project `firefox` do, all others in Chromium. */
export const isFirefox = process.env['OFFCUT_TEST_BROWSER'] === 'firefox';

/**
 * A headless Chromium or Firefox on a profile of its own. Its first page keeps it running, whichever pages the tests
 * close.
 */
export class TestBrowser {
  /** Changes with a crash. */
  context: BrowserContext;
  readonly profileDir: string;
  /** Preferences of Firefox, which apply from the next crash on. */
  preferences: Readonly<Record<string, string | number | boolean>> = {};
  readonly #options: StartOptions;

  /** The profile is a new folder in `parentDir`. */
  static async launch(options: StartOptions = {}, parentDir = tmpdir()): Promise<TestBrowser> {
    const profileDir = await mkdtemp(join(parentDir, 'offcut-test-'));
    return new TestBrowser(await launch({ profileDir, ...options }), profileDir, options);
  }

  private constructor(context: BrowserContext, profileDir: string, options: StartOptions) {
    this.context = context;
    this.profileDir = profileDir;
    this.#options = options;
  }

  /** Ends the browser as a power cut does, and restarts it with the data on the disk. */
  async crash(): Promise<void> {
    const gone = new Promise((resolve) => this.context.once('close', resolve));
    process.kill(await findBrowser(this.profileDir), 'SIGKILL');
    await gone;
    this.context = await launch({
      profileDir: this.profileDir,
      ...this.#options,
      preferences: this.preferences,
    });
  }

  /** Closes the browser and starts it again, with the data on the disk. */
  async restart(): Promise<void> {
    await this.context.close();
    this.context = await launch({ profileDir: this.profileDir, ...this.#options, preferences: this.preferences });
  }

  /** Closes the pages of `origin` and deletes its stored data. */
  async clear(origin: string): Promise<void> {
    const [first = await this.context.newPage(), ...pages] = this.context.pages();
    await Promise.all(pages.filter((page) => page.url().startsWith(origin)).map((page) => page.close()));
    // Only the protocol of Chromium can clear it. In Firefox the profile is deleted: each test file has an origin of
    // its own.
    if (isFirefox) {
      return;
    }
    const session = await this.context.newCDPSession(first);
    await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
    await session.detach();
  }

  async close(): Promise<void> {
    await this.context.close();
    await rm(this.profileDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
}

/** Writes logged errors to the output of the tests: an INTERNAL response does not contain the reason. */
async function launch(options: LaunchOptions): Promise<BrowserContext> {
  const context = await launchContext(options);
  const isLeaving = watchNavigation(context);
  const note = (line: string): void => {
    if (!(isLeaving() && canceled.test(line))) {
      console.error(line);
      defects.push(line);
    }
  };
  tellDefects(context, note);
  context.on('weberror', (error) => note(`The browser reported an error: ${error.error().stack ?? ''}`));
  return context;
}

/** The errors that Firefox logs when a page is left while a worker of it is loading. */
const canceled = /ServiceWorker intercepted the request and encountered|error loading dynamically imported module/;
const leavingMs = 2000;

/** Returns whether a page of the browser has just started to leave its document. */
function watchNavigation(context: BrowserContext): () => boolean {
  let lastMs = 0;
  context.on('request', (request) => {
    lastMs = request.isNavigationRequest() ? Date.now() : lastMs;
  });
  return () => isFirefox && Date.now() - lastMs < leavingMs;
}

const defects: string[] = [];

/**
 * Returns the errors that pages and their workers have logged or not caught since the last call; in Chromium also those
 * of the service worker, which the protocol of Firefox omits.
 */
export const takeDefects = (): string[] => defects.splice(0);

type LaunchOptions = {
  readonly profileDir: string;
  /** Options of the command line of Chromium. */
  readonly flags?: readonly string[];
  /** No effect in Firefox. */
  readonly hasGpu?: boolean;
  readonly preferences?: TestBrowser['preferences'];
};

type StartOptions = Pick<LaunchOptions, 'flags' | 'hasGpu'>;

/** Starts the browser in which the tests of this process run. */
export const launchContext = (options: LaunchOptions): Promise<BrowserContext> =>
  isFirefox ? launchTestFirefox(options) : launchChromium(options);

async function launchTestFirefox({ profileDir, flags = [], preferences = {} }: LaunchOptions): Promise<BrowserContext> {
  const executablePath = findFirefox();
  if (executablePath === undefined || flags.length > 0) {
    throw new Error(executablePath === undefined ? 'Firefox was not found' : 'Firefox accepts no flags of Chromium');
  }
  return launchFirefox({ executablePath, profileDir, preferences });
}

let shared: Promise<TestBrowser> | undefined;

/**
 * Returns the one browser for the test files of a process, which ends with it. Each file serves its site on its own
 * port, so that it has its own store.
 */
export const getSharedBrowser = (): Promise<TestBrowser> => (shared ??= TestBrowser.launch({}, getTestFolder()));

/**
 * Returns the process of the browser on a profile: its lock there is a link to `host-process`, or `address:+process` in
 * Firefox.
 */
export async function findBrowser(profileDir: string): Promise<number> {
  const lock = await readlink(join(profileDir, isFirefox ? 'lock' : 'SingletonLock'));
  return Number(lock.split(isFirefox ? '+' : '-').at(-1));
}
