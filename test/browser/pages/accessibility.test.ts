import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { JobView } from '#operations/jobs.ts';
import { findBarriers } from '#test/support/barriers.ts';
import { getBuild } from '#test/support/build-server.ts';
import { getData, shareProduct, type Product } from '#test/support/product.ts';

const clip = join(import.meta.dirname, '../../fixtures/sample/short.mp4');

let product: Product;
let page: Page;
/** The addresses that are known only after the set-up. */
const paths = { material: '', job: '', review: '', failed: '', canvas: '', upload: '' };

beforeAll(async () => {
  // The product with a recipe that waits for review.
  product = await shareProduct({ distDir: await getBuild('review') });
  page = product.page;
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const material = await product.upload(clip);
  paths.material = material;
  const trim = { startSeconds: 0, endSeconds: 0.3 };
  const run = getData((await product.run({ material, quality: 'fast', trim })).body);
  paths.job = `workspace/jobs/${run.envelopeId}`;
  paths.canvas = `workspace/canvas/editor/${run.canvasId}`;
  const { body: queued } = await product.api<JobView>('POST', '/v1/run/cut-beginning', { material });
  const { id } = getData(queued);
  // One second without a pause.
  const { id: failedId } = getData((await product.api<JobView>('POST', '/v1/run/tighten', { material })).body);
  const findStatus = async (jobId: string): Promise<string> => (await product.job(jobId)).status;
  await vi.waitUntil(async () => (await findStatus(id)) === 'awaiting_review', { timeout: 60_000 });
  await vi.waitUntil(async () => (await findStatus(failedId)) === 'failed', { timeout: 60_000 });
  paths.review = `workspace/jobs/${id}`;
  paths.failed = `workspace/jobs/${failedId}`;
  paths.upload = `upload/${await product.newTicket()}`;
});

afterAll(() => product.close());

test.each([
  ['home', () => ''],
  ['the form of a recipe', () => 'workspace/recipes/message-bubbles'],
  ['the form of a run of several takes', () => `workspace/recipes/launch-cut?material=${paths.material}`],
  ['the jobs', () => 'workspace/jobs'],
  ['a finished job', () => paths.job],
  ['a job that waits for review', () => paths.review],
  ['a job that failed', () => paths.failed],
  ['a canvas', () => paths.canvas],
  ['the materials', () => 'workspace/materials'],
  ['the canvases', () => 'workspace/canvases'],
  ['the models', () => 'workspace/models'],
  ['the keys', () => 'workspace/keys'],
  ['the ledger', () => 'workspace/ledger'],
  ['the privacy', () => 'workspace/privacy'],
  ['the lab', () => 'workspace/lab'],
  ['the settings', () => 'workspace/settings'],
  ['the reference', () => 'api-reference'],
  ['an upload', () => paths.upload],
  ['a page that is not', () => 'workspace/nothing'],
])('has no accessibility violations on %s', async (_, toPath) => {
  await open(page, toPath());
  await expectNoBarriers();
});

test('has no accessibility violations in the menus, the keys and the history of the editor', async () => {
  await open(page, paths.canvas);
  await page.getByRole('menuitem', { name: 'View' }).press('ArrowDown');
  await expectNoBarriers();
  await page.getByRole('menuitem', { name: 'History and versions' }).press('Enter');
  await page.getByRole('heading', { name: 'Versions' }).waitFor();
  await expect.poll(() => page.locator('[aria-busy]').count()).toBe(0);
  await expectNoBarriers();
  await page.keyboard.press('Shift+?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await expectNoBarriers();
});

test.each([1024, 390])('has no accessibility violations in the editor in a window of %d pixels', async (width) => {
  await page.setViewportSize({ width, height: 800 });
  await open(page, paths.canvas);
  await page.getByRole(width < 760 ? 'button' : 'tab', { name: 'Properties' }).click();
  await expectNoBarriers();
  await page.setViewportSize({ width: 1280, height: 720 });
});

test.each([
  ['Add', 'Library'],
  ['Properties', 'Properties'],
])('has no accessibility violations in the sheet of a phone: %s', async (action, pane) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, paths.canvas);
  await page
    .getByLabel(/^Clip 1, video/)
    .first()
    .click();
  await page.getByRole('button', { name: action, exact: true }).click();
  const sheet = page.getByRole('dialog', { name: pane });
  await sheet.waitFor();
  await expect.poll(() => sheet.locator('[aria-busy]').count()).toBe(0);
  await expectNoBarriers();
  await page.setViewportSize({ width: 1280, height: 720 });
});

test('has no accessibility violations in the ways to a new canvas, and to its files', async () => {
  await open(page, 'workspace/canvases');
  await page.getByRole('button', { name: 'New canvas' }).click();
  await expectNoBarriers();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'From media' }).click();
  await page.getByRole('checkbox', { name: /short\.mp4/ }).check();
  await expectNoBarriers();
  await open(page, paths.canvas);
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await expectNoBarriers();
  await page.getByRole('radio', { name: 'Other editors' }).check();
  await expectNoBarriers();
  await page.getByRole('radio', { name: 'Project' }).check();
  await expectNoBarriers();
  await page.keyboard.press('Escape');
  await page
    .getByLabel(/^Clip \d+, video/)
    .first()
    .click();
  await page.getByRole('button', { name: 'Remove again' }).click();
  await page.getByText('10 credits').waitFor();
  await expectNoBarriers();
});

test('has no accessibility violations in the options of a run', async () => {
  await open(page, '');
  await page.getByLabel('Video file').setInputFiles(clip);
  await page.getByText('10 credits').first().waitFor();
  await page.getByText('More', { exact: true }).click();
  await expectNoBarriers();
});

test('has no accessibility violations in a form with all sections unfolded', async () => {
  await open(page, `workspace/recipes/message-bubbles?material=${paths.material}`);
  await page.getByRole('button', { name: 'Add message' }).click();
  await page.getByRole('button', { name: 'Add message' }).click();
  await page.getByText('More', { exact: true }).last().click();
  await page.getByText('8 credits').first().waitFor();
  await expectNoBarriers();
});

test('has no accessibility violations in the details of a job', async () => {
  await open(page, paths.job);
  await page.getByText('API request').click();
  await page.getByText('Details and log').click();
  await expectNoBarriers();
});

test('has no accessibility violations in an open form and a dialog', async () => {
  await open(page, 'workspace/models');
  await page.getByRole('button', { name: 'Use your own ONNX file' }).click();
  await expectNoBarriers();
  await page.getByRole('button', { name: 'Delete everything' }).click();
  await page.getByRole('dialog').waitFor();
  await expectNoBarriers();
});

async function open(tab: Page, path: string): Promise<void> {
  await tab.goto(`${product.baseUrl}/${path}`);
  await tab.getByRole('heading', { level: 1 }).waitFor();
  await expect.poll(() => tab.locator('[aria-busy]').count()).toBe(0);
}

/** Checks in light and in dark mode: a page follows the device while it is open. */
async function expectNoBarriers(): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await findBarriers(page), `in ${colorScheme}`).toEqual([]);
  }
}
