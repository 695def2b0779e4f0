import { setTimeout as wait } from 'node:timers/promises';
import type { BrowserContext, Page } from 'playwright-core';
import * as z from 'zod';
import { createDeferred, type Deferred } from '#core/lib/deferred.ts';
import { Failure } from '#core/lib/failure.ts';
import { unattendedParameter } from '#core/protocol/engine.ts';
import { readEnvelope } from '#client/offcut-error.ts';
import { launchChromium } from '../browser/chromium.ts';
import { RestartRate } from './restart-rate.ts';
import type { RunningServer } from '../server/server.ts';
import { tellDefects } from '../browser/tell-defects.ts';
import { makeTemporaryProfile, removeProfile } from '../browser/temporary-profile.ts';

const readyWithinMs = 60_000;
/** The time limit for a clean shutdown of the workspace before the browser is closed. */
const leaveWithinMs = 3000;
const leaveLookEveryMs = 20;

const keys = z.array(z.object({ id: z.string(), name: z.string(), revokedAt: z.string().nullable() }));
const newKey = z.object({ apiKey: z.string() });

export type HeadlessOptions = {
  readonly server: RunningServer;
  /** A folder that stays after the end. By default, a new folder that is removed at the end. */
  readonly profileDir?: string | undefined;
  readonly hasGpu?: boolean;
  readonly log: (line: string) => void;
};

/**
 * A headless Chromium that runs the engine in an open workspace page. Reopens a crashed page and restarts a browser that ended,
 * as often as `RestartRate` allows, until the host is closed.
 */
export class HeadlessHost {
  readonly #options: HeadlessOptions;
  readonly #rate = new RestartRate();
  readonly #closing = new AbortController();
  #profileDir: string | undefined;
  #context: BrowserContext | undefined;
  #page: Page | undefined;
  /** Resolves when the page or its browser ends, or the host is closed. */
  #ended: Deferred<void> = createDeferred();
  /** The loop that reopens the workspace. It ends soon after a call of `close`, and never rejects. */
  #running: Promise<void> = Promise.resolve();

  constructor(options: HeadlessOptions) {
    this.#options = options;
  }

  /**
   * Starts the browser. Resolves when the page answers requests. Throws NOT_FOUND without a Chromium, VALIDATION_FAILED if the
   * profile is in use, and ENGINE_UNAVAILABLE if the browser or the workspace cannot start.
   */
  async start(): Promise<void> {
    const opening = this.#open();
    this.#running = opening.then(() => this.#keepOpen()).catch(() => undefined);
    await opening;
  }

  /** The page of the workspace. Throws ENGINE_UNAVAILABLE while no page is open. */
  get page(): Page {
    if (!this.#page) {
      throw new Failure('ENGINE_UNAVAILABLE');
    }
    return this.#page;
  }

