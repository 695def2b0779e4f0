/** @module-tag long */

import { join } from 'node:path';
import type { CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getData, shareProduct, type Product } from '#test/support/product.ts';
import { makeTimeline, makeItem } from '#test/support/timeline.ts';

/**
 * The messages of the pages when the browser has no space left: the reason, a way out, and nothing lost. Chromium
 * computes a quota again only after half a minute, so the disk fills up once, and has space again at the end.
 */

const clip = join(import.meta.dirname, '../../fixtures/sample/short.mp4');
const otherClip = join(import.meta.dirname, '../../../public/sample/talk.mp4');

let product: Product;
/** The form of a run, and the editor. */
let form: Page;
let editor: Page;
let canvasId: string;
let devtools: CDPSession;

beforeAll(async () => {
  product = await shareProduct();
  form = product.page;
  devtools = await product.context.newCDPSession(form);
  const material = await product.upload(clip);
  const whole = { x: 320, y: 180, width: 640, height: 360 };
  const video = makeItem('video', 'clip', { ...whole, assetId: material, name: 'short.mp4', durationSeconds: 1 });
  const document = makeTimeline([{ items: [video] }], { title: 'Draft' });
  canvasId = getData((await product.api<{ id: string }>('POST', '/v1/canvases', { document })).body).id;
  editor = await product.context.newPage();
  await editor.goto(`${product.baseUrl}/workspace/canvas/editor/${canvasId}`);
  await editor.getByText('Saved', { exact: true }).waitFor();
  await form.goto(`${product.baseUrl}/workspace/recipes/remove-background`);
  await form.getByText('Or paste a link').waitFor();
});

afterAll(async () => {
  await giveRoom();
  await product.close();
});

// One test, because the disk is filled only once.
test('reports a full disk in each page with a way out, and loses nothing', async () => {
  await expectUploadReport();
  await expectRunReport();
  await expectExportReport();
  await expectEditsKept();
  await expectRunCompletes();
});

/** Fills the disk. Checks that an upload reports how much space it needs, and where to free it. */
async function expectUploadReport(): Promise<void> {
  const usage = await form.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0);
  await devtools.send('Storage.overrideQuotaForOrigin', { origin: product.baseUrl, quotaSize: usage + 4000 });
  const isTold = (): Promise<boolean> => form.getByRole('alert').getByText(isFull).isVisible();
  for (let tries = 0; tries < 30 && !(await isTold()); tries += 1) {
    // A file that still fits is accepted, and deleted again.
    await form.getByLabel('Video: file').setInputFiles(otherClip);
    await form
      .getByRole('alert')
      .or(form.getByRole('button', { name: 'Choose another' }))
      .waitFor();
    await emptyForm();
  }
  const [other] = await Promise.all([
    product.context.waitForEvent('page'),
    form.getByRole('link', { name: 'Free storage in a new tab' }).click(),
  ]);
  await other.getByRole('heading', { name: 'Storage', exact: true }).waitFor();
  await other.getByRole('main').getByRole('link', { name: 'materials', exact: true }).click();
  await other.getByRole('button', { name: 'Delete short.mp4' }).waitFor();
  await other.close();
}

/** Checks that a run that does not fit is reported in its form, or on the page of its job, without a charge. */
async function expectRunReport(): Promise<void> {
  const credits = await product.credits();
  await form.getByRole('button', { name: 'Select short.mp4' }).click();
  await form.getByRole('button', { name: 'Start', exact: true }).click();
  await form.getByText(isFull).first().waitFor();
  await form.getByRole('link', { name: 'Free storage in a new tab' }).waitFor();
  expect(await product.credits()).toBe(credits);
}

/** Checks that an export that does not fit is reported, and that its dialog stays open. */
async function expectExportReport(): Promise<void> {
  await editor.getByRole('button', { name: 'Export', exact: true }).click();
  const dialog = editor.getByRole('dialog', { name: 'Export' });
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  await dialog.getByRole('alert').getByText(isFull).waitFor();
  await dialog.getByRole('link', { name: 'Free storage in a new tab' }).waitFor();
  await editor.keyboard.press('Escape');
}

/** Checks that edits that do not fit are reported, kept after a reload, and saved once there is space. */
async function expectEditsKept(): Promise<void> {
  const title = editor.getByRole('textbox', { name: 'Canvas title' });
  const warning = editor.getByRole('alert').getByText(isFull);
  // The last kilobytes still accept a few.
  for (let count = 0; (await warning.count()) === 0 && count < 60; count += 1) {
    await title.fill(`Renamed ${count} times`);
    await title.press('Enter');
    await editor
      .locator('.editor-saving')
      .getByText(/^(Saved|Not saved)$/)
      .waitFor();
  }
  await editor.getByRole('link', { name: 'Free storage in a new tab' }).waitFor();
  const last = await title.inputValue();
  editor.once('dialog', (dialog) => void dialog.accept());
  await editor.reload();
  await expect.poll(() => title.inputValue()).toBe(last);
  await giveRoom();
  await expect.poll(getTitle).toBe(last);
}

/** Checks that a run completes after space was freed. */
async function expectRunCompletes(): Promise<void> {
  await form.goto(`${product.baseUrl}/workspace/recipes/remove-background`);
  // The form still has its values.
  await form.getByRole('button', { name: 'Choose another' }).waitFor();
  await form.getByRole('button', { name: 'Start', exact: true }).click();
  await form.getByRole('slider', { name: /Divider/ }).waitFor({ timeout: 120_000 });
}

/** The messages for a full disk, with and without a known size. */
const isFull = /storage of this browser is full|needs at least [\d.]+ [kM]B of storage/;

/** Removes the chosen file from the form, and its stored copy. */
async function emptyForm(): Promise<void> {
  const another = form.getByRole('button', { name: 'Choose another' });
  if (await another.isVisible()) {
    await another.click();
    const list = getData((await product.api<{ material: string; name: string }[]>('GET', '/v1/materials')).body);
    const stored = list.filter(({ name }) => name === 'talk.mp4');
    await Promise.all(stored.map(({ material }) => product.api('DELETE', `/v1/materials/${material}`)));
  }
}

const getTitle = async (): Promise<string> =>
  getData((await product.api<{ document: { title: string } }>('GET', `/v1/canvases/${canvasId}`)).body).document.title;

async function giveRoom(): Promise<void> {
  await devtools.send('Storage.overrideQuotaForOrigin', { origin: product.baseUrl });
}
