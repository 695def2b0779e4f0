import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { JobView } from '#operations/jobs.ts';
import { holdAnswer, releaseAnswer } from '#test/in-page/hold-answer.ts';
import { getBuild } from '#test/support/build-server.ts';
import {
  getData,
  filesSince,
  killServiceWorker,
  shareProduct,
  storedFiles,
  type Product,
} from '#test/support/product.ts';

const clip = join(import.meta.dirname, '../../fixtures/sample/short.mp4');

let product: Product;
let page: Page;
let material: string;

beforeAll(async () => {
  product = await shareProduct({ distDir: await getBuild('review') });
  material = await product.upload(clip);
});

beforeEach(async () => {
  page = product.page;
  await endReviews();
});

afterAll(() => product.close());

test('marks a job that waits in amber wherever jobs are shown', async () => {
  await start({ cutSeconds: 1 });
  await page.goto(`${product.baseUrl}/workspace/jobs`);
  await page.getByText('Waiting for your review').waitFor();
  const chip = page.getByRole('list', { name: 'Jobs' }).getByText('Needs review', { exact: true });
  await expect.poll(() => chip.getAttribute('class')).toContain('chip-warn');
  await page.getByRole('link', { name: 'A job needs review' }).click();
  await page.getByRole('heading', { name: 'Waiting for your review' }).waitFor();
  expect(await page.getByRole('progressbar').count()).toBe(0);
  await page.getByRole('img', { name: 'Preview at 0:00.00' }).waitFor();
});

test('does not approve invalid JSON', async () => {
  await review({ cutSeconds: 1 });
  await page.getByRole('radio', { name: 'JSON' }).check();
  const proposal = page.getByRole('textbox', { name: 'Proposal' });
  const text = await proposal.inputValue();
  await proposal.fill(text.slice(0, -1));
  await page.getByText('not valid JSON').waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Approve' }).isDisabled()).toBe(true);
  await proposal.fill(text.replace('"endSeconds": 1', '"endSeconds": 2'));
  await page.getByRole('radio', { name: 'Form' }).check();
  await expect.poll(() => endOfCut(1).inputValue()).toBe('2');
});

test('edits a proposal as a table, and reports a refusal of the recipe at its field', async () => {
  await review({ cutSeconds: 1 });
  await expect.poll(() => page.getByText('10 s', { exact: true }).count()).toBe(1);
  await endOfCut(1).fill('20');
  await page.getByRole('button', { name: 'Approve changes' }).click();
  await expect.poll(() => page.getByRole('alert').innerText()).toContain('the clip lasts 10 s');
  await expect.poll(() => page.getByRole('cell').getByText('the clip lasts 10 s').count()).toBe(1);
  await expect.poll(() => endOfCut(1).inputValue()).toBe('20');
});

test('keeps the proposal with its changes if a regenerate fails, and gives the reason', async () => {
  const waiting = await review({ cutSeconds: 1 });
  await page.getByText('Change settings and regenerate').click();
  await page.getByLabel('Cut', { exact: true }).fill('11');
  await endOfCut(1).fill('1.5');
  // The proposal waits again before the response arrives that confirms the queueing.
  await page.evaluate(holdAnswer, '/review');
  const sent = page.waitForRequest((request) => request.url().endsWith('/review'));
  await page.getByRole('button', { name: 'Regenerate' }).click();
  // The decision applies to the visible proposal, and to no later one.
  expect((await sent).postDataJSON()).toMatchObject({ updatedAt: waiting.updatedAt, parameters: { cutSeconds: 11 } });
  const waitsAgain = page.getByText('No new proposal could be created, so this one waits for review again');
  await waitsAgain.waitFor();
  await page.waitForFunction(() => document.documentElement.dataset['held'] === 'yes');
  await page.evaluate(releaseAnswer);
  expect(await waitsAgain.count()).toBe(1);
  await expect.poll(() => endOfCut(1).inputValue()).toBe('1.5');
});

test('requests another proposal with other parameters', async () => {
  await review({ cutSeconds: 1 });
  await page.getByText('Change settings and regenerate').click();
  await page.getByLabel('Cut', { exact: true }).fill('3');
  await endOfCut(1).fill('1');
  await page.getByRole('button', { name: 'Regenerate' }).click();
  await expect.poll(() => endOfCut(1).inputValue()).toBe('3');
});

