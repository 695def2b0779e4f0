import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JobView } from '#operations/jobs.ts';
import { isFirefox } from '#test/support/browser.ts';
import { getData, shareProduct, type Product } from '#test/support/product.ts';

type Item = {
  id: string;
  type: string;
  role?: string;
  assetId?: string;
  startSeconds: number;
  durationSeconds: number;
};
type Canvas = {
  id: string;
  revision: number;
  document: { title: string; tracks: { kind: string; items: Item[] }[] };
  assets: Record<string, { mimeType: string }>;
};

const clip = join(import.meta.dirname, '../../fixtures/sample/short.mp4');
const longClip = join(import.meta.dirname, '../../../public/sample/talk.mp4');
const picture = join(import.meta.dirname, '../../../public/icons/icon-192.png');

let product: Product;
let page: Page;
let video: string;
let folder: string;

beforeAll(async () => {
  product = await shareProduct();
  page = product.page;
  await page.setViewportSize({ width: 1440, height: 900 });
  video = await product.upload(clip);
  folder = await mkdtemp(join(tmpdir(), 'offcut-editor-'));
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await product.close();
});

const readCanvas = async (id: string): Promise<Canvas> =>
  getData((await product.api<Canvas>('GET', `/v1/canvases/${id}`)).body);

/** The id of the canvas in the editor, once it is there. */
async function openedId(): Promise<string> {
  await page.waitForURL(/workspace\/canvas\/editor\//);
  await page.getByRole('button', { name: 'Export', exact: true }).waitFor();
  return page.url().split('/').at(-1) ?? '';
}

/** The items of the canvas as it was saved: type and start. */
const getItems = async (id: string): Promise<string[]> =>
  (await readCanvas(id)).document.tracks.flatMap(({ items }) =>
    items.map(({ type, startSeconds }) => `${type} ${startSeconds}`),
  );

/** Selects the first clip of the timeline. */
const selectClip = (): Promise<void> => page.getByLabel(/^Clip 1, video/).click();

test('the page of canvases teaches, and makes a canvas of materials in the order in which they are chosen', async () => {
  await product.upload(picture);
  await page.goto(`${product.baseUrl}/workspace/canvases`);
  await page.getByText('A canvas is a timeline you can edit').waitFor();
  await page.getByRole('button', { name: 'From media' }).click();
  // Names like IMG_0001 tell nobody what is in a file.
  await page.getByRole('dialog').locator('img').nth(1).waitFor();
  await page.getByRole('checkbox', { name: /icon-192/ }).check();
  await page.getByRole('checkbox', { name: /short\.mp4/ }).check();
  await page.getByRole('button', { name: 'Create from 2 files' }).click();
  expect(await getItems(await openedId())).toEqual(['picture 0', 'video 5']);
});

test('a material is added at the playhead, and a dropped file is stored and added as well', async () => {
  const id = await openedId();
  await page.getByRole('button', { name: /^Add short\.mp4/ }).press('Enter');
  await expect.poll(() => getItems(id)).toEqual(['picture 0', 'video 5', 'video 0']);
  await drop('dropped.png', page.locator('body'), { x: 300, y: 20 });
  await page.getByRole('button', { name: /^Add dropped\.png/ }).waitFor();
  await expect.poll(() => getItems(id)).toEqual(['picture 0', 'video 5', 'video 0', 'picture 0']);
});

test('a file that is dropped on the timeline goes to the track and the time under it', async () => {
  const scroller = page.locator('.timeline-scroller');
  const clip = await page.getByLabel(/^Clip 2, video/).boundingBox();
  const second = await scroller.evaluate((element) => Number(element.style.getPropertyValue('--pps')));
  // A little behind the last clip of the lowest track.
  const at = { x: (clip?.x ?? 0) + (clip?.width ?? 0) + 0.3 * second, y: (clip?.y ?? 0) + 10 };
  await drop('timeline.png', scroller, at);
  await page.getByRole('button', { name: /^Add timeline\.png/ }).waitFor();
  const placed = page.getByLabel(/^Clip 3, image, timeline\.png, from 6\.3 s/);
  await placed.waitFor();
  await page.keyboard.press('Control+z');
  await expect.poll(() => placed.count()).toBe(0);
});

/** Drops a picture of a name on an element, at a point of the window. */
async function drop(name: string, on: Locator, at: { readonly x: number; readonly y: number }): Promise<void> {
  // Not the bytes of one that is kept.
  const bytes = [...(await readFile(picture)), ...Buffer.from(name)];
  await on.evaluate(
    (element, [content, called, { x, y }]) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([new Uint8Array(content)], called, { type: 'image/png' }));
      const how = { dataTransfer, bubbles: true, cancelable: true, clientX: x, clientY: y };
      element.dispatchEvent(new DragEvent('dragover', how));
      element.dispatchEvent(new DragEvent('drop', how));
    },
    [bytes, name, at] as const,
  );
}

