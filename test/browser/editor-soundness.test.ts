import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TimelineDocument } from '#core/timeline/document.ts';
import { dataOf, shareProduct, type Product } from '../support/product.ts';
import { documentOf, itemOf } from '../support/timeline.ts';

/** What an editor does where others change, delete and deny things beneath it: nothing is lost, and nothing is taken for another. */

type Canvas = { id: string; revision: number; document: TimelineDocument };

const picture = join(import.meta.dirname, '../../public/icons/icon-192.png');

let product: Product;
let page: Page;

beforeAll(async () => {
  product = await shareProduct();
  page = product.page;
  page.setDefaultTimeout(20_000);
  await page.setViewportSize({ width: 1440, height: 900 });
});

afterAll(() => product.close());

const ask = async <T>(method: string, path: string, body?: unknown): Promise<T> =>
  dataOf((await product.api<T>(method, path, body)).body);

const read = (id: string): Promise<Canvas> => ask('GET', `/v1/canvases/${id}`);

/** What an agent does from outside. */
const edit = (id: string, revision: number, ...edits: object[]): Promise<Canvas> =>
  ask('POST', `/v1/canvases/${id}/edits`, { revision, edits });

/** Opens a canvas that begins as the document. */
async function open(document: TimelineDocument): Promise<string> {
  const { id } = await ask<Canvas>('POST', '/v1/canvases', { document });
  await page.goto(`${product.baseUrl}/workspace/canvas/editor/${id}`);
  await page.getByText('Saved', { exact: true }).waitFor();
  return id;
}

test('an undo brings back a clip whose file was deleted and that no version names any more', async () => {
  const assetId = await product.upload(picture);
  const id = await open(documentOf([{ items: [itemOf('shape', 'box', { name: 'Box' })] }]));
  const clip = itemOf('picture', 'clip', { assetId, startSeconds: 4, name: 'Icon' });
  await edit(id, 1, { type: 'add-item', trackId: 'track-1', item: clip });
  await page.getByRole('listitem', { name: /^Clip 2,/ }).click();
  await page.keyboard.press('Delete');
  await expect.poll(async () => (await read(id)).document.tracks[0]?.items.length).toBe(1);
  let { revision } = await read(id);
  for (const deleted = revision; revision < deleted + 52;) {
    ({ revision } = await edit(id, revision, { type: 'set-canvas', title: `Title ${revision}` }));
  }
  const versions = await ask<{ version: number }[]>('GET', `/v1/canvases/${id}/versions`);
  expect(versions.map(({ version }) => version)).not.toContain(2);
  await expect.poll(() => page.getByRole('textbox', { name: 'Title of the canvas' }).inputValue()).toMatch(/^Title /);
  await ask('DELETE', `/v1/materials/${assetId}`);
  await page.keyboard.press('Control+z');
  await expect
    .poll(async () => (await read(id)).document.tracks[0]?.items.map(({ id: itemId }) => itemId))
    .toEqual(['box', 'clip']);
  expect(await page.getByRole('alert').count()).toBe(0);
});
