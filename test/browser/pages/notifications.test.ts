import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { projectDir } from '#bridge/cli/build.ts';
import { getBuild } from '#test/support/build-server.ts';
import { startProduct, type Product } from '#test/support/product.ts';

let product: Product;
let page: Page;

beforeAll(async () => {
  product = await startProduct({ distDir: await getBuild('slow') });
  page = product.page;
  await product.context.grantPermissions(['notifications'], { origin: product.baseUrl });
  // A page of an automated browser is always visible.
  await product.context.addInitScript(() =>
    Object.defineProperty(document, 'visibilityState', { get: () => 'hidden', configurable: true }),
  );
});

afterAll(() => product.close());

const listNotices = () =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    const notices = await registration.getNotifications();
    return notices.map(({ title, body, data }) => ({ title, body, data: data as unknown }));
  });

/** Starts a run that takes seconds, and shows its page. */
async function startRun(): Promise<string> {
  const material = await product.upload(join(projectDir, 'test/fixtures/sample/short.mp4'));
  const { id } = await product.start({ material, quality: 'fast', trim: { startSeconds: 0, endSeconds: 0.1 } });
  await page.goto(`${product.baseUrl}/workspace/jobs/${id}`);
  await page.getByRole('button', { name: 'Cancel' }).waitFor();
  return id;
}

test('a hidden tab notifies of the end of a job, and a click shows the job', async () => {
  const id = await startRun();
  const href = `${product.baseUrl}/workspace/jobs/${id}`;
  const notice = { title: 'The result is ready.', body: 'short.mp4', data: { openJob: id, href } };
  await expect.poll(listNotices).toEqual([notice]);
  expect(await page.title()).toContain('The result is ready.');
  // Within the page, whose script has started completely.
  await page.evaluate(() => {
    history.pushState(null, '', '/workspace/materials');
    dispatchEvent(new PopStateEvent('popstate'));
  });
  // The message that the service worker sends to the tab for a click.
  await page.evaluate((data) => {
    navigator.serviceWorker.dispatchEvent(new MessageEvent('message', { data }));
  }, notice.data);
  await expect.poll(() => page.url()).toBe(href);
});