test('adds and removes rows, approves the changed proposal, and shows and exports its canvas', async () => {
  const job = await review({ cutSeconds: 1 });
  await page.getByRole('button', { name: 'Add cut' }).click();
  await page.getByRole('button', { name: 'Remove row 1' }).click();
  await page.getByLabel('Start, row 1').fill('1');
  await endOfCut(1).fill('3');
  await page.getByRole('button', { name: 'Approve changes' }).click();
  await page.getByRole('link', { name: 'Download MP4' }).waitFor();
  expect(await page.getByLabel('Result').evaluate((element) => element.tagName)).toBe('VIDEO');
  const { canvasId } = await product.job(job.id);
  const canvas = await product.api<{ document: { title: string } }>('GET', `/v1/canvases/${canvasId}`);
  expect(getData(canvas.body).document.title).toContain('1 cuts, 8 s');
  await page.getByRole('radio', { name: 'Canvas', exact: true }).check();
  await page.getByRole('form', { name: 'Export' }).getByLabel('Format').selectOption('PNG');
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('link', { name: 'Download PNG' }).waitFor();
});

test('starts a run from the form of its recipe, which lists missing fields', async () => {
  await page.goto(product.baseUrl);
  await page.getByRole('link', { name: 'Cut the beginning' }).click();
  await page.getByRole('button', { name: 'Create proposal' }).click();
  await expect.poll(() => page.getByRole('alert').innerText()).toContain('Video is required');
  await page.getByRole('button', { name: 'Select short.mp4' }).click();
  await page.getByLabel('Cut', { exact: true }).fill('4');
  await page.getByRole('button', { name: 'Create proposal' }).click();
  await expect.poll(() => endOfCut(1).inputValue()).toBe('4');
});

test('ends the job of a rejected proposal without a charge', async () => {
  const credits = await product.credits();
  const { id } = await start({ cutSeconds: 2 });
  await page.goto(`${product.baseUrl}/workspace/jobs/${id}`);
  await page.getByRole('button', { name: 'Reject' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click();
  await page.getByText('The job was canceled. Its credits were refunded.').waitFor();
  expect(await product.credits()).toBe(credits);
});

test('keeps a proposal and its data through the end of the service worker, a reload and a power cut', async () => {
  const before = await storedFiles(product.page);
  const job = await start({ cutSeconds: 5 });
  const files = await filesSince(product.page, before);
  expect(files.length).toBeGreaterThan(0);
  await killServiceWorker(product.context, product.page);
  await product.page.reload();
  expect(await product.job(job.id)).toMatchObject({ status: 'awaiting_review', proposal: job.proposal });
  await product.crash();
  expect(await product.job(job.id)).toMatchObject({ status: 'awaiting_review', proposal: job.proposal });
  expect(await storedFiles(product.page)).toEqual(expect.arrayContaining(files));
  await product.api('POST', `/v1/jobs/${job.id}/review`, { decision: 'approve' });
  await expect.poll(async () => (await product.job(job.id)).status).toBe('completed');
  const { canvasId } = await product.job(job.id);
  const canvas = await product.api<{ document: { title: string } }>('GET', `/v1/canvases/${canvasId}`);
  expect(getData(canvas.body).document.title).toBe('1 cuts, 5 s, analysed before');
});

const endOfCut = (row: number): Locator => page.getByLabel(`End, row ${row}`);

/** Starts a run of the test recipe, and opens its review. */
async function review(parameters: object): Promise<JobView> {
  const job = await start(parameters);
  await page.goto(`${product.baseUrl}/workspace/jobs/${job.id}`);
  await endOfCut(1).waitFor();
  return job;
}

/** Cancels the jobs that wait for a review. */
async function endReviews(): Promise<void> {
  const waiting = getData((await product.api<JobView[]>('GET', '/v1/jobs?status=awaiting_review')).body);
  await Promise.all(waiting.map(({ id }) => product.api('POST', `/v1/jobs/${id}/cancel`, {})));
}

/** Starts a run of the test recipe, and waits until it has a proposal. */
async function start(parameters: object): Promise<JobView> {
  const { body } = await product.api<JobView>('POST', '/v1/run/cut-beginning', { material, ...parameters });
  const { id } = getData(body);
  await expect.poll(async () => (await product.job(id)).status).toBe('awaiting_review');
  return product.job(id);
}
