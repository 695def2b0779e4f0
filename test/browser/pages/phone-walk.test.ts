import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { Fingers } from '#test/support/fingers.ts';
import { getData, shareProduct, type Product } from '#test/support/product.ts';

const clip = join(import.meta.dirname, '../../fixtures/sample/short.mp4');

let product: Product;
let page: Page;
let fingers: Fingers;

beforeAll(async () => {
  product = await shareProduct();
  page = product.page;
  await page.emulateMedia({ reducedMotion: 'reduce' });
  fingers = await Fingers.onPhone(page);
});

beforeEach(async () => {
  await page.goto(product.baseUrl);
  await page.setViewportSize({ width: 390, height: 844 });
});

afterAll(() => product.close());

/** Taps an element after scrolling it to the middle, where no bar covers it. */
async function tap(target: Locator): Promise<void> {
  await target.waitFor();
  await target.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  await fingers.tap(target);
}

/** Checks that the content is as wide as the window, and that the link to the home page is visible. */
async function expectItFits(): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  const mark = await page.getByRole('banner').getByRole('link', { name: 'Offcut' }).boundingBox();
  expect(mark?.x).toBeGreaterThanOrEqual(0);
  expect(mark?.width).toBeGreaterThanOrEqual(24);
}

const button = (name: string): Locator => page.getByRole('button', { name, exact: true });
const link = (name: string | RegExp): Locator => page.getByRole('link', { name, exact: typeof name === 'string' });

test('leads on a phone from a recipe through its run, the review and the editor to the export', async () => {
  await startRun();
  await approveAndDownload();
  await editAndExport();
  await expectRoomForTitle();
  await repeatExport();
});

/** Fills in the form of a recipe and starts the run. */
async function startRun(): Promise<void> {
  await tap(link(/^Text behind/));
  await page.getByLabel('Text', { exact: true }).waitFor();
  await expectItFits();
  const chooser = page.waitForEvent('filechooser');
  await tap(button('Add a file'));
  await (await chooser).setFiles(clip);
  await page.getByText('short.mp4').first().waitFor();
  await tap(page.getByLabel('Text', { exact: true }));
  await page.keyboard.type('HELLO');
  await tap(page.getByRole('radio', { name: 'Fast' }));
  await page.getByText('12 credits').first().waitFor();
  await expectItFits();
  await tap(button('Create proposal'));
  await page.getByRole('heading', { level: 1, name: 'short.mp4' }).waitFor();
  await expectItFits();
}

/** Approves the proposal and downloads the result. */
async function approveAndDownload(): Promise<void> {
  await page.getByRole('heading', { name: 'Waiting for your review' }).waitFor();
  await button('Approve').waitFor();
  await expectItFits();
  await tap(button('Approve'));
  const download = link(/^Download MP4/);
  await download.waitFor();
  await expectItFits();
  const [saved] = await Promise.all([page.waitForEvent('download'), tap(download)]);
  expect(saved.suggestedFilename()).toBe('short text behind.mp4');
}

/** Changes the text in the editor and exports the video. */
async function editAndExport(): Promise<void> {
  await tap(link('Open in editor'));
  const text = page.getByRole('listitem', { name: /^Clip \d+, text, / });
  await tap(text);
  await expect.poll(async () => (await text.getAttribute('aria-label'))?.endsWith('selected')).toBe(true);
  await tap(button('Properties'));
  const sheet = page.getByRole('dialog', { name: 'Properties' });
  await tap(sheet.getByRole('textbox', { name: 'Text' }));
  await page.keyboard.press('Control+A');
  await page.keyboard.type('SERVUS');
  await tap(sheet.getByRole('button', { name: 'Close' }));
  await expect.poll(() => text.getAttribute('aria-label')).toContain('SERVUS');
  await tap(button('Export'));
  await tap(page.getByRole('form', { name: 'Export' }).getByRole('button', { name: 'Export' }));
  await page.getByRole('region', { name: 'Work' }).getByRole('link', { name: 'Download MP4' }).waitFor();
  await expectItFits();
}

/** Checks that the title has room next to the files, and that Escape closes their list before anything in the editor. */
async function expectRoomForTitle(): Promise<void> {
  await page.keyboard.press('Escape');
  await page.getByRole('region', { name: 'Work' }).waitFor({ state: 'hidden' });
  expect(await page.getByRole('listitem', { name: /, selected$/ }).count()).toBe(1);
  const title = await page.getByRole('textbox', { name: 'Canvas title' }).boundingBox();
  expect(title?.width).toBeGreaterThan(125);
  const files = await button('Files').boundingBox();
  expect(files?.height).toBeGreaterThanOrEqual(24);
}

/** Opens the export in the list of jobs and its form, which has the values of the export. */
async function repeatExport(): Promise<void> {
  await tap(link('All canvases'));
  await page.getByRole('heading', { level: 1, name: 'Canvases' }).waitFor();
  await expectItFits();
  await tap(link('Jobs'));
  await tap(page.getByRole('list', { name: 'Jobs' }).getByRole('link').first());
  await tap(link('Export again with changes'));
  const form = page.getByRole('form', { name: 'Export' });
  await form.getByLabel('Format').waitFor();
  expect(await form.getByLabel('Format').inputValue()).toBe('mp4');
  expect(new URL(page.url()).hash).toBe('');
}

test('shows the timeline next to the stage in landscape, and menus that end above the bottom', async () => {
  const { id } = getData((await product.api<{ id: string }>('POST', '/v1/canvases', { title: 'Landscape' })).body);
  await page.setViewportSize({ width: 844, height: 390 });
  await page.goto(`${product.baseUrl}/workspace/canvas/editor/${id}`);
  await page.locator('.stage-view').waitFor();
  const getBox = async (selector: string) => {
    const box = await page.locator(selector).boundingBox();
    return box ?? { x: 0, y: 0, width: 0, height: 0 };
  };
  await expect.poll(async () => (await getBox('.stage-view')).height).toBeGreaterThan(180);
  const [picture, tracks] = [await getBox('.stage-view'), await getBox('.editor-bottom')];
  expect(tracks.x).toBeGreaterThanOrEqual(picture.x + picture.width);
  expect(tracks.height).toBeGreaterThan(240);
  for (const size of [
    { width: 844, height: 390 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size);
    await page.getByText('Menu', { exact: true }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await page.getByRole('menuitem', { name: 'Back from Edit' }).waitFor();
    const [menu, foot, bar] = [await getBox('.menu'), await getBox('.editor-foot'), await getBox('.editor-top')];
    expect(menu.y).toBeGreaterThanOrEqual(bar.y + bar.height);
    expect(menu.y + menu.height).toBeLessThanOrEqual(foot.y);
    await page.keyboard.press('Escape');
  }
});

test('reaches all pages in landscape, and covers no content', async () => {
  await page.goto(`${product.baseUrl}/workspace/keys`);
  await expect.poll(() => link('Settings').getAttribute('aria-current')).toBe('page');
  await page.setViewportSize({ width: 844, height: 390 });
  // The bar does not scroll, and leaves its width to the page.
  const last = await link('Settings').boundingBox();
  expect((last?.y ?? 0) + (last?.height ?? Infinity)).toBeLessThanOrEqual(390);
  expect((await page.getByRole('main').boundingBox())?.x).toBeLessThan(100);
  expect(await link('Settings').getAttribute('aria-current')).toBe('page');
  await link('Settings').click();
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
  await page.evaluate(() => scrollTo(0, 100));
  await expect.poll(async () => (await page.getByRole('banner').boundingBox())?.y).toBeLessThanOrEqual(-52);
});
