import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getData, shareProduct, type Product } from '#test/support/product.ts';

const clip = join(import.meta.dirname, '../../fixtures/sample/short.mp4');
const picture = join(import.meta.dirname, '../../../public/icons/icon-192.png');

let product: Product;
let page: Page;

beforeAll(async () => {
  product = await shareProduct();
  page = product.page;
  await page.setViewportSize({ width: 1440, height: 900 });
});

afterAll(() => product.close());

/**
 * Drops files on the page: videos and images by their names, each with different bytes. `paddingBytes` enlarges them.
 */
async function drop(names: readonly string[], paddingBytes = 0): Promise<void> {
  const files = await Promise.all(
    names.map(async (name) => ({
      name,
      type: name.endsWith('.png') ? 'image/png' : 'video/mp4',
      bytes: [...(await readFile(name.endsWith('.png') ? picture : clip)), ...Buffer.from(name)],
    })),
  );
  await page.evaluate(
    ([all, padding]) => {
      const dataTransfer = new DataTransfer();
      const block = new Blob([new Uint8Array(1_000_000)]);
      for (const { name, type, bytes } of all) {
        const parts = [new Uint8Array(bytes), ...Array.from({ length: padding / 1_000_000 }, () => block)];
        dataTransfer.items.add(new File(parts, name, { type }));
      }
      const how = { dataTransfer, bubbles: true, cancelable: true };
      document.body.dispatchEvent(new DragEvent('dragover', how));
      document.body.dispatchEvent(new DragEvent('drop', how));
    },
    [files, paddingBytes] as const,
  );
}

const listNames = async (): Promise<string[]> => {
  const { body } = await product.api<{ name: string }[]>('GET', '/v1/materials');
  return getData(body).map(({ name }) => name);
};

test('stores all files that are dropped on Media, and names the one that fails', async () => {
  await page.goto(`${product.baseUrl}/workspace/materials`);
  await page.getByRole('button', { name: /^(Add|Choose) files$/ }).waitFor();
  await drop(['one.png', 'two.png', 'three.mp4']);
  await expect.poll(listNames).toEqual(expect.arrayContaining(['one.png', 'three.mp4', 'two.png']));
  await page.getByRole('link', { name: 'one.png' }).waitFor();
  const text = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no media') };
  const kept = { name: 'kept.png', mimeType: 'image/png', buffer: await readFile(picture) };
  await page.getByLabel('File', { exact: true }).setInputFiles([text, kept]);
  await expect.poll(listNames).toContain('kept.png');
  await page
    .getByRole('alert')
    .getByText(/^"notes\.txt": The file is /)
    .waitFor();
});

test('offers several files on the home page as a new video, one of them for a recipe, and the others for Media', async () => {
  await page.goto(product.baseUrl);
  await page.getByRole('button', { name: 'Choose a video' }).waitFor();
  await drop(['cover.png', 'take.mp4', 'other.mp4']);
  await page.getByRole('heading', { name: 'Remove background' }).waitFor();
  expect(await page.getByText('take.mp4', { exact: true }).count()).toBe(1);
  await page.getByText('This recipe takes one video: take.mp4. cover.png and other.mp4 were not added.').waitFor();
  await page.getByRole('button', { name: 'Add 2 files to Media' }).click();
  await page.getByText('2 files added to Media.').waitFor();
  expect(await listNames()).toEqual(expect.arrayContaining(['cover.png', 'other.mp4']));
  await page.getByRole('button', { name: 'Edit 3 files in a new video' }).click();
  await page.getByLabel(/^Clip 1, image, cover\.png/).waitFor();
  await page.getByLabel(/^Clip \d, video, other\.mp4/).waitFor();
  // The next video starts without the selected files.
  await page.getByRole('navigation').getByRole('link', { name: 'Home', exact: true }).click();
  await page.getByRole('heading', { name: 'Your videos' }).waitFor();
  await page.getByRole('button', { name: 'Choose a video' }).waitFor();
  await drop(['lost.mp4']);
  await page.getByRole('heading', { name: 'Remove background' }).waitFor();
  await page.reload();
  const notice = page
    .locator('.notice')
    .filter({ hasText: /^lost\.mp4 \(.*\) was not stored before the page reloaded/ });
  await notice.getByRole('button', { name: 'Dismiss' }).click();
});

