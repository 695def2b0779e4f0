import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { isOpenStatus } from '#core/model/job-status.ts';
import type { JobView } from '#operations/jobs.ts';
import { holdAnswer, releaseAnswer } from '#test/in-page/hold-answer.ts';
import { getData, shareProduct, type Product } from '#test/support/product.ts';

const clip = join(import.meta.dirname, '../../fixtures/sample/short.mp4');

let product: Product;
let page: Page;

beforeAll(async () => {
  product = await shareProduct();
  page = product.page;
});

beforeEach(async () => {
  await page.evaluate(() => sessionStorage.clear());
  await page.goto(product.baseUrl);
  await page.getByLabel('Video file').waitFor({ state: 'attached' });
});

afterAll(() => product.close());

test('keeps a video that the user chooses while the sample is loading', async () => {
  await page.evaluate(holdAnswer, '/presenter.mp4');
  await page.getByRole('button', { name: 'Try the sample' }).click();
  await isHeld();
  await page.getByLabel('Video file').setInputFiles(clip);
  await page.getByText('short.mp4', { exact: true }).waitFor();
  await page.evaluate(releaseAnswer);
  expect(await page.getByText('presenter.mp4', { exact: true }).count()).toBe(0);
});

test('does not open the job of a run after the user has left the page', async () => {
  const before = await listJobs();
  await page.getByLabel('Video file').setInputFiles(clip);
  await page.evaluate(holdAnswer, '/v1/run/remove-background');
  await page.getByRole('button', { name: 'Remove background' }).click();
  await isHeld();
  await follow('API keys');
  await page.getByRole('heading', { name: 'API keys' }).waitFor();
  const goneTo = await page.evaluate(() => history.length);
  // The response is read after the run started and before the page would open its job.
  const account = page.waitForResponse((response) => response.url().endsWith('/sandbox/v1/account'));
  await page.evaluate(releaseAnswer);
  await account;
  await follow('Jobs');
  await page.getByRole('list', { name: 'Jobs' }).getByRole('link').first().waitFor();
  expect(new URL(page.url()).pathname).toBe('/workspace/jobs');
  // The page did not show the job in between either.
  expect(await page.evaluate(() => history.length)).toBe(goneTo + 1);
  const started = (await listJobs()).filter((id) => !before.includes(id));
  expect(started).toHaveLength(1);
  await deleteJob(started[0] ?? '');
});

test('does not open the job if the user returns to the page meanwhile', async () => {
  await page.getByLabel('Video file').setInputFiles(clip);
  await page.evaluate(holdAnswer, '/v1/run/remove-background');
  await page.getByRole('button', { name: 'Remove background' }).click();
  await isHeld();
  await follow('API keys');
  await page.getByRole('heading', { name: 'API keys' }).waitFor();
  await page.goBack();
  await page.getByRole('heading', { level: 1 }).and(page.locator(':not(:text("API keys"))')).waitFor();
  const here = new URL(page.url()).pathname;
  const account = page.waitForResponse((response) => response.url().endsWith('/sandbox/v1/account'));
  await page.evaluate(releaseAnswer);
  await account;
  const [job] = getData((await product.api<readonly JobView[]>('GET', '/v1/jobs')).body);
  await deleteJob(job?.id ?? '');
  expect(new URL(page.url()).pathname).toBe(here);
});

test('shows a booking that precedes the response of the ledger', async () => {
  const { id } = await startExport('Long export');
  await page.reload();
  await follow('Jobs');
  await page.getByRole('list', { name: 'Jobs' }).getByRole('link', { name: 'Long export' }).waitFor();
  await page.evaluate(holdAnswer, '/v1/ledger');
  await follow('Credits');
  await isHeld();
  await product.api('PUT', '/sandbox/v1/credits', { credits: 4321 });
  // The page reads the balance when the job ends.
  await product.api('POST', `/v1/jobs/${id}/cancel`, {});
  await page.getByText('4,321 credits left').waitFor();
  await page.evaluate(releaseAnswer);
  await page
    .getByRole('row', { name: /Balance set/ })
    .getByText('4,321')
    .waitFor();
  await deleteJob(id);
});

test('repeats a read request if the service worker ends before it answers', async () => {
  await product.api('PUT', '/sandbox/v1/credits', { credits: 4322 });
  await follow('API keys');
  await page.getByRole('heading', { name: 'API keys' }).waitFor();
  await page.evaluate(() => {
    const fetchNow = globalThis.fetch;
    globalThis.fetch = async (...given) => {
      if (!(given[0] instanceof URL && given[0].pathname.endsWith('/v1/ledger'))) {
        return fetchNow(...given);
      }
      globalThis.fetch = fetchNow;
      // Firefox does this then.
      throw new TypeError('NetworkError when attempting to fetch resource.');
    };
  });
  await follow('Credits');
  await page
    .getByRole('row', { name: /Balance set/ })
    .getByText('4,322')
    .waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
});

