import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JobView } from '#operations/jobs.ts';
import { getBuild } from '../support/build-server.ts';
import { dataOf, killServiceWorker, shareProduct, storedFiles, type Product } from '../support/product.ts';

const clip = join(import.meta.dirname, '../fixtures/sample/short.mp4');

let product: Product;
let page: Page;
let material: string;

beforeAll(async () => {
  product = await shareProduct({ distDir: await getBuild('review') });
  page = product.page;
  page.setDefaultTimeout(20_000);
  material = await product.upload(clip);
});

afterAll(() => product.close());

test('a job that waits is in amber wherever jobs are shown', async () => {
  await start({ cutSeconds: 1 });
  await page.goto(`${product.baseUrl}/workspace/jobs`);
  await page.getByText('Waiting for your review').waitFor();
  expect(await page.getByText('Needs you', { exact: true }).getAttribute('class')).toContain('chip-warn');
  await page.getByRole('link', { name: 'A job needs you' }).click();
  await page.getByRole('heading', { name: 'Waiting for your review' }).waitFor();
  expect(await page.getByRole('progressbar').count()).toBe(0);
  await page.getByRole('img', { name: 'Preview at 0:00.00' }).waitFor();
});

test('what is no JSON cannot be approved, and what the recipe refuses is said', async () => {
  const proposal = page.getByRole('textbox', { name: 'Proposal' });
  const text = await proposal.inputValue();
  await proposal.fill(text.slice(0, -1));
  await page.getByText('not valid JSON').waitFor();
  expect(await page.getByRole('button', { name: 'Approve' }).isDisabled()).toBe(true);
  await proposal.fill(text.replace('"endSeconds": 1', '"endSeconds": 20'));
  await page.getByRole('button', { name: 'Approve' }).click();
  expect(await page.getByRole('alert').innerText()).toContain('the clip lasts 10 s');
  expect(await proposal.inputValue()).toContain('"endSeconds": 20');
});

test('other parameters give another proposal', async () => {
  await page.getByText('Parameters of another proposal').click();
  const parameters = page.getByRole('textbox', { name: 'Parameters' });
  await parameters.fill((await parameters.inputValue()).replace('"cutSeconds": 1', '"cutSeconds": 3'));
  const proposal = page.getByRole('textbox', { name: 'Proposal' });
  await proposal.fill((await proposal.inputValue()).replace('"endSeconds": 20', '"endSeconds": 1'));
  await page.getByRole('button', { name: 'Regenerate' }).click();
  await expect.poll(() => proposal.inputValue().catch(() => '')).toContain('"endSeconds": 3');
});

test('a changed proposal is approved, and its video can be played and taken', async () => {
  const proposal = page.getByRole('textbox', { name: 'Proposal' });
  await proposal.fill((await proposal.inputValue()).replace('"endSeconds": 3', '"endSeconds": 2'));
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.getByRole('link', { name: 'Download MP4' }).waitFor();
  expect(await page.getByLabel('Result').evaluate((element) => element.tagName)).toBe('VIDEO');
  const [job] = dataOf((await product.api<JobView[]>('GET', '/v1/jobs')).body);
  const canvas = await product.api<{ document: { title: string } }>('GET', `/v1/canvases/${job?.canvasId}`);
  expect(dataOf(canvas.body).document.title).toContain('1 cuts, 8 s');
});

test('a rejected proposal ends its job and costs nothing', async () => {
  const credits = await product.credits();
  const { id } = await start({ cutSeconds: 2 });
  await page.goto(`${product.baseUrl}/workspace/jobs/${id}`);
  await page.getByRole('button', { name: 'Reject' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click();
  await page.getByText('The job was canceled. Its credits were released.').waitFor();
  expect(await product.credits()).toBe(credits);
});

test('a proposal outlives the service worker, a reload and a power cut, with all that was found for it', async () => {
  const job = await start({ cutSeconds: 5 });
  const files = await storedFiles(product.page);
  await killServiceWorker(product.context, product.page);
  await product.page.reload();
  expect(await product.job(job.id)).toMatchObject({ status: 'awaiting_review', proposal: job.proposal });
  await product.crash();
  expect(await product.job(job.id)).toMatchObject({ status: 'awaiting_review', proposal: job.proposal });
  expect(await storedFiles(product.page)).toEqual(files);
  await product.api('POST', `/v1/jobs/${job.id}/review`, { decision: 'approve' });
  await expect.poll(async () => (await product.job(job.id)).status, { timeout: 20_000 }).toBe('completed');
  const { canvasId } = await product.job(job.id);
  const canvas = await product.api<{ document: { title: string } }>('GET', `/v1/canvases/${canvasId}`);
  expect(dataOf(canvas.body).document.title).toBe('1 cuts, 5 s, analysed before');
});

/** Starts a run of the test recipe, and waits until it has a proposal. */
async function start(parameters: object): Promise<JobView> {
  const { body } = await product.api<JobView>('POST', '/v1/run/cut-beginning', { material, ...parameters });
  const { id } = dataOf(body);
  await expect.poll(async () => (await product.job(id)).status, { timeout: 20_000 }).toBe('awaiting_review');
  return product.job(id);
}
