/** @module-tag long */

import { join } from 'node:path';
import type { CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getData, shareProduct, type Product } from '#test/support/product.ts';
import { makeTimeline, makeItem } from '#test/support/timeline.ts';

/**
 * What a person meets in the pages when the browser has no room left: words, a way out, and nothing lost. Chromium asks for a
 * quota anew only after half a minute, so the disk gets full once, and has room again at the end.
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

test('an upload that does not fit says what it needs, and where room is made', async () => {
  const usage = await form.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0);
  await devtools.send('Storage.overrideQuotaForOrigin', { origin: product.baseUrl, quotaSize: usage + 4000 });
  const isTold = (): Promise<boolean> => form.getByRole('alert').getByText(isFull).isVisible();
  for (let tries = 0; tries < 30 && !(await isTold()); tries += 1) {
    // What still fits is taken, and deleted again.
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
});

test('a run that does not fit says so in its form, or on its page once it is a job, and costs nothing', async () => {
  const credits = await product.credits();
  await form.getByRole('button', { name: 'Select short.mp4' }).click();
  await form.getByRole('button', { name: 'Start', exact: true }).click();
  await form.getByText(isFull).first().waitFor();
  await form.getByRole('link', { name: 'Free storage in a new tab' }).waitFor();
  expect(await product.credits()).toBe(credits);
});

test('an export that does not fit says so, and its dialog stays', async () => {
  await editor.getByRole('button', { name: 'Export', exact: true }).click();
  const dialog = editor.getByRole('dialog', { name: 'Export' });
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  await dialog.getByRole('alert').getByText(isFull).waitFor();
  await dialog.getByRole('link', { name: 'Free storage in a new tab' }).waitFor();
  await editor.keyboard.press('Escape');
});

test('edits that do not fit are told, outlive a reload, and are saved once there is room', async () => {
  const title = editor.getByRole('textbox', { name: 'Canvas title' });
  const warning = editor.getByRole('alert').getByText(isFull);
  // The last kilobytes still take a few.
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
});

test('with room again, a run goes through', async () => {
  await form.goto(`${product.baseUrl}/workspace/recipes/remove-background`);
  // What was filled in is still there.
  await form.getByRole('button', { name: 'Choose another' }).waitFor();
  await form.getByRole('button', { name: 'Start', exact: true }).click();
  await form.getByRole('slider', { name: /Divider/ }).waitFor({ timeout: 120_000 });
});

/** What a full disk is called, where what is needed is known and where not. */
const isFull = /storage of this browser is full|needs at least [\d.]+ [kM]B of storage/;

/** Takes away what was picked, and what was stored of it. */
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
