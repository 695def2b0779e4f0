import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import type { JobView } from '#operations/jobs.ts';
import type { ModelView } from '#operations/models.ts';
import { Connection } from '#client/connection.ts';
import { uploadFile } from '#client/upload.ts';
import { startServer } from '#bridge/server/server.ts';
import { TestBrowser, getSharedBrowser } from './browser.ts';
import { getBuild } from './build-server.ts';

type Envelope<T> = { success: true; data: T } | { success: false; errorCode: string; message: string };

export type RunData = {
  status: string;
  processedVideoUrl: string;
  canvasId: string;
  editorPath: string;
  credits: number;
  creditsCharged: boolean;
  cached: boolean;
  envelopeId: string;
  model: string;
  models: string[];
  warnings: string[];
};

/** The whole product: the local server, and a headless browser with a tab of the workspace. */
export type Product = Awaited<ReturnType<typeof startProduct>>;

type ProductOptions = { distDir?: string; modelsDirs?: string[] };

/** Starts the product in a browser of its own, which ends with it. */
export async function startProduct({
  flags = [],
  hasGpu = false,
  ...options
}: ProductOptions & { flags?: string[]; hasGpu?: boolean } = {}) {
  const browser = await TestBrowser.launch({ flags, hasGpu });
  return openProduct(options, browser, () => browser.close());
}

/** Starts the product in the browser that the test files of a process share. */
export async function shareProduct(options: ProductOptions = {}): Promise<Product> {
  const browser = await getSharedBrowser();
  return openProduct(options, browser, (baseUrl) => browser.clear(baseUrl));
}

async function openProduct(
  { distDir, modelsDirs = [] }: ProductOptions,
  browser: TestBrowser,
  leave: (baseUrl: string) => Promise<void>,
) {
  const server = await startServer({
    port: 0,
    distDir: distDir ?? (await getBuild('product')),
    modelsDirs,
    isSandboxOpen: true,
  });
  const openTab = async (): Promise<Page> => {
    const page = await browser.context.newPage();
    await page.goto(server.baseUrl);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    return page;
  };
  const openFirst = async (): Promise<Page> => {
    const page = await openTab();
    if (!(await server.waitForPage(30_000))) {
      throw new Error('no page connected to the local server');
    }
    return page;
  };
  const product = {
    page: await openFirst(),
    ...(await connectClient(server.baseUrl)),
    server,
    browser,
    get context(): BrowserContext {
      return browser.context;
    },
    openTab,
    /** Ends the browser as a power cut does, and restarts it with the data on the disk. */
    crash: async () => {
      await browser.crash();
      while (await server.waitForPage(1)) {
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      product.page = await openFirst();
    },
    close: async () => {
      await leave(server.baseUrl);
      await server.close();
    },
  };
  return product;
}

export type Client = Awaited<ReturnType<typeof connectClient>>;

/** Sends plain HTTP from outside the browser, with a key of its own. */
export async function connectClient(baseUrl: string) {
  const callOnce = async <T>(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const response = await fetch(baseUrl + path, {
      method,
      headers: { ...(body === undefined ? {} : { 'Content-Type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return {
      status: response.status,
      headers: response.headers,
      body: JSON.parse(await response.text()) as Envelope<T>,
    };
  };
  /** Retries a read request if the tab that should answer was just reloaded or closed. */
  const call = async <T>(...asked: Parameters<typeof callOnce>) => {
    for (let tries = asked[0] === 'GET' ? 5 : 0; ; tries -= 1) {
      const answer = await callOnce<T>(...asked);
      if (answer.status !== 503 || tries === 0) {
        return answer;
      }
    }
  };
  const created = await call<{ apiKey: string }>('POST', '/sandbox/v1/keys', { name: 'tests' });
  const apiKey = getData(created.body).apiKey;
  const authorized = { Authorization: `Bearer ${apiKey}` };
  const api = <T>(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    call<T>(method, path, body, { ...authorized, ...headers });
  // Without retries, which would hide a defect.
  const connection = new Connection({ baseUrl, apiKey, maxRetries: 0 });
  const newTicket = async (): Promise<string> => (await connection.call('createUpload')).data.ticket;
  return {
    baseUrl,
    apiKey,
    authorized,
    connection,
    /** The headers with the key. */
    api,
    newTicket,
    upload: async (file: string): Promise<string> =>
      uploadFile(connection, await openAsBlob(file), { name: basename(file) }),
    /** Adds a model: its entry, and its file unless that is to be fetched. */
    addModel: async (entry: object, file?: string) => {
      const form = new FormData();
      form.append('entry', JSON.stringify(entry));
      if (file !== undefined) {
        form.append('file', await openAsBlob(file), basename(file));
      }
      const response = await fetch(`${baseUrl}/v1/models`, { method: 'POST', headers: authorized, body: form });
      return { status: response.status, body: (await response.json()) as Envelope<ModelView> };
    },
    model: async (id: string): Promise<ModelView | undefined> =>
      getData((await api<ModelView[]>('GET', '/v1/models')).body).find((one) => one.id === id),
    run: (body: unknown) => api<RunData>('POST', '/v1/run/remove-background', body),
    start: async (body: unknown): Promise<JobView> => {
      const answer = await api<JobView>('POST', '/v1/run/remove-background', body, { Prefer: 'respond-async' });
      const job = getData(answer.body);
      if (answer.status !== 202) {
        throw new Error(`An earlier run answered ${JSON.stringify(body)} with ${answer.status}.`);
      }
      return job;
    },
    job: async (id: string): Promise<JobView> => getData((await api<JobView>('GET', `/v1/jobs/${id}`)).body),
    credits: async (): Promise<number> =>
      getData((await api<{ creditsRemaining: number }>('GET', '/v1/me')).body).creditsRemaining,
  };
}

/** Returns the payload of a response that must be a success. */
export function getData<T>(envelope: Envelope<T>): T {
  if (!envelope.success) {
    throw new Error(`${envelope.errorCode}: ${envelope.message}`);
  }
  return envelope.data;
}

/** Ends the service worker as a browser that needs memory does. The next request starts a new one. */
export async function killServiceWorker(context: BrowserContext, page: Page): Promise<void> {
  const session = await context.newCDPSession(page);
  await session.send('ServiceWorker.enable');
  await session.send('ServiceWorker.stopAllWorkers');
  await session.detach();
}

/**
 * Returns the stored files that were added since `before`. Files of an earlier run are deleted in their own time,
 * perhaps after `before`.
 */
export const filesSince = async (page: Page, before: readonly string[]): Promise<string[]> =>
  (await storedFiles(page)).filter((name) => !before.includes(name));

/** Returns the names of the files in the store's folder of the origin private file system. */
export const storedFiles = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle('offcut', { create: true });
    const names: string[] = [];
    for await (const name of folder.keys()) {
      names.push(name);
    }
    return names.toSorted();
  });
