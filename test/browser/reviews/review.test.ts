import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
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
  page = product.page;
  material = await product.upload(clip);
});

afterAll(() => product.close());

test('a job that waits is in amber wherever jobs are shown', async () => {
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

test('what is no JSON cannot be approved', async () => {
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

test('a proposal is changed as a table, and what the recipe refuses is said where it stands', async () => {
  await expect.poll(() => page.getByText('10 s', { exact: true }).count()).toBe(1);
  await endOfCut(1).fill('20');
  await page.getByRole('button', { name: 'Approve the changes' }).click();
  await expect.poll(() => page.getByRole('alert').innerText()).toContain('the clip lasts 10 s');
  await expect.poll(() => page.getByRole('cell').getByText('the clip lasts 10 s').count()).toBe(1);
  await expect.poll(() => endOfCut(1).inputValue()).toBe('20');
});

test('a regenerate that fails leaves the proposal with what was changed, and says why', async () => {
  const [waiting] = getData((await product.api<JobView[]>('GET', '/v1/jobs?status=awaiting_review')).body);
  await page.getByText('Parameters of another proposal').click();
  await page.getByLabel('Cut', { exact: true }).fill('11');
  await endOfCut(1).fill('1.5');
  // The proposal waits again before the answer that says that it was queued has come.
  await page.evaluate(holdAnswer, '/review');
  const sent = page.waitForRequest((request) => request.url().endsWith('/review'));
  await page.getByRole('button', { name: 'Regenerate' }).click();
  // What was looked at is decided on, and nothing later.
  expect((await sent).postDataJSON()).toMatchObject({ updatedAt: waiting?.updatedAt, parameters: { cutSeconds: 11 } });
  const waitsAgain = page.getByText('No other proposal could be made, so this one waits again');
  await waitsAgain.waitFor();
  await page.waitForFunction(() => document.documentElement.dataset['held'] === 'yes');
  await page.evaluate(releaseAnswer);
  expect(await waitsAgain.count()).toBe(1);
  await expect.poll(() => endOfCut(1).inputValue()).toBe('1.5');
});

test('other parameters give another proposal', async () => {
  await page.getByText('Parameters of another proposal').click();
  await page.getByLabel('Cut', { exact: true }).fill('3');
  await endOfCut(1).fill('1');
  await page.getByRole('button', { name: 'Regenerate' }).click();
  await expect.poll(() => endOfCut(1).inputValue()).toBe('3');
});

test('rows come and go, and the changed proposal is approved; its canvas is shown and exported', async () => {
  await page.getByRole('button', { name: 'Add cut' }).click();
  await page.getByRole('button', { name: 'Remove row 1' }).click();
  await page.getByLabel('Start, row 1').fill('1');
  await endOfCut(1).fill('3');
  await page.getByRole('button', { name: 'Approve the changes' }).click();
  await page.getByRole('link', { name: 'Download MP4' }).waitFor();
  expect(await page.getByLabel('Result').evaluate((element) => element.tagName)).toBe('VIDEO');
  const [job] = getData((await product.api<JobView[]>('GET', '/v1/jobs')).body);
  const canvas = await product.api<{ document: { title: string } }>('GET', `/v1/canvases/${job?.canvasId}`);
  expect(getData(canvas.body).document.title).toContain('1 cuts, 8 s');
  await page.getByRole('radio', { name: 'The canvas' }).check();
  await page.getByRole('form', { name: 'Export' }).getByLabel('Format').selectOption('PNG');
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('link', { name: 'Download PNG' }).waitFor();
});

test('a run is started from the form of its recipe, which says what is missing', async () => {
  await page.goto(product.baseUrl);
  await page.getByRole('link', { name: 'Cut the beginning' }).click();
  await page.getByRole('button', { name: 'Create proposal' }).click();
  await expect.poll(() => page.getByRole('alert').innerText()).toContain('Video is required');
  await page.getByRole('button', { name: 'Select short.mp4' }).click();
  await page.getByLabel('Cut', { exact: true }).fill('4');
  await page.getByRole('button', { name: 'Create proposal' }).click();
  await expect.poll(() => endOfCut(1).inputValue()).toBe('4');
});

test('a rejected proposal ends its job and costs nothing', async () => {
  const credits = await product.credits();
  const { id } = await start({ cutSeconds: 2 });
  await page.goto(`${product.baseUrl}/workspace/jobs/${id}`);
  await page.getByRole('button', { name: 'Reject' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click();
  await page.getByText('The job was canceled. Its credits were refunded.').waitFor();
  expect(await product.credits()).toBe(credits);
});

test('a proposal outlives the service worker, a reload and a power cut, with all that was found for it', async () => {
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

/** Starts a run of the test recipe, and waits until it has a proposal. */
async function start(parameters: object): Promise<JobView> {
  const { body } = await product.api<JobView>('POST', '/v1/run/cut-beginning', { material, ...parameters });
  const { id } = getData(body);
  await expect.poll(async () => (await product.job(id)).status).toBe('awaiting_review');
  return product.job(id);
}