test('an export is made in the background: the editor stays, and the file is there to be taken', async () => {
  const id = await openedId();
  await page.keyboard.press('ControlOrMeta+e');
  const dialog = page.getByRole('dialog', { name: 'Export' });
  await dialog.getByLabel('Format').selectOption('PNG');
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  const link = page.getByRole('link', { name: /Download PNG/ });
  const href = await link.getAttribute('href');
  await page.getByText(/^\d.* kB$/).waitFor();
  const file = await fetch(new URL(href ?? '', product.baseUrl));
  expect([file.status, file.headers.get('Content-Type')]).toEqual([200, 'image/png']);
  expect(page.url()).toContain(id);
});

test('a file that is ready while a dialog is open waits behind it', async () => {
  const { body } = await product.api<Canvas>('POST', '/v1/canvases', { title: 'Behind', materials: [video] });
  const { id } = getData(body);
  await page.goto(`${product.baseUrl}/workspace/canvas/editor/${id}`);
  await openedId();
  await page.keyboard.press('ControlOrMeta+e');
  await page.getByRole('dialog', { name: 'Export' }).waitFor();
  await product.api('POST', `/v1/canvases/${id}/export`, { format: 'mp4' });
  await expect.poll(() => page.locator('.work-words').allInnerTexts()).toEqual(['Files']);
  await page.waitForTimeout(300);
  expect(await page.locator('#editor-work').isVisible()).toBe(false);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Files', exact: true }).click();
  await page.getByRole('link', { name: /^Download MP4/ }).waitFor();
});

test('the background of a clip is removed in its place, which can be canceled there, and one step takes it back', async () => {
  const { body } = await product.api<Canvas>('POST', '/v1/canvases', { title: 'In place', materials: [video] });
  const { id } = getData(body);
  await page.goto(`${product.baseUrl}/workspace/canvas/editor/${id}`);
  await openedId();
  await selectClip();
  const dialog = page.getByRole('dialog', { name: 'Remove background' });
  const begin = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Remove background' }).press('Enter');
    await dialog.getByRole('radio', { name: 'Fast' }).check();
    await dialog.getByText('10 credits').waitFor();
    await dialog.getByRole('button', { name: 'Remove background' }).click();
    await page.getByText(/Removing the background: /).waitFor();
  };
  // Behind a longer one it waits until it is canceled.
  const long = { title: 'Long', materials: [await product.upload(longClip)] };
  const { id: longId } = getData((await product.api<Canvas>('POST', '/v1/canvases', long)).body);
  const first = getData((await product.api<JobView>('POST', `/v1/canvases/${longId}/export`, { format: 'mp4' })).body);
  await begin();
  await page
    .getByRole('complementary', { name: 'Properties' })
    .getByRole('button', { name: 'Cancel', exact: true })
    .press('Enter');
  await page.getByText(/Removing the background: /).waitFor({ state: 'detached' });
  await product.api('POST', `/v1/jobs/${first.id}/cancel`, {});
  await begin();
  const shown = async (): Promise<Item | undefined> => (await readCanvas(id)).document.tracks[0]?.items[0];
  await expect.poll(async () => (await shown())?.role).toBe('cut-out');
  expect(await shown()).toMatchObject({ id: 'item-1', startSeconds: 0, sourceStartSeconds: 0 });
  await page.getByText('The background of this clip has been removed.').waitFor();
  expect(await page.getByRole('button', { name: 'Remove background', exact: true }).count()).toBe(0);
  const [job] = getData((await product.api<JobView[]>('GET', '/v1/jobs?recipeId=remove-background')).body);
  expect(job?.finalUrl).toContain((await shown())?.assetId);

  await page.getByRole('radio', { name: 'Green' }).check();
  await expect.poll(async () => (await readCanvas(id)).document.tracks.length).toBe(2);
  await page.getByRole('button', { name: /^Undo/ }).click();
  await page.getByRole('button', { name: /^Undo/ }).click();
  await expect.poll(async () => (await shown())?.assetId).toBe(video);
});

