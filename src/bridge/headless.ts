import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import * as z from 'zod';
import { createDeferred } from '#core/deferred.ts';
import { Failure } from '#core/failure.ts';
import { readEnvelope } from './api-client.ts';
import { launchChromium } from './chromium.ts';
import type { RunningServer } from './server.ts';

const readyWithinMs = 60_000;

const keys = z.array(z.object({ id: z.string(), name: z.string(), revokedAt: z.string().nullable() }));
const newKey = z.object({ apiKey: z.string() });

export type HeadlessOptions = {
  readonly server: RunningServer;
  /** A folder that is kept; a fresh one, removed at the end, when it is left out. */
  readonly profileDir?: string | undefined;
  readonly hasGpu?: boolean;
  readonly log: (line: string) => void;
};

/** A headless Chromium with the workspace open in it, which runs the engine. It is started again once if it crashes. */
export class HeadlessHost {
  readonly #options: HeadlessOptions;
  readonly #lost = createDeferred<never>();
  #temporaryDir: string | undefined;
  #context: Promise<BrowserContext> | undefined;
  #page: Page | undefined;
  #isClosing = false;
  #crashes = 0;

  constructor(options: HeadlessOptions) {
    this.#options = options;
    // Whether anybody waits for it or not.
    this.#lost.promise.catch(() => undefined);
  }

  /** Rejects with a Failure when the browser is lost for good; never resolves. */
  get lost(): Promise<never> {
    return this.#lost.promise;
  }

  /** Resolves when the page answers requests. Throws NOT_FOUND without a Chromium, ENGINE_UNAVAILABLE if it cannot start. */
  async start(): Promise<void> {
    const { profileDir } = this.#options;
    if (profileDir === undefined) {
      this.#temporaryDir = await mkdtemp(join(tmpdir(), 'offcut-profile-'));
    }
    await this.#launch(profileDir ?? this.#temporaryDir ?? '');
  }

  /** The page of the workspace. */
  get page(): Page {
    if (!this.#page) {
      throw new Failure('ENGINE_UNAVAILABLE');
    }
    return this.#page;
  }

  /** A new API key of this name; older ones of the same name are revoked. */
  async makeApiKey(name: string): Promise<string> {
    const { page } = this;
    const known = keys.parse(await this.#callSandbox(page, 'GET', 'keys'));
    for (const key of known.filter((one) => one.name === name && one.revokedAt === null)) {
      await this.#callSandbox(page, 'DELETE', `keys/${encodeURIComponent(key.id)}`);
    }
    return newKey.parse(await this.#callSandbox(page, 'POST', 'keys', { name })).apiKey;
  }

  /** May be called at any time, also while it starts. */
  async close(): Promise<void> {
    this.#isClosing = true;
    const context = await this.#context?.catch(() => undefined);
    await context?.close().catch(() => undefined);
    if (this.#temporaryDir !== undefined) {
      // Processes of the browser may still be writing for a moment.
      await rm(this.#temporaryDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
    }
  }

  async #launch(profileDir: string): Promise<void> {
    const { server, hasGpu = false } = this.#options;
    this.#context = launchChromium({ profileDir, hasGpu });
    const context = await this.#context;
    const [page = await context.newPage()] = context.pages();
    this.#page = page;
    page.on('crash', () => void context.close());
    context.once('close', () => void this.#recover(profileDir));
    await page.goto(`${server.baseUrl}/workspace`);
    if (!(await server.waitForPage(readyWithinMs))) {
      throw new Failure('ENGINE_UNAVAILABLE', {
        message: `The workspace did not start within ${readyWithinMs / 1000} s in the headless browser; open ${server.baseUrl} in a browser to see why.`,
      });
    }
  }

  /** Never rejects: what goes wrong is told by `lost`. */
  async #recover(profileDir: string): Promise<void> {
    if (this.#isClosing) {
      return;
    }
    this.#crashes += 1;
    if (this.#crashes > 1) {
      const message = 'The headless browser has ended twice; it is not started again.';
      this.#lost.reject(new Failure('ENGINE_LOST', { message }));
      return;
    }
    this.#options.log('The headless browser has ended; it is started again.');
    try {
      await this.#launch(profileDir);
    } catch (error) {
      this.#lost.reject(error);
    }
  }

  /** Only a page may use the sandbox, so the page makes the call. */
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