test('keeps a file in the last place if it is stored while a list is filling', async () => {
  await page.goto(`${product.baseUrl}/workspace/recipes/launch-cut`);
  const group = page.locator('[data-path=materials]');
  const picked = group.getByRole('list').first().getByRole('listitem');
  await group.getByText('Or paste a link').click();
  for (let at = 0; at < 19; at += 1) {
    await group.getByRole('textbox', { name: /: link$/ }).fill(`https://example.com/${at}.mp4`);
    await group.getByRole('button', { name: 'Use link' }).click();
  }
  await expect.poll(() => picked.count()).toBe(19);
  await page.evaluate(holdAnswer, '/file');
  await group.locator('input[type=file]').setInputFiles(clip);
  await isHeld();
  // A page that is requested now would not contain the file, or would remove it.
  expect(await group.getByText('Or paste a link').count()).toBe(0);
  await group.getByRole('button', { name: 'Remove 3.mp4' }).click();
  await group.getByText('Or paste a link').waitFor();
  await page.evaluate(releaseAnswer);
  await expect.poll(() => picked.count()).toBe(19);
  await expect.poll(() => picked.last().innerText()).toContain('short.mp4');
});

test('ignores a balance that was read before it was set, and keeps the typed value', async () => {
  await page.evaluate(holdAnswer, '/sandbox/v1/account');
  await follow('Settings');
  await isHeld();
  const credits = page.getByLabel('Credits', { exact: true });
  await credits.fill('77');
  await page.getByRole('button', { name: 'Set', exact: true }).click();
  await expect.poll(() => page.getByRole('button', { name: 'Set', exact: true }).isDisabled()).toBe(true);
  await page.evaluate(releaseAnswer);
  expect(await credits.inputValue()).toBe('77');
  await credits.fill('8');
  await product.api('PUT', '/sandbox/v1/credits', { credits: 90 });
  await page.getByRole('radio', { name: 'Free' }).check();
  await page.getByText('Results have a watermark.').waitFor();
  expect(await credits.inputValue()).toBe('8');
});

test('keeps the typed credits if they cannot be set', async () => {
  await follow('Settings');
  const credits = page.getByLabel('Credits', { exact: true });
  await expect.poll(() => credits.inputValue()).not.toBe('');
  await credits.fill('12');
  await page.evaluate(() => {
    const fetchNow = globalThis.fetch;
    globalThis.fetch = async (...given) => {
      if (!(given[0] instanceof URL && given[0].pathname.endsWith('/sandbox/v1/credits'))) {
        return fetchNow(...given);
      }
      globalThis.fetch = fetchNow;
      return Response.error();
    };
  });
  await page.getByRole('button', { name: 'Set', exact: true }).click();
  await page.getByRole('alert').waitFor();
  expect(await credits.inputValue()).toBe('12');
});

const listJobs = async (): Promise<string[]> =>
  getData((await product.api<readonly JobView[]>('GET', '/v1/jobs')).body).map(({ id }) => id);

/** Starts a long job that costs nothing: the export of a canvas with this title. */
async function startExport(title: string): Promise<JobView> {
  const material = await product.upload(clip);
  const body = { title, materials: Array.from({ length: 60 }, () => material) };
  const { id } = getData((await product.api<{ id: string }>('POST', '/v1/canvases', body)).body);
  return getData((await product.api<JobView>('POST', `/v1/canvases/${id}/export`, { format: 'webm' })).body);
}

/** Ends and deletes a job, so that an equal run is executed again. */
async function deleteJob(id: string): Promise<void> {
  await product.api('POST', `/v1/jobs/${id}/cancel`, {});
  // The job may have ended before.
  await expect.poll(async () => isOpenStatus((await product.job(id)).status)).toBe(false);
  await product.api('DELETE', `/v1/jobs/${id}`);
}

/** Follows a link of the navigation, also one of the group "Developer", which is folded at first. */
async function follow(name: string): Promise<void> {
  const navigation = page.getByRole('navigation', { name: 'Workspace' });
  const link = navigation.getByRole('link', { name, exact: true });
  if (!(await link.isVisible())) {
    await navigation.getByText('Developer', { exact: true }).click();
  }
  await link.click();
}

const isHeld = (): Promise<unknown> => page.waitForFunction(() => document.documentElement.dataset['held'] === 'yes');