test('a cut-out that was finished while the editor was closed is offered, for the part that the clip shows', async () => {
  const { body } = await product.api<Canvas>('POST', '/v1/canvases', { title: 'Later', materials: [video] });
  const { id, revision } = getData(body);
  const trim = { type: 'trim', itemId: 'item-1', edge: 'start', atSeconds: 0.6 };
  await product.api('POST', `/v1/canvases/${id}/edits`, { revision, edits: [trim] });
  await page.goto(`${product.baseUrl}/workspace/canvas/editor/${id}`);
  await openedId();
  await selectClip();
  await page.keyboard.press('Shift+X');
  const dialog = page.getByRole('dialog', { name: 'Remove background' });
  await dialog.getByRole('radio', { name: 'Fast' }).check();
  await dialog.getByRole('button', { name: 'Remove background' }).click();
  await dialog.waitFor({ state: 'hidden' });

  await page.goto(`${product.baseUrl}/workspace/canvases`);
  const newest = async (): Promise<JobView | undefined> =>
    getData((await product.api<JobView[]>('GET', '/v1/jobs')).body)[0];
  await expect.poll(async () => (await newest())?.status).toBe('completed');
  expect((await newest())?.input['trim']).toEqual({ startSeconds: 0.6, endSeconds: 1 });
  await page.getByRole('link', { name: 'Later' }).click();
  await page.getByRole('button', { name: 'Cutout ready' }).click();
  await page.getByRole('button', { name: 'Replace clip' }).click();
  const shown = async (): Promise<Item | undefined> => (await readCanvas(id)).document.tracks[0]?.items[0];
  await expect.poll(shown).toMatchObject({ role: 'cut-out', startSeconds: 0.6, sourceStartSeconds: 0 });
  expect(await page.getByRole('button', { name: 'Cutout ready' }).count()).toBe(0);
});

// Firefox does not report a download from a blob to the protocol.
test.skipIf(isFirefox)('a project goes out with its media and comes in as a canvas of its own', async () => {
  await page.goto(`${product.baseUrl}/workspace/canvases`);
  await page.getByRole('link', { name: 'In place' }).click();
  const id = await openedId();
  await page.keyboard.press('ControlOrMeta+o');
  const dialog = page.getByRole('dialog', { name: 'Export' });
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download project' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('In place.zip');
  const [otio] = await Promise.all([
    page.waitForEvent('download'),
    (async () => {
      await dialog.getByRole('radio', { name: 'Other editors' }).check();
      await dialog.getByRole('button', { name: /^Download OTIO/ }).click();
    })(),
  ]);
  expect(otio.suggestedFilename()).toBe('In place.otio');
  await dialog.getByRole('radio', { name: 'Project' }).check();
  // A person has the file by its name.
  const file = join(folder, download.suggestedFilename());
  await download.saveAs(file);
  await dialog.getByLabel('Project or OTIO file').setInputFiles(file);
  await page.waitForURL((url) => !url.href.includes(id));
  const opened = await readCanvas(await openedId());
  expect(opened.document.title).toBe('In place');
  expect(Object.values(opened.assets).map(({ mimeType }) => mimeType)).toEqual(['video/mp4']);
});
