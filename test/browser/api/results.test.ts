import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JobView } from '#operations/jobs.ts';
import { getData, shareProduct, type Product } from '#test/support/product.ts';
import { makeTimeline, makeItem } from '#test/support/timeline.ts';

/** One second without audio. */
const silent = join(import.meta.dirname, '../../fixtures/sample/empty.mp4');

let product: Product;
let page: Page;

beforeAll(async () => {
  product = await shareProduct();
  page = product.page;
  // Chromium has no sharing on Linux.
  await page.addInitScript(() => {
    Object.assign(navigator, {
      canShare: () => true,
      share: async ({ files: [file] }: { files: File[] }) => {
        // Browsers refuse like this if the click was some seconds ago.
        if ('isPressLost' in window && window.isPressLost === true) {
          throw new DOMException('', 'NotAllowedError');
        }
        Object.assign(window, { shared: [file?.name, file?.type] });
      },
    });
  });
});

afterAll(() => product.close());

const ended = async (id: string, status: JobView['status']): Promise<void> => {
  await expect.poll(async () => (await product.job(id)).status).toBe(status);
};

const open = async (path: string): Promise<void> => {
  await page.goto(`${product.baseUrl}/workspace/${path}`);
};

test('names an image of a canvas after the canvas wherever jobs are shown, and links back while the canvas exists', async () => {
  const document = makeTimeline([{ items: [makeItem('shape', 'a', { fill: '#3060a0' })] }], { title: 'Blue in May' });
  const canvas = getData((await product.api<{ id: string }>('POST', '/v1/canvases', { document })).body);
  const asked = await product.api<JobView>('POST', `/v1/canvases/${canvas.id}/export`, { format: 'png' });
  const { id } = getData(asked.body);
  await ended(id, 'completed');
  await open('jobs');
  await page.getByRole('searchbox').fill('blue may');
  await page.getByRole('link', { name: 'Blue in May' }).click();
  await page.getByRole('heading', { level: 1, name: 'Blue in May' }).waitFor();
  await page.getByRole('link', { name: 'Download PNG' }).waitFor();
  await page.getByRole('button', { name: 'Share' }).click();
  await expect.poll(() => page.evaluate<unknown>('window.shared')).toEqual(['Blue in May.png', 'image/png']);
  await page.evaluate('window.shared = null, window.isPressLost = true');
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByRole('button', { name: 'Share now' }).waitFor();
  await page.evaluate('window.isPressLost = false');
  await page.getByRole('button', { name: 'Share now' }).click();
  await expect.poll(() => page.evaluate<unknown>('window.shared')).toEqual(['Blue in May.png', 'image/png']);
  await page.getByRole('button', { name: 'Share', exact: true }).waitFor();
  await page.getByRole('link', { name: 'Open in editor' }).click();
  await page.getByRole('listitem', { name: /^Clip 1, shape/ }).waitFor();
  await product.api('DELETE', `/v1/canvases/${canvas.id}`);
  await open(`jobs/${id}`);
  await page.getByText('Its canvas was deleted.').waitFor();
  expect(await page.getByRole('link', { name: 'Open in editor' }).count()).toBe(0);
});

test('offers to repeat a run with another file if its file caused the failure', async () => {
  const material = await product.upload(silent);
  const { id } = getData((await product.api<JobView>('POST', '/v1/run/tighten', { material })).body);
  await ended(id, 'failed');
  await open(`jobs/${id}`);
  await page.getByText('This video has no audio').first().waitFor();
  expect(await page.getByRole('button', { name: 'Run again' }).count()).toBe(0);
  await page.getByRole('link', { name: 'Run again with another file' }).click();
  await page.getByRole('heading', { level: 1, name: 'Tighten' }).waitFor();
  await page.getByRole('button', { name: 'Select empty.mp4' }).waitFor();
  expect(await page.getByRole('button', { name: 'Choose another' }).count()).toBe(0);
});

test('keeps the decisions visible while a view that the user left is loaded again', async () => {
  const messages = [{ from: 'me', text: 'Do the buttons stay?' }];
  const { id } = getData((await product.api<JobView>('POST', '/v1/run/message-bubbles', { messages })).body);
  await ended(id, 'awaiting_review');
  await open(`jobs/${id}`);
  await page.getByLabel('Message 1, text').waitFor();
  const approve = page.getByRole('button', { name: 'Approve', exact: true });
  await approve.waitFor();
  // From now on no draft arrives.
  await page.evaluate(() => {
    window.fetch = () => new Promise(() => undefined);
  });
  await page.getByRole('radio', { name: 'JSON' }).check();
  await page.getByRole('radio', { name: 'Review' }).check();
  await page.getByLabel('Loading', { exact: true }).waitFor();
  await expect.poll(() => approve.isVisible()).toBe(true);
});