  /** Creates an API key with this name and revokes older keys of the same name. */
  async makeApiKey(name: string): Promise<string> {
    const { page } = this;
    const known = keys.parse(await this.#callSandbox(page, 'GET', 'keys'));
    for (const key of known.filter((one) => one.name === name && one.revokedAt === null)) {
      await this.#callSandbox(page, 'DELETE', `keys/${encodeURIComponent(key.id)}`);
    }
    return newKey.parse(await this.#callSandbox(page, 'POST', 'keys', { name })).apiKey;
  }

  /** Closes the browser. Can be called at any time, also during the start. */
  async close(): Promise<void> {
    this.#closing.abort();
    this.#ended.resolve();
    await this.#running;
    await this.#leave();
    await this.#context?.close().catch(() => undefined);
    if (this.#profileDir !== undefined && this.#options.profileDir === undefined) {
      await removeProfile(this.#profileDir);
    }
  }

  /** Opens the workspace, in a new browser if none is open. Closes the browser if that fails. */
  async #open(): Promise<void> {
    const ended = createDeferred();
    this.#ended = ended;
    try {
      const context = this.#context ?? (await this.#launch());
      // A browser opens a blank page at its start.
      const page = context.pages().find((one) => one.url() === 'about:blank') ?? (await context.newPage());
      page.once('crash', () => ended.resolve());
      page.once('close', () => ended.resolve());
      context.once('close', () => ended.resolve());
      this.#page = page;
      // The moving previews of the workspace would use the cores that run jobs, and no user sees them.
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await Promise.race([this.#load(page), ended.promise.then(rejectLost)]);
      this.#options.server.setAbsence(undefined);
      await closeOthers(context, page);
    } catch (error) {
      await this.#context?.close().catch(() => undefined);
      throw error;
    }
  }

  async #launch(): Promise<BrowserContext> {
    const { hasGpu = false, profileDir, log } = this.#options;
    this.#profileDir ??= profileDir ?? (await makeTemporaryProfile());
    const context = await launchChromium({ profileDir: this.#profileDir, hasGpu });
    this.#context = context;
    tellDefects(context, log);
    context.once('close', () => {
      this.#context = undefined;
    });
    return context;
  }

  async #load(page: Page): Promise<void> {
    const { server } = this.#options;
    await page.goto(`${server.baseUrl}/workspace?${unattendedParameter}`, { waitUntil: 'commit' });
    if (!(await server.waitForPage(readyWithinMs))) {
      throw new Failure('ENGINE_UNAVAILABLE', {
        message: `The workspace did not start within ${readyWithinMs / 1000} s in the headless browser. Open ${server.baseUrl} in a browser to see why.`,
      });
    }
  }

  /** Reopens the workspace whenever it ends, until the host is closed. */
  async #keepOpen(): Promise<void> {
    while (!this.#closing.signal.aborted) {
      await this.#ended.promise;
      while (!this.#closing.signal.aborted && !(await this.#reopen())) {
        // `#reopen` waits between attempts.
      }
    }
  }

  /** Waits for the pause of `RestartRate`, then opens the workspace again. Returns false if that fails; never rejects. */
  async #reopen(): Promise<boolean> {
    const { signal } = this.#closing;
    const { server, log } = this.#options;
    const { waitMs, isUsedUp } = this.#rate.plan(Date.now());
    const cause = `The headless browser ended unexpectedly${isUsedUp ? ' too often within ten minutes' : ''}`;
    const message = `${cause} and is restarting. Retry the request after the time in Retry-After.`;
    server.setAbsence({ message, untilMs: Date.now() + waitMs });
    log(`${cause}. Restarting it ${waitMs === 0 ? 'now' : `in ${Math.ceil(waitMs / 1000)} s`}.`);
    try {
      await wait(waitMs, undefined, { signal });
      await this.#open();
      return true;
    } catch (error) {
      if (!signal.aborted) {
        log(error instanceof Error ? error.message : String(error));
      }
      return false;
    }
  }

  /** Leaves the page, so that its engine can report that it stopped cleanly and its run was not lost. Never rejects. */
  async #leave(): Promise<void> {
    const leaving = this.#page?.goto('about:blank', { timeout: leaveWithinMs });
    await leaving?.catch(() => undefined);
    // The URL changes before the old document receives `pagehide`; its socket closes after that.
    const latestMs = Date.now() + leaveWithinMs;
    while (this.#context && Date.now() < latestMs && (await this.#options.server.waitForPage(0))) {
      await wait(leaveLookEveryMs);
    }
  }

  /** Calls the sandbox API from the page, because only a page may use it. */
  async #callSandbox(page: Page, method: string, path: string, body?: unknown): Promise<unknown> {
    const call = { method, path: `/sandbox/v1/${path}`, body: body === undefined ? null : JSON.stringify(body) };
    const text = await page.evaluate(async ({ method, path, body }) => {
      const headers: Record<string, string> = body === null ? {} : { 'Content-Type': 'application/json' };
      const response = await fetch(path, { method, headers, body });
      return response.text();
    }, call);
    return readEnvelope(text);
  }
}

const rejectLost = (): Promise<never> =>
  Promise.reject(new Failure('ENGINE_LOST', { message: 'The headless browser ended during its start.' }));

/** Closes all pages but `page`: for example a crashed page. */
async function closeOthers(context: BrowserContext, page: Page): Promise<void> {
  const others = context.pages().filter((other) => other !== page);
  await Promise.all(others.map((other) => other.close().catch(() => undefined)));
}
