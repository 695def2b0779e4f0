import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { focused, Keyboard } from '#test/support/keyboard.ts';
import { getData, shareProduct, type Product } from '#test/support/product.ts';
import { makeTimeline, makeItem } from '#test/support/timeline.ts';

/** Pages without a pointer: all except the editor, and the preview and crop of the editor. */

const clip = join(import.meta.dirname, '../../fixtures/sample/short.mp4');
const room = join(import.meta.dirname, '../../fixtures/sample/empty.mp4');

let product: Product;
let page: Page;
let keys: Keyboard;

beforeAll(async () => {
  product = await shareProduct();
  page = product.page;
  await page.setViewportSize({ width: 1280, height: 800 });
  keys = new Keyboard(page);
});

beforeEach(() => keys.faults.clear());

afterAll(() => product.close());

const open = async (path: string): Promise<void> => {
  await page.goto(`${product.baseUrl}/workspace/${path}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await expect.poll(() => page.locator('[aria-busy]').count()).toBe(0);
};

test('creates a key with a cap and revokes it', async () => {
  await open('keys');
  await keys.use('button New key');
  await expect.poll(() => focused(page)).toBe('text Name');
  await keys.type('By keyboard');
  await keys.reach('number Spend cap, in credits');
  await keys.type('20');
  await keys.press('Enter');
  await page.getByRole('status', { name: 'New API key' }).waitFor();
  await keys.use('button Revoke By keyboard');
  await page.getByRole('dialog', { name: 'Revoke By keyboard?' }).waitFor();
  await keys.use('button Revoke');
  await page.getByText('Revoked', { exact: true }).waitFor();
  expect([...keys.faults]).toEqual([]);
});

test('explains jobs before the first run, and deletes a material', async () => {
  await product.upload(room);
  await open('jobs');
  await page.getByText('No jobs yet').waitFor();
  await open('materials');
  await keys.use('button Delete empty.mp4');
  await page.getByRole('dialog').waitFor();
  await keys.use('button Delete');
  await page.getByRole('button', { name: 'Delete empty.mp4' }).waitFor({ state: 'detached' });
  expect([...keys.faults]).toEqual([]);
});

test('creates a canvas, renames it in its list, and finds it', async () => {
  await open('canvases');
  await keys.use('button New canvas');
  await keys.reach('text Title');
  await keys.type('Made by keys');
  await keys.press('Enter');
  await page.getByRole('textbox', { name: 'Canvas title' }).waitFor();
  await open('canvases');
  await keys.use('button Rename Made by keys');
  await expect.poll(() => focused(page)).toBe('text Title');
  await keys.type('Renamed by keys');
  await keys.press('Enter');
  await keys.reach('button Rename Renamed by keys');
  await keys.reach('search Search canvases');
  await keys.type('renamed');
  await page.getByText('1 found').waitFor();
  expect([...keys.faults]).toEqual([]);
});

test('crops an image, previews an earlier version and restores it', async () => {
  const assetId = await product.upload(clip);
  const document = makeTimeline([{ items: [makeItem('video', 'v', { name: 'short.mp4', assetId })] }]);
  const { id } = getData((await product.api<{ id: string }>('POST', '/v1/canvases', { document })).body);
  await open(`canvas/editor/${id}`);
  await keys.reach(/^listitem Clip 1, video/);
  await keys.press('Enter', 'Shift+C');
  await expect.poll(() => focused(page)).toBe('button Crop area');
  await keys.reach('button Crop, left edge');
  await keys.press('Shift+ArrowRight', 'Enter');
  const getCrop = async (): Promise<unknown> => {
    const { body } = await product.api<{ document: typeof document }>('GET', `/v1/canvases/${id}`);
    const [item] = getData(body).document.tracks[0]?.items ?? [];
    return item?.type === 'video' ? item.crop : null;
  };
  await expect.poll(getCrop).toMatchObject({ left: expect.closeTo(0.05, 3) });
  await keys.press('Alt+3');
  await page.getByRole('heading', { name: 'Versions' }).waitFor();
  await keys.use(/^button Preview version of/);
  await page.getByText('You are previewing the version of').waitFor();
  await keys.use('button Restore', 'Enter', -1);
  await expect.poll(getCrop).toBeUndefined();
  expect([...keys.faults]).toEqual([]);
});
