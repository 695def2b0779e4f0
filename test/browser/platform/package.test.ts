import { copyFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { projectDir } from '#bridge/cli/build.ts';
import { contractSuite } from '#test/conformance/contract.suite.ts';
import { getSharedBrowser } from '#test/support/browser.ts';
import { getBuild } from '#test/support/build-server.ts';
import { once } from '#test/support/once.ts';
import { createPageFetch } from '#test/support/page-fetch.ts';
import { shippedWeights } from '#test/support/shipped-model.ts';
import { startStaticHost } from '#test/support/static-host.ts';
import { canInstall, installTarball, packTarball } from '#test/support/tarball.ts';

const isInstallable = await canInstall();
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'offcut-package-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

const getTarball = once(async () => packTarball(folder, await getBuild('product')));

/** The page of another project: its calls are answered by msw in its service worker, and it has no other server. */
const pageScript = `
import { setupWorker } from 'msw/browser';
import { Offcut } from 'offcut/client';
import { offcutHandlers } from 'offcut/msw';

const baseUrl = new URL('api/', location.href).href;
const runs = { 'remove-background': { seconds: 0.6 } };
await setupWorker(...offcutHandlers({ baseUrl, runs })).start({ quiet: true, onUnhandledRequest: 'bypass' });
const { data } = await (await fetch(baseUrl + 'sandbox/v1/keys', { method: 'POST' })).json();
const { plan } = await new Offcut({ baseUrl, apiKey: data.apiKey }).call('getMe');
window.started = { baseUrl, apiKey: data.apiKey, plan };
`;

async function buildPage(): Promise<string> {
  const project = join(folder, 'page');
  await installTarball(await getTarball(), project, { msw: 'msw' });
  await writeFile(join(project, 'index.html'), '<!doctype html><script type="module" src="./page.js"></script>');
  await writeFile(join(project, 'page.js'), pageScript);
  await build({ root: project, base: './', configFile: false, logLevel: 'error', build: { target: 'es2022' } });
  const site = join(project, 'dist');
  await copyFile(join(projectDir, 'node_modules/msw/lib/mockServiceWorker.js'), join(site, 'mockServiceWorker.js'));
  return site;
}

type Started = { readonly baseUrl: string; readonly apiKey: string; readonly plan: string };

describe.runIf(isInstallable)('in a page', () =>
  contractSuite({
    name: 'offcut/msw in a page that Vite bundled',
    isScripted: false,
    start: async () => {
      const host = await startStaticHost({ folder: await buildPage(), path: '/' });
      const { context } = await getSharedBrowser();
      const page = await context.newPage();
      await page.goto(host.baseUrl);
      const started = await page.waitForFunction(() => (window as { started?: Started }).started);
      const { baseUrl, apiKey } = (await started.jsonValue()) as Started;
      const fetchInPage = createPageFetch(page);
      const read = async (name: string) =>
        new Uint8Array(await readFile(join(projectDir, 'test/fixtures/sample', name)));
      return {
        baseUrl,
        fetch: fetchInPage,
        sandboxFetch: fetchInPage,
        apiKey,
        fixtures: {
          video: await read('short.mp4'),
          otherVideo: await read('empty.mp4'),
          model: await shippedWeights(144),
        },
        script: null,
        close: async () => {
          await page.close();
          await host.close();
        },
      };
    },
  }),
);

test.runIf(isInstallable)('the installed command runs the demo with the site of the package', async () => {
  const project = join(folder, 'demo');
  await installTarball(await getTarball(), project);
  // Models are cached outside the package; nothing is built, and no browser is installed.
  const env = { ...process.env, XDG_CACHE_HOME: join(folder, 'cache') };
  const args = ['offcut', 'demo', '--quality', 'fast', '--no-install'];
  const { stderr } = await promisify(execFile)('npx', args, { cwd: project, env });
  expect(stderr).not.toContain('Building the site');
  expect((await readdir(join(project, 'demo-out'))).toSorted()).toEqual([
    'remove-background-contact-sheet.png',
    'remove-background.webm',
  ]);
});