test('starts a new video of a shape on the home page, which then lists it', async () => {
  await page.goto(product.baseUrl);
  await page.getByRole('button', { name: /^Tall/ }).press('Enter');
  await page.waitForURL(/\/workspace\/canvas\/editor\//);
  const canvasId = page.url().split('/').at(-1);
  const { body } = await product.api<{ document: { width: number; height: number } }>(
    'GET',
    `/v1/canvases/${canvasId}`,
  );
  expect(getData(body).document).toMatchObject({ width: 1080, height: 1920 });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(product.baseUrl);
  const recent = page.getByRole('region', { name: 'Your videos' }).getByRole('article').first().getByRole('link');
  await recent.click();
  await page.waitForURL(new RegExp(`${canvasId}$`));
  await page.setViewportSize({ width: 1440, height: 900 });
});

test('sorts media into folders, edits them and adds them to a canvas', async () => {
  const canvas = getData((await product.api<{ id: string }>('POST', '/v1/canvases', { title: 'Collected' })).body);
  await page.goto(`${product.baseUrl}/workspace/materials`);
  await page.getByRole('button', { name: /^(Add|Choose) files$/ }).waitFor();
  await drop(['north.mp4', 'south.mp4', 'east.png']);
  const select = (name: string) => page.getByRole('checkbox', { name: `Select ${name}` });
  await select('south.mp4').press('Space');
  await select('north.mp4').press('Space');
  await page.getByRole('button', { name: 'Move to folder' }).press('Enter');
  await page.getByLabel('New folder').fill('Places');
  await page.keyboard.press('Enter');
  await page.getByRole('group', { name: 'Folders' }).getByRole('button', { name: 'Places 2' }).press('Enter');
  await expect.poll(() => page.getByRole('checkbox').count()).toBe(2);
  // A file that is added to an open folder goes there.
  await drop(['west.mp4']);
  await select('west.mp4').waitFor();
  await expect.poll(() => page.getByText(/ · Places$/).count()).toBe(3);
  await page.setViewportSize({ width: 390, height: 844 });
  // In Firefox the scroll bar takes part of the width.
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.getByRole('button', { name: 'Add to canvas: south.mp4' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add to canvas' });
  await dialog.getByRole('button', { name: /^Collected/ }).click();
  await dialog.getByText('south.mp4 added to the end of Collected.').waitFor();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.setViewportSize({ width: 1440, height: 900 });
  await select('south.mp4').check();
  await select('north.mp4').check();
  await page.getByRole('button', { name: 'Add to canvas: selected files' }).click();
  await dialog.getByRole('button', { name: /^Collected/ }).click();
  await dialog.getByRole('link', { name: 'Open canvas' }).click();
  await page.waitForURL(new RegExp(`${canvas.id}$`));
  for (const [index, name] of ['south', 'south', 'north'].entries()) {
    await page.getByLabel(new RegExp(`^Clip ${index + 1}, video, ${name}\\.mp4`)).waitFor();
  }
  await page.goto(`${product.baseUrl}/workspace/materials`);
  await page.getByRole('button', { name: 'Edit north.mp4' }).click();
  await page.getByLabel(/^Clip 1, video, north\.mp4/).waitFor();
});

test('accepts one file for an upload ticket, and sends none of several', async () => {
  const ticket = await product.newTicket();
  await page.goto(`${product.baseUrl}/upload/${ticket}`);
  await page.getByRole('button', { name: 'Choose a file' }).waitFor();
  await drop(['a.mp4', 'b.mp4']);
  await page.getByText('You selected 2 files, but only one can be added. Select one.').waitFor();
  expect(getData((await product.api('GET', `/v1/uploads/${ticket}`)).body)).toMatchObject({ status: 'pending' });
});

test('accepts all files that are dropped on a field for several files', async () => {
  await page.goto(`${product.baseUrl}/workspace/recipes/launch-cut`);
  await page.getByLabel('Takes: file').waitFor({ state: 'attached' });
  const takes = ['first.mp4', 'second.mp4'].map(async (name) => ({
    name,
    mimeType: 'video/mp4',
    buffer: Buffer.concat([await readFile(clip), Buffer.from(name)]),
  }));
  await page.getByLabel('Takes: file').setInputFiles(await Promise.all(takes));
  for (const name of ['first.mp4', 'second.mp4']) {
    await page.getByRole('button', { name: `Remove ${name}` }).waitFor();
  }
});

test('adds several files that are dropped on the editor to its timeline', async () => {
  const { id } = getData((await product.api<{ id: string }>('POST', '/v1/canvases', { title: 'Drops' })).body);
  await page.goto(`${product.baseUrl}/workspace/canvas/editor/${id}`);
  await page.getByRole('button', { name: 'Export', exact: true }).waitFor();
  await drop(['left.png', 'right.png']);
  await page.getByLabel(/^Clip 1, image, left\.png/).waitFor();
  await page.getByLabel(/^Clip 2, image, right\.png/).waitFor();
});

test('names the file whose upload a reload interrupted, and offers to choose it again', async () => {
  await page.goto(`${product.baseUrl}/workspace/materials`);
  await page.getByRole('button', { name: /^(Add|Choose) files$/ }).waitFor();
  await drop(['long.mp4'], 400_000_000);
  await page.getByText(/^Adding file/).waitFor();
  await page.reload();
  const notice = page.locator('.notice').filter({ hasText: 'long.mp4' });
  await notice.getByText(/^long\.mp4 \(400 MB\) was not stored before the page reloaded\.$/).waitFor();
  expect(await listNames()).not.toContain('long.mp4');
  const again = { name: 'long.mp4', mimeType: 'video/mp4', buffer: await readFile(clip) };
  const chooser = page.waitForEvent('filechooser');
  await notice.getByRole('button', { name: 'Choose long.mp4 again' }).click();
  await (await chooser).setFiles([again]);
  await notice.getByText('long.mp4 added to Media.').waitFor();
  await page.getByRole('link', { name: 'long.mp4', exact: true }).waitFor();
  await notice.getByRole('button', { name: 'Dismiss' }).click();
  await page.reload();
  await page.getByRole('link', { name: 'long.mp4', exact: true }).waitFor();
  expect(await page.getByText('was not stored').count()).toBe(0);
});
