import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { shareProduct, type Product } from '#test/support/product.ts';

const clip = join(import.meta.dirname, '../../fixtures/sample/short.mp4');

let product: Product;
let page: Page;

beforeAll(async () => {
  product = await shareProduct();
  page = product.page;
});

afterAll(() => product.close());

test('a form says what it still needs as it is filled in, and a click leads there', async () => {
  await page.goto(`${product.baseUrl}/workspace/recipes/message-bubbles`);
  await page.getByRole('button', { name: 'Messages', exact: true }).click();
  const add = page.getByRole('button', { name: 'Add message' });
  await expect.poll(() => add.and(page.locator(':focus')).count()).toBe(1);
  await add.click();
  await page.getByLabel('Text', { exact: true }).fill('Is it there?');
  await expect.poll(() => page.getByText('Required:').count()).toBe(0);
});

test('a film without takes says that it needs some, in the words of the form', async () => {
  const tab = await product.context.newPage();
  await tab.goto(`${product.baseUrl}/workspace/recipes/launch-cut`);
  await tab.getByRole('button', { name: 'Takes', exact: true }).waitFor();
  await tab.getByRole('button', { name: 'Create proposal' }).click();
  await tab.getByRole('alert').getByText('Takes are required').waitFor();
  await tab.close();
});

test('what was filled in is there when the page is come back to, until it is emptied', async () => {
  await page.getByRole('link', { name: 'Jobs', exact: true }).click();
  await page.getByRole('heading', { name: 'Jobs' }).waitFor();
  await page.goBack();
  await expect.poll(() => page.getByLabel('Text', { exact: true }).inputValue()).toBe('Is it there?');
  await page.getByRole('button', { name: 'Clear form' }).click();
  await page.getByText('Required:').waitFor();
});

test('too few credits are said before the run, and one click gets more', async () => {
  await product.api('PUT', '/sandbox/v1/credits', { credits: 2 });
  await page.goto(`${product.baseUrl}/workspace/recipes/tighten`);
  await page.getByText('This run costs 5 credits and 2 are left.').waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Create proposal' }).isDisabled()).toBe(true);
  await page.getByRole('button', { name: 'Get 500 credits' }).click();
  await expect.poll(() => page.getByRole('button', { name: 'Create proposal' }).isEnabled()).toBe(true);
});

test('one click tries a recipe with its own sample, and its form is filled in for the next run', async () => {
  await page.getByRole('button', { name: 'Try with sample' }).click();
  await page.getByRole('heading', { name: 'Waiting for your review' }).waitFor();
  await page.getByRole('link', { name: 'Run again with changes' }).click();
  await page.getByRole('button', { name: 'Choose another' }).click();
  await page.getByRole('button', { name: 'Select talk.mp4' }).waitFor();
});

test('jobs are found by name and state, what waits for the person first', async () => {
  const material = await product.upload(clip);
  const trim = { startSeconds: 0, endSeconds: 0.2 };
  await product.run({ material, quality: 'fast', trim });
  await page.getByRole('link', { name: 'Jobs', exact: true }).click();
  const links = page.getByRole('list', { name: 'Jobs' }).getByRole('link');
  await expect.poll(() => links.allInnerTexts()).toEqual(['talk.mp4', 'short.mp4']);
  await page.getByLabel('Search by name or id').fill('short');
  await expect.poll(() => links.allInnerTexts()).toEqual(['short.mp4']);
  await page.getByLabel('State').selectOption('Failed');
  await page.getByRole('button', { name: 'Show all jobs' }).click();
  await page.getByLabel('Recipe').selectOption('Tighten');
  await expect.poll(() => links.allInnerTexts()).toEqual(['talk.mp4']);
});

test('the page of a job has its log, its cost and its calls for an agent too', async () => {
  await page.getByRole('list', { name: 'Jobs' }).getByRole('link', { name: 'talk.mp4' }).click();
  await page.getByText('Details and log').click();
  await page.getByText('5 credits reserved', { exact: true }).waitFor();
  await page.getByRole('list', { name: 'Log' }).getByText('Waiting for review').waitFor();
  await page.getByText('API request').click();
  await page.getByRole('radio', { name: 'MCP' }).check();
  const code = await page.getByRole('region', { name: 'MCP call' }).innerText();
  expect(code).toContain('"name": "run_recipe"');
  expect(code).toContain('"name": "review_job"');
});

test.each([
  ['', 0.02],
  ['workspace/recipes/launch-cut', 0.05],
  ['workspace/jobs', 0.05],
  ['workspace/models', 0.05],
  ['workspace/privacy', 0.05],
  ['workspace/settings', 0.05],
  ['the job', 0.05],
  ['the review', 0.05],
] as const)('nothing of %s moves while it loads', async (path, shiftMax) => {
  const jobs = (await product.api<{ id: string; status: string }[]>('GET', '/v1/jobs')).body;
  const getId = (status: string): string =>
    (jobs.success ? jobs.data.find((job) => job.status === status)?.id : undefined) ?? '';
  const paths: Partial<Record<string, string>> = {
    'the job': `workspace/jobs/${getId('completed')}`,
    'the review': `workspace/jobs/${getId('awaiting_review')}`,
  };
  for (const width of [1440, 390]) {
    expect(await measureShift(paths[path] ?? path, width), `at ${width}`).toBeLessThan(shiftMax);
  }
});

test('nothing of a first visit moves, and the samples stand still for who wants that', async () => {
  await product.browser.clear(product.baseUrl);
  expect(await measureShift('', 1440)).toBeLessThan(0.02);
  const tab = await product.context.newPage();
  await tab.goto(product.baseUrl);
  await tab.locator('.sample video').first().waitFor();
  await tab.emulateMedia({ reducedMotion: 'reduce' });
  await expect.poll(() => tab.locator('.sample video').count()).toBe(0);
  expect(await tab.locator('.sample img').count()).toBe(6);
  await tab.close();
});

/** The sum of all layout shifts of a page until it is at rest. */
async function measureShift(path: string, width: number): Promise<number> {
  const tab = await product.context.newPage();
  await tab.setViewportSize({ width, height: 844 });
  await tab.addInitScript(`
    window.shift = 0;
    const add = (list) => list.getEntries().forEach((entry) => (window.shift += entry.value));
    new PerformanceObserver(add).observe({ type: 'layout-shift', buffered: true });
  `);
  await tab.goto(`${product.baseUrl}/${path}`);
  await tab.getByRole('heading', { level: 1 }).waitFor();
  await expect.poll(() => tab.locator('[aria-busy=true]').count()).toBe(0);
  await tab.waitForTimeout(800);
  const shift = await tab.evaluate<number>('window.shift');
  await tab.close();
  return shift;
}
