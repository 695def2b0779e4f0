import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Fingers } from '#test/support/fingers.ts';
import { shareProduct, type Product } from '#test/support/product.ts';

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

afterAll(() => product.close());

/** Taps what a person has scrolled to the middle, where no bar lies over it. */
async function tap(target: Locator): Promise<void> {
  await target.waitFor();
  await target.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  await fingers.tap(target);
}

/** What is shown is as wide as the window, and the mark that leads home is there. */
async function expectItFits(): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  const mark = await page.getByRole('banner').getByRole('link', { name: 'Offcut' }).boundingBox();
  expect(mark?.x).toBeGreaterThanOrEqual(0);
  expect(mark?.width).toBeGreaterThanOrEqual(24);
}

const button = (name: string): Locator => page.getByRole('button', { name, exact: true });
const link = (name: string | RegExp): Locator => page.getByRole('link', { name, exact: typeof name === 'string' });

test('on a phone a hand goes from a recipe and a file over the price to the work', async () => {
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
});

test('over the review to the result and its download', async () => {
  await page.getByRole('heading', { name: 'Waiting for your review' }).waitFor();
  await button('Approve').waitFor();
  await expectItFits();
  await tap(button('Approve'));
  const download = link(/^Download MP4/);
  await download.waitFor();
  await expectItFits();
  const [saved] = await Promise.all([page.waitForEvent('download'), tap(download)]);
  expect(saved.suggestedFilename()).toBe('short text behind.mp4');
});

test('into the editor, where a text is changed and the film exported', async () => {
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
});

test('the title keeps its room beside files, and Escape closes their list before anything in the editor', async () => {
  await page.keyboard.press('Escape');
  await page.getByRole('region', { name: 'Work' }).waitFor({ state: 'hidden' });
  expect(await page.getByRole('listitem', { name: /, selected$/ }).count()).toBe(1);
  const title = await page.getByRole('textbox', { name: 'Canvas title' }).boundingBox();
  expect(title?.width).toBeGreaterThan(125);
  const files = await button('Files').boundingBox();
  expect(files?.height).toBeGreaterThanOrEqual(24);
});

test('on its side the phone has the timeline beside the picture, and menus that end above its foot', async () => {
  await page.setViewportSize({ width: 844, height: 390 });
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
    const [menu, foot, bar] = [await getBox('.menu'), await getBox('.editor-foot'), await getBox('.editor-top')];
    expect(menu.y).toBeGreaterThanOrEqual(bar.y + bar.height);
    expect(menu.y + menu.height).toBeLessThanOrEqual(foot.y);
    await page.keyboard.press('Escape');
  }
});

test('and back over the jobs to the export, which is made again from its canvas as it was', async () => {
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
  await page.goto(`${product.baseUrl}/workspace/keys`);
  await expect.poll(() => link('Settings').getAttribute('aria-current')).toBe('page');
});

test('on its side the phone reaches all pages, and nothing stays over what is read', async () => {
  await page.setViewportSize({ width: 844, height: 390 });
  // With no scrolling, and in a bar that leaves its width to the page.
  const last = await link('Settings').boundingBox();
  expect((last?.y ?? 0) + (last?.height ?? Infinity)).toBeLessThanOrEqual(390);
  expect((await page.getByRole('main').boundingBox())?.x).toBeLessThan(100);
  expect(await link('Settings').getAttribute('aria-current')).toBe('page');
  await link('Settings').click();
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
  await page.evaluate(() => scrollTo(0, 100));
  await expect.poll(async () => (await page.getByRole('banner').boundingBox())?.y).toBeLessThanOrEqual(-52);
});
