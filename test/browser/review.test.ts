import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JobView } from '#operations/jobs.ts';
import { getBuild } from '../support/build-server.ts';
import { dataOf, killServiceWorker, startProduct, storedFiles, type Product } from '../support/product.ts';

const clip = join(import.meta.dirname, '../fixtures/sample/short.mp4');

let product: Product;
let material: string;

beforeAll(async () => {
  product = await startProduct({ distDir: await getBuild('review') });
  material = await product.upload(clip);
});

afterAll(() => product.close());

/** A run of the test recipe that waits for review. */
async function propose(cutSeconds: number): Promise<JobView> {
  const started = await product.api<JobView>('POST', '/v1/run/tighten', { material, cutSeconds });
  expect(started.status).toBe(202);
  return reach(dataOf(started.body).id, 'awaiting_review');
}

async function reach(id: string, status: JobView['status']): Promise<JobView> {
  await expect.poll(async () => (await product.job(id)).status).toBe(status);
  return product.job(id);
}

const openJob = async ({ id }: JobView): Promise<Page> => {
  const tab = await product.openTab();
  tab.setDefaultTimeout(20_000);
  await tab.goto(`${product.baseUrl}/workspace/jobs/${id}`);
  await tab.getByRole('heading', { name: 'Waiting for your review' }).waitFor();
  return tab;
};

test('a proposal is looked at, changed and approved on its page, and the result is there', async () => {
  const job = await propose(1);
  const tab = await openJob(job);
  expect(await tab.getByRole('progressbar').count()).toBe(0);
  await tab.getByRole('img', { name: /^Preview at/ }).waitFor();
  const width = 'document.querySelector(\'img[alt^="Preview at"]\').naturalWidth';
  await expect.poll(() => tab.evaluate<number>(width)).toBe(1);
  const proposal = tab.getByRole('textbox', { name: 'Proposal' });
  const text = await proposal.inputValue();
  await proposal.fill(text.slice(0, -1));
  expect(await tab.getByRole('button', { name: 'Approve' }).isDisabled()).toBe(true);
  await tab.getByText('not valid JSON').waitFor();
  await proposal.fill(text.replace('"endSeconds": 1', '"endSeconds": 11'));
  await tab.getByRole('button', { name: 'Approve' }).click();
  await tab.getByText('the clip lasts 10 s').waitFor();
  await proposal.fill(text.replace('"endSeconds": 1', '"endSeconds": 4'));
  await tab.getByRole('button', { name: 'Approve' }).click();
  const { canvasId, finalUrl } = await reach(job.id, 'completed');
  const canvas = await product.api<{ document: { title: string } }>('GET', `/v1/canvases/${canvasId}`);
  expect(dataOf(canvas.body).document.title).toBe('1 cuts, 6 s, analysed before');
  expect((await fetch(finalUrl ?? '')).status).toBe(200);
  await tab.close();
});

test('another proposal is asked for with other parameters, and then rejected', async () => {
  const job = await propose(2);
  const before = await product.credits();
  const tab = await openJob(job);
  await tab.getByText('Parameters of another proposal').click();
  await tab.getByRole('textbox', { name: 'Parameters' }).fill(JSON.stringify({ ...job.input, cutSeconds: 3 }));
  await tab.getByRole('button', { name: 'Regenerate' }).click();
  await expect.poll(async () => (await product.job(job.id)).proposal).toMatchObject({ afterSeconds: 7 });
  await expect.poll(() => tab.getByRole('textbox', { name: 'Proposal' }).inputValue()).toContain('"afterSeconds": 7');
  await tab.getByRole('button', { name: 'Reject' }).click();
  await tab.getByRole('dialog').getByRole('button', { name: 'Reject' }).click();
  expect(await reach(job.id, 'canceled')).toMatchObject({ creditsCharged: false });
  expect(await product.credits()).toBe(before + job.credits);
  await tab.close();
});

test('a proposal outlives the service worker, a reload and a power cut, with all that was found for it', async () => {
  const job = await propose(5);
  const files = await storedFiles(product.page);
  await killServiceWorker(product.context, product.page);
  await product.page.reload();
  expect(await reach(job.id, 'awaiting_review')).toMatchObject({ proposal: job.proposal });
  await product.crash();
  expect(await reach(job.id, 'awaiting_review')).toMatchObject({ proposal: job.proposal });
  expect(await storedFiles(product.page)).toEqual(files);
  await product.api('POST', `/v1/jobs/${job.id}/review`, { decision: 'approve' });
  const { canvasId } = await reach(job.id, 'completed');
  const canvas = await product.api<{ document: { title: string } }>('GET', `/v1/canvases/${canvasId}`);
  expect(dataOf(canvas.body).document.title).toBe('1 cuts, 5 s, analysed before');
});
