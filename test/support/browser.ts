import { mkdtemp, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext } from 'playwright-core';
import { launchChromium } from '../../src/bridge/chromium.ts';
import { tellDefects } from '../../src/bridge/tell-defects.ts';
import { getTestFolder } from './build-server.ts';

/** A headless Chromium on a profile of its own. The page that it opens by itself keeps it running, whatever tests close. */
export class TestBrowser {
  /** Changes with a crash. */
  context: BrowserContext;
  readonly profileDir: string;
  readonly #flags: readonly string[];

  /** The profile is a new folder in `parentDir`. */
  static async launch(flags: readonly string[] = [], parentDir = tmpdir()): Promise<TestBrowser> {
    const profileDir = await mkdtemp(join(parentDir, 'offcut-test-'));
    return new TestBrowser(await launch(profileDir, flags), profileDir, flags);
  }

  private constructor(context: BrowserContext, profileDir: string, flags: readonly string[]) {
    this.context = context;
    this.profileDir = profileDir;
    this.#flags = flags;
  }

  /** Ends it as a power cut does, and starts it again on what is on the disk. */
  async crash(): Promise<void> {
    const gone = new Promise((resolve) => this.context.once('close', resolve));
    process.kill(await findBrowser(this.profileDir), 'SIGKILL');
    await gone;
    this.context = await launch(this.profileDir, this.#flags);
  }

  /** Closes the pages of `origin` and forgets what it has stored. */
  async clear(origin: string): Promise<void> {
    const [first = await this.context.newPage(), ...pages] = this.context.pages();
    await Promise.all(pages.filter((page) => page.url().startsWith(origin)).map((page) => page.close()));
    const session = await this.context.newCDPSession(first);
    await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
    await session.detach();
  }

  async close(): Promise<void> {
    await this.context.close();
    await rm(this.profileDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
}

/** What is logged as an error goes to the output of the tests: an answer INTERNAL does not say why. */
async function launch(profileDir: string, flags: readonly string[]): Promise<BrowserContext> {
  const context = await launchChromium({ profileDir, flags });
  tellDefects(context, (line) => console.error(line));
  return context;
}

let shared: Promise<TestBrowser> | undefined;

/**
 * The one browser for the test files of a process, which ends with it. Each file serves its site on a port of its own, so that
 * its store is its own as well.
 */
export const getSharedBrowser = (): Promise<TestBrowser> => (shared ??= TestBrowser.launch([], getTestFolder()));

/** The process of the browser on a profile: its lock there is a link to `host-process`. */
export async function findBrowser(profileDir: string): Promise<number> {
  const lock = await readlink(join(profileDir, 'SingletonLock'));
  return Number(lock.split('-').at(-1));
}
