import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
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

afterAll(() => product.close());

test('a video that is chosen while the sample is on its way stays', async () => {
  await page.evaluate(holdAnswer, '/presenter.mp4');
  await page.getByRole('button', { name: 'Try the sample' }).click();
  await isHeld();
  await page.getByLabel('Video file').setInputFiles(clip);
  await page.getByText('short.mp4', { exact: true }).waitFor();
  await page.evaluate(releaseAnswer);
  expect(await page.getByText('presenter.mp4', { exact: true }).count()).toBe(0);
});

test('who leaves the page while a run begins is not taken to its job', async () => {
  await page.evaluate(holdAnswer, '/v1/run/remove-background');
  await page.getByRole('button', { name: 'Remove background' }).click();
  await isHeld();
  await follow('API keys');
  await page.getByRole('heading', { name: 'API keys' }).waitFor();
  const goneTo = await page.evaluate(() => history.length);
  // It is read once the run has begun, before its job would be opened.
  const account = page.waitForResponse((response) => response.url().endsWith('/sandbox/v1/account'));
  await page.evaluate(releaseAnswer);
  await account;
  await follow('Jobs');
  await page.getByRole('list', { name: 'Jobs' }).getByRole('link').first().waitFor();
  expect(new URL(page.url()).pathname).toBe('/workspace/jobs');
  // Nor was it shown in between.
  expect(await page.evaluate(() => history.length)).toBe(goneTo + 1);
  const [job, ...others] = getData((await product.api<readonly JobView[]>('GET', '/v1/jobs')).body);
  expect(others).toEqual([]);
  const id = job?.id ?? '';
  await product.api('POST', `/v1/jobs/${id}/cancel`, {});
  // It may have ended before.
  await expect.poll(async () => isOpenStatus((await product.job(id)).status)).toBe(false);
});

test('nor is who comes back to the page meanwhile', async () => {
  await follow('Home');
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
  await product.api('POST', `/v1/jobs/${job?.id}/cancel`, {});
  await expect.poll(async () => isOpenStatus((await product.job(job?.id ?? '')).status)).toBe(false);
  expect(new URL(page.url()).pathname).toBe(here);
});

test('what is booked before the ledger has come is in it', async () => {
  await page.evaluate(holdAnswer, '/v1/ledger');
  await follow('Credits');
  await isHeld();
  await product.api('PUT', '/sandbox/v1/credits', { credits: 4321 });
  await page.getByText('4,321 credits left').waitFor();
  await page.evaluate(releaseAnswer);
  await page
    .getByRole('row', { name: /Balance set/ })
    .getByText('4,321')
    .waitFor();
});

test('a page that only reads asks again when the service worker has ended under its call', async () => {
  await follow('API keys');
  await page.getByRole('heading', { name: 'API keys' }).waitFor();
  await page.evaluate(() => {
    const fetchNow = globalThis.fetch;
    globalThis.fetch = async (...given) => {
      if (!(given[0] instanceof URL && given[0].pathname.endsWith('/v1/ledger'))) {
        return fetchNow(...given);
      }
      globalThis.fetch = fetchNow;
      // As Firefox does then.
      throw new TypeError('NetworkError when attempting to fetch resource.');
    };
  });
  await follow('Credits');
  await page.getByRole('row', { name: /Balance set/ }).waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
});

test('a file that is stored while a list is filled keeps the last place in it', async () => {
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
  // One that would be taken now would have no place for the file, or take it from it.
  expect(await group.getByText('Or paste a link').count()).toBe(0);
  await group.getByRole('button', { name: 'Remove 3.mp4' }).click();
  await group.getByText('Or paste a link').waitFor();
  await page.evaluate(releaseAnswer);
  await expect.poll(() => picked.count()).toBe(19);
  await expect.poll(() => picked.last().innerText()).toContain('short.mp4');
});

test('a balance that was read before it was set does not come back, and what is typed stays', async () => {
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

test('credits that cannot be set stay as they are typed', async () => {
  const credits = page.getByLabel('Credits', { exact: true });
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

const follow = (name: string): Promise<void> =>
  page.getByRole('navigation', { name: 'Workspace' }).getByRole('link', { name, exact: true }).click();

const isHeld = (): Promise<unknown> => page.waitForFunction(() => document.documentElement.dataset['held'] === 'yes');
