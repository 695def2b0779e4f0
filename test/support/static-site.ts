import { readFile } from 'node:fs/promises';
import type { BrowserContext, Page, Request } from 'playwright-core';
import { expect } from 'vitest';
import type { JobView } from '#operations/jobs.ts';
import { getSharedBrowser, type TestBrowser } from './browser.ts';
import { getData, type RunData } from './product.ts';
import { startStaticHost, type StaticHost } from './static-host.ts';

type Envelope<T> = { success: true; data: T } | { success: false; errorCode: string; message: string };
type Call = { method?: string; headers?: Record<string, string>; body?: unknown; file?: string };

/** The folder of the host that contains the site. */
export const sitePath = '/some/folder/';
/** The time after its start at which a page at rest requests the files of the engine. */
const warmMs = 8000;

/** The files of the engine that a version caches. */
const engineFiles = [
  /^assets\/ort-.*\.wasm$/,
  /256x144.*\.onnx$/,
  /256x256.*\.onnx$/,
  /^sample\//,
  /aac/,
  /installed\.json$/,
];

/** The product in a folder of a plain static host, and a page of the shared browser for it. */
export class StaticSite {
  readonly host: StaticHost;
  page: Page;
  /** Every address that pages, workers and the service worker have requested. */
  readonly asked: string[] = [];
  readonly #browser: TestBrowser;
  readonly #listen = (request: Request): void => void this.asked.push(request.url());
  #apiKey: string | undefined;

  /** The site has the files of `folder`; no page is open yet. */
  static async open(folder: string): Promise<StaticSite> {
    const host = await startStaticHost({ folder, path: sitePath });
    const browser = await getSharedBrowser();
    return new StaticSite(host, browser, await browser.context.newPage());
  }

  private constructor(host: StaticHost, browser: TestBrowser, page: Page) {
    this.host = host;
    this.#browser = browser;
    this.page = page;
    this.context.on('request', this.#listen);
  }

  get context(): BrowserContext {
    return this.#browser.context;
  }

  /** Opens the page for the first time. */
  async visit(): Promise<void> {
    await this.page.goto(this.host.baseUrl);
    await this.page.getByText(/^Ready/).waitFor();
  }

  /** Further calls have this key. */
  async makeKey(): Promise<void> {
    const made = await this.send<{ apiKey: string }>('sandbox/v1/keys', { method: 'POST', body: {} });
    this.#apiKey = getData(made.body).apiKey;
  }

  /** Calls the API as the page itself does. */
  async send<T>(address: string, call: Call = {}): Promise<{ status: number; body: Envelope<T> }> {
    const file = call.file === undefined ? null : (await readFile(call.file)).toString('base64');
    const authorization = this.#apiKey === undefined ? {} : { Authorization: `Bearer ${this.#apiKey}` };
    const answer = await this.page.evaluate(
      async ({ url, method, headers, body, file }) => {
        const form = new FormData();
        if (file !== null) {
          form.append('file', new Blob([Uint8Array.from(atob(file), (each) => each.charCodeAt(0))]), 'clip.mp4');
        }
        const json = body === null ? null : { 'Content-Type': 'application/json' };
        const response = await fetch(url, {
          method,
          headers: { ...headers, ...json },
          body: file === null ? body : form,
        });
        return { status: response.status, text: await response.text() };
      },
      {
        url: new URL(address, this.host.baseUrl).href,
        method: call.method ?? 'GET',
        headers: { ...authorization, ...call.headers },
        body: call.body === undefined ? null : JSON.stringify(call.body),
        file,
      },
    );
    return { status: answer.status, body: JSON.parse(answer.text) as Envelope<T> };
  }

  async run(body: unknown): Promise<Envelope<RunData>> {
    return (await this.send<RunData>('v1/run/remove-background', { method: 'POST', body })).body;
  }

  async job(id: string): Promise<JobView> {
    return getData((await this.send<JobView>(`v1/jobs/${id}`)).body);
  }

  /** Uploads a file. Returns its material. */
  async upload(file: string): Promise<string> {
    const { ticket } = getData((await this.send<{ ticket: string }>('v1/uploads', { method: 'POST', body: {} })).body);
    const sent = await this.send<{ material: string }>(`v1/uploads/${ticket}/file`, { method: 'POST', file });
    return getData(sent.body).material;
  }

  /** Plays a result in the page, from the middle on. Returns its size in pixels. */
  play(url: string): Promise<{ width: number; height: number }> {
    return this.page.evaluate<{ width: number; height: number }>(`(async () => {
      const video = document.createElement('video');
      video.muted = true;
      video.src = ${JSON.stringify(url)};
      await new Promise((resolve, reject) => {
        video.addEventListener('seeked', resolve, { once: true });
        video.addEventListener('error', () => reject(new Error(video.error.message)), { once: true });
        video.addEventListener('loadedmetadata', () => (video.currentTime = video.duration / 2), { once: true });
      });
      await video.play();
      return { width: video.videoWidth, height: video.videoHeight };
    })()`);
  }

  /**
   * Returns the response that a page gets for a file of the site: from the service worker or the host, and not from the
   * browser's own cache.
   */
  getStatus(file: string): Promise<number> {
    const url = this.host.baseUrl + file;
    return this.page.evaluate(async (url) => (await fetch(url, { cache: 'no-store' })).status, url);
  }

  /** Returns the caches of the existing versions. */
  cacheNames(): Promise<string[]> {
    return this.page.evaluate(() => caches.keys());
  }

  /** Returns the cached files of the newest version, as paths in its folder. */
  kept(): Promise<string[]> {
    return this.page.evaluate(async (baseUrl) => {
      const name = (await caches.keys()).at(-1) ?? '';
      return (await (await caches.open(name)).keys()).map(({ url }) => url.slice(baseUrl.length));
    }, this.host.baseUrl);
  }

  /** Resolves when all files of the engine are cached. */
  async rested(): Promise<void> {
    const missing = async (): Promise<RegExp[]> => {
      const files = await this.kept();
      return engineFiles.filter((each) => !files.some((file) => each.test(file)));
    };
    await expect.poll(missing, { timeout: warmMs + 30_000 }).toEqual([]);
  }

  async close(): Promise<void> {
    this.context.off('request', this.#listen);
    await this.#browser.clear(new URL(this.host.baseUrl).origin);
    await this.host.close();
  }
}
