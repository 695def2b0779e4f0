import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { once } from '#test/support/once.ts';
import { getData, shareProduct, type Product } from '#test/support/product.ts';

const clip = join(import.meta.dirname, '../../fixtures/sample/short.mp4');
const talk = join(import.meta.dirname, '../../../public/sample/talk.mp4');

let product: Product;
let page: Page;

beforeAll(async () => {
  product = await shareProduct();
  page = product.page;
});

afterAll(() => product.close());

/** Returns the id of a job that waits for review: Tighten with its sample. */
const startReview = once(async (): Promise<string> => {
  const material = await product.upload(talk);
  const { id } = getData((await product.api<{ id: string }>('POST', '/v1/run/tighten', { material })).body);
  await expect.poll(async () => (await product.job(id)).status).toBe('awaiting_review');
  return id;
});

/** Returns the id of a completed job. */
const cutOutClip = once(async (): Promise<string> => {
  const trim = { startSeconds: 0, endSeconds: 0.2 };
  const run = await product.run({ material: await product.upload(clip), quality: 'fast', trim });
  return getData(run.body).envelopeId;
});

test('lists the missing fields of a form while it is filled in, and a click leads to them', async () => {
  await openEmptyForm('message-bubbles');
  await page.getByRole('button', { name: 'Messages', exact: true }).click();
  const add = page.getByRole('button', { name: 'Add message' });
  await expect.poll(() => add.and(page.locator(':focus')).count()).toBe(1);
  await add.click();
  await page.getByLabel('Text', { exact: true }).fill('Is it there?');
  await expect.poll(() => page.getByText('Required:').count()).toBe(0);
});

test('reports the missing takes of a film, in the words of the form', async () => {
  const tab = await product.context.newPage();
  await tab.goto(`${product.baseUrl}/workspace/recipes/launch-cut`);
  await tab.getByRole('button', { name: 'Takes', exact: true }).waitFor();
  await tab.getByRole('button', { name: 'Create proposal' }).click();
  await tab.getByRole('alert').getByText('Takes are required').waitFor();
  await tab.close();
});

test('keeps the filled-in values when the user returns, until the form is cleared', async () => {
  await openEmptyForm('message-bubbles');
  await page.getByRole('button', { name: 'Add message' }).click();
  await page.getByLabel('Text', { exact: true }).fill('Is it there?');
  await page.getByRole('link', { name: 'Jobs', exact: true }).click();
  await page.getByRole('heading', { name: 'Jobs' }).waitFor();
  await page.goBack();
  await expect.poll(() => page.getByLabel('Text', { exact: true }).inputValue()).toBe('Is it there?');
  await page.getByRole('button', { name: 'Clear form' }).click();
  await page.getByText('Required:').waitFor();
});

test('fills in the messages of a chat from pasted text, also on a phone', async () => {
  await openEmptyForm('message-bubbles');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Paste chat' }).click();
  await page.getByLabel('Chat text').fill('Anna: Is it ready?\nMe: Since this morning');
  await page.getByRole('button', { name: 'Add 2 messages' }).click();
  const texts = page.getByLabel('Text', { exact: true });
  await expect.poll(() => texts.count()).toBe(2);
  expect(await texts.nth(1).inputValue()).toBe('Since this morning');
  await expect.poll(() => page.getByText('Required:').count()).toBe(0);
  await page.getByRole('button', { name: 'Clear form' }).click();
  await page.setViewportSize({ width: 1280, height: 900 });
});

test('reports missing credits before the run, and adds credits with one click', async () => {
  await product.api('PUT', '/sandbox/v1/credits', { credits: 500 });
  // Open runs of other tests have reserved credits.
  const reserved = 500 - (await product.credits());
  await product.api('PUT', '/sandbox/v1/credits', { credits: reserved + 2 });
  await openEmptyForm('tighten');
  await page.getByText('This run costs 5 credits and 2 are left.').waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Create proposal' }).isDisabled()).toBe(true);
  await page.getByRole('button', { name: 'Get 500 credits' }).click();
  await expect.poll(() => page.getByRole('button', { name: 'Create proposal' }).isEnabled()).toBe(true);
});

