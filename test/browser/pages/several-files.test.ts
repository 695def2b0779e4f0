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

test('accepts one video of several files on the home page, and reports what happened to the others', async () => {
  await page.goto(product.baseUrl);
  await page.getByRole('button', { name: 'Choose a video' }).waitFor();
  await drop(['cover.png', 'take.mp4', 'other.mp4']);
  await page.getByRole('heading', { name: 'Remove background' }).waitFor();
  expect(await page.getByText('take.mp4', { exact: true }).count()).toBe(1);
  await page.getByText('This page accepts one video. cover.png and other.mp4 were not added.').waitFor();
  await page.getByRole('button', { name: 'Add 2 files to Media' }).click();
  await page.getByText('2 files added to Media.').waitFor();
  expect(await listNames()).toEqual(expect.arrayContaining(['cover.png', 'other.mp4']));
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
  await notice.getByText(/^The reload interrupted the upload of long\.mp4 \(400 MB\)\.$/).waitFor();
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
  expect(await page.getByText('interrupted').count()).toBe(0);
});