test('runs a recipe with its own sample with one click, and fills in its form for the next run', async () => {
  await openEmptyForm('tighten');
  await page.getByRole('button', { name: 'Try with sample' }).click();
  await page.getByRole('heading', { name: 'Waiting for your review' }).waitFor();
  await page.getByRole('link', { name: 'Run again with changes' }).click();
  await page.getByRole('button', { name: 'Choose another' }).click();
  await page.getByRole('button', { name: 'Select talk.mp4' }).waitFor();
});

test('filters jobs by name and state, with jobs that wait for the user first', async () => {
  await startReview();
  const trim = { startSeconds: 0, endSeconds: 0.3 };
  await product.run({ material: await product.upload(clip), quality: 'fast', trim });
  await page.goto(`${product.baseUrl}/workspace/jobs`);
  const links = page.getByRole('list', { name: 'Jobs' }).getByRole('link');
  /** Other tests may have added jobs of the same files. */
  const listNames = async (): Promise<string[]> => [...new Set(await links.allInnerTexts())];
  await expect.poll(listNames).toEqual(['talk.mp4', 'short.mp4']);
  await page.getByLabel('Search by name or id').fill('short');
  await expect.poll(listNames).toEqual(['short.mp4']);
  await page.getByLabel('State').selectOption('Failed');
  await page.getByRole('button', { name: 'Show all jobs' }).click();
  await page.getByLabel('Recipe').selectOption('Tighten');
  await expect.poll(listNames).toEqual(['talk.mp4']);
});

test('shows the log, the cost and the calls for an agent on the page of a job', async () => {
  await page.goto(`${product.baseUrl}/workspace/jobs/${await startReview()}`);
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
] as const)('does not shift the layout of %s while it loads', async (path, shiftMax) => {
  const [job, review] = [await cutOutClip(), await startReview()];
  const paths: Partial<Record<string, string>> = {
    'the job': `workspace/jobs/${job}`,
    'the review': `workspace/jobs/${review}`,
  };
  for (const width of [1440, 390]) {
    const address = `${product.baseUrl}/${paths[path] ?? path}`;
    expect(await measureShift(address, width), `at ${width}`).toBeLessThan(shiftMax);
  }
});

test('does not shift the layout on a first visit, and pauses the samples with reduced motion', async () => {
  const other = await shareProduct();
  await other.browser.clear(other.baseUrl);
  expect(await measureShift(other.baseUrl, 1440)).toBeLessThan(0.02);
  const tab = await other.context.newPage();
  await tab.goto(other.baseUrl);
  await tab.locator('.sample video').first().waitFor();
  await tab.emulateMedia({ reducedMotion: 'reduce' });
  await expect.poll(() => tab.locator('.sample video').count()).toBe(0);
  expect(await tab.locator('.sample img').count()).toBe(6);
  await other.close();
});

/** Opens the form of a recipe without the values of earlier tests. */
async function openEmptyForm(recipeId: string): Promise<void> {
  await page.goto(`${product.baseUrl}/workspace/recipes/${recipeId}`);
  await page.evaluate(() => sessionStorage.clear());
  await page.reload();
}

/** Returns the sum of all layout shifts of a page until it is at rest. */
async function measureShift(address: string, width: number): Promise<number> {
  const tab = await product.context.newPage();
  await tab.setViewportSize({ width, height: 844 });
  await tab.addInitScript(`
    window.shift = 0;
    const add = (list) => list.getEntries().forEach((entry) => (window.shift += entry.value));
    new PerformanceObserver(add).observe({ type: 'layout-shift', buffered: true });
  `);
  await tab.goto(address);
  await tab.getByRole('heading', { level: 1 }).waitFor();
  await expect.poll(() => tab.locator('[aria-busy=true]').count()).toBe(0);
  await tab.waitForTimeout(800);
  const shift = await tab.evaluate<number>('window.shift');
  await tab.close();
  return shift;
}
