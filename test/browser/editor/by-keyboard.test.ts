import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { focused, Keyboard } from '#test/support/keyboard.ts';
import { getData, shareProduct, type Product } from '#test/support/product.ts';
import { makeTimeline, makeItem } from '#test/support/timeline.ts';

/** The editor without a pointer: a control that cannot be reached, or that loses the focus, fails a test. */

const clip = join(import.meta.dirname, '../../fixtures/sample/short.mp4');
const box = { x: 320, y: 180, width: 320, height: 180 };

let product: Product;
let page: Page;
let keys: Keyboard;

beforeAll(async () => {
  product = await shareProduct();
  page = product.page;
  await page.setViewportSize({ width: 1280, height: 800 });
  keys = new Keyboard(page);
});

afterAll(() => product.close());

beforeEach(() => keys.faults.clear());

test('writes a chat, proposes it, changes it in its review and approves it', async () => {
  await page.goto(product.baseUrl);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await keys.use(/^link Message bubbles/);
  await page.getByRole('button', { name: 'Add message' }).waitFor();
  await keys.use(/^button Add message/);
  await keys.reach(/^(text|textarea) Text/);
  await keys.type('Is it ready?');
  await keys.use(/^button Create proposal/);
  await page.getByRole('heading', { name: 'Waiting for your review' }).waitFor();
  await page.getByLabel('Message 1, text').waitFor();
  await keys.reach('textarea Message 1, text');
  await keys.type(' By keyboard.');
  await keys.press('Control+s');
  await page.getByText('Your changes are saved automatically.').waitFor({ state: 'attached' });
  await keys.use('button Add message below message 1');
  await expect.poll(() => focused(page)).toBe('textarea Message 2, text');
  await keys.type('Since this morning');
  await keys.use('button Move up message 2');
  await expect.poll(() => focused(page)).toMatch(/^button Message 1 of 2/);
  await keys.use('button Delete message 2');
  await expect.poll(() => focused(page)).toBe('textarea Message 1, text');
  await keys.use('button Approve changes');
  await page.getByRole('link', { name: 'Download MP4' }).waitFor();
  await expect.poll(() => focused(page)).not.toBe('');
  await keys.reach(/^link Download MP4/);
  expect([...keys.faults]).toEqual([]);
});

test('adds, selects, moves, trims, splits and deletes clips, and undoes each step', async () => {
  await openCanvas();
  await keys.use('tab Media', 'ArrowDown');
  await keys.use('button Add title');
  await expect.poll(() => page.getByRole('listitem', { name: /^Clip \d+, text/ }).count()).toBe(1);
  await keys.reach(/^listitem Clip 1, text/);
  await keys.press('ArrowDown');
  await expect.poll(() => focused(page)).toMatch(/^listitem Clip 1, shape, First.*selected$/);
  await keys.press('ArrowRight', 'Alt+Shift+ArrowRight');
  await expect.poll(() => getTimes('Second')).toBe('3.3-5.3');
  await keys.press(']', '[');
  await expect.poll(() => getTimes('Second')).toBe('3.3-5.4');
  await keys.press('g');
  await expect.poll(() => focused(page)).toBe('text Go to');
  await keys.type('4');
  await keys.press('Enter');
  // The focus is unchanged, so that the next key applies to the clip.
  await expect.poll(() => focused(page)).toMatch(/^listitem Clip 2, shape, Second/);
  await keys.press('s', 'Shift+Delete');
  await expect.poll(() => page.getByRole('listitem', { name: /, Second,/ }).count()).toBe(1);
  await expect.poll(() => focused(page)).toMatch(/^listitem Clip/);
  await keys.press('Control+z', 'Control+z', 'Control+z', 'Control+z', 'Control+z');
  await expect.poll(() => getTimes('Second')).toBe('3.0-5.0');
  // Clips that had the focus were added and removed meanwhile.
  await expect.poll(() => focused(page)).toMatch(/^listitem Clip/);
  expect([...keys.faults]).toEqual([]);
});

test('writes a property, sets a keyframe, and saves the typed value by its key', async () => {
  await openCanvas();
  await keys.reach(/^listitem Clip/);
  await keys.press('ArrowUp', 'ArrowDown', 'ArrowRight');
  await expect.poll(() => focused(page)).toMatch(/^listitem Clip 2, shape, Second.*selected$/);
  await keys.press('g');
  await expect.poll(() => focused(page)).toBe('text Go to');
  await keys.type('4');
  await keys.press('Enter');
  await expect.poll(() => focused(page)).toMatch(/^listitem Clip 2, shape, Second/);
  const opacity = await keys.reach(/^text Opacity/);
  await keys.press('Control+a');
  await keys.type('40');
  await keys.press('Control+s');
  await page.getByText('Saved', { exact: true }).first().waitFor();
  await expect.poll(savedOpacity).toBe(0.4);
  await expect.poll(() => focused(page)).toBe(opacity);
  await keys.use('button Keyframe of opacity at the playhead');
  await expect.poll(() => page.getByRole('button', { name: 'Previous keyframe of opacity' }).count()).toBe(1);
  await keys.press('Control+z');
  await expect.poll(() => page.getByRole('button', { name: 'Previous keyframe of opacity' }).count()).toBe(0);
  await expect.poll(() => focused(page)).toBe('button Keyframe of opacity at the playhead');
  expect([...keys.faults]).toEqual([]);
});

test('names, moves and deletes a marker', async () => {
  await openCanvas();
  await keys.reach(/^listitem Clip/);
  await keys.press('m');
  await keys.reach(/^button Marker Marker 1/, -1);
  await keys.press('F2');
  await expect.poll(() => focused(page)).toBe('text Marker name');
  await keys.type('Chorus');
  await keys.press('Enter');
  await expect.poll(() => focused(page)).toBe('button Marker Chorus');
  // The field disappears when it loses the focus, as it does for a moment during a save.
  await keys.press('F2');
  await expect.poll(() => focused(page)).toBe('text Marker name');
  await keys.type('Verse');
  await keys.press('Control+s');
  await expect.poll(() => focused(page)).toBe('button Marker Verse');
  const at = (): Promise<string> => page.locator('.marker').evaluate(({ style }) => style.getPropertyValue('--at'));
  const before = Number(await at());
  await keys.press('Alt+Shift+ArrowRight');
  await expect.poll(async () => Number(await at())).toBeCloseTo(before + 1 / 3, 2);
  await expect.poll(() => focused(page)).toBe('button Marker Verse');
  await keys.press('Delete');
  await expect.poll(() => focused(page)).toBe('slider Playhead');
  expect(await page.locator('.marker').count()).toBe(0);
  // The position of this key on a French keyboard. An American one has the semicolon there, which is the key of another
  // command.
  await page.evaluate(() => {
    const init = { key: 'm', code: 'Semicolon', bubbles: true, cancelable: true };
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', init));
  });
  await expect.poll(() => page.locator('.marker').count()).toBe(1);
  await keys.press('Control+z');
  await expect.poll(() => page.locator('.marker').count()).toBe(0);
});

test('writes a text on the stage, and keeps editing during a save by its key', async () => {
  await openCanvas();
  await keys.reach(/^listitem Clip/);
  await keys.press('Escape');
  await keys.use('tab Media', 'ArrowDown');
  await keys.use('button Add title');
  await keys.reach(/^group Preview/);
  await keys.press('Enter');
  await expect.poll(() => focused(page)).toMatch(/^textarea Text of/);
  await keys.press('Control+a');
  await keys.type('Half');
  await keys.press('Control+s');
  await page.getByRole('listitem', { name: /^Clip \d+, text, Half,/ }).waitFor();
  await expect.poll(() => focused(page)).toMatch(/^textarea Text of/);
  await keys.type(' and half');
  await keys.press('Escape');
  await expect.poll(() => focused(page)).toMatch(/^group Preview/);
  await page.getByRole('listitem', { name: /^Clip \d+, text, Half and half,/ }).waitFor();
  await keys.press('Control+z', 'Control+z', 'Control+z');
  expect([...keys.faults]).toEqual([]);
});

test('opens and closes menus, the export and the sheet of keys, and restores the focus', async () => {
  await openCanvas();
  await keys.reach(/^listitem Clip/);
  // A menu applies to the selected item.
  await keys.press('Enter');
  const before = await focused(page);
  expect(before).toMatch(/selected$/);
  await keys.press('Shift+F10');
  await expect.poll(() => focused(page)).toMatch(/^menuitem/);
  await keys.press('End', 'ArrowUp', 'Escape');
  await expect.poll(() => focused(page)).toBe(before);
  await keys.press('Shift+?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await sheet.waitFor();
  await staysWithin(sheet);
  await keys.press('Escape');
  await expect.poll(() => focused(page)).toBe(before);
  await keys.use(/^button Export/, 'Enter', -1);
  const dialog = page.getByRole('dialog', { name: 'Export' });
  await dialog.waitFor();
  await staysWithin(dialog);
  await keys.press('Escape');
  await expect.poll(() => focused(page)).toMatch(/^button Export/);
  await keys.reach(/^menuitem Canvas/, -1);
  await keys.press('ArrowDown', 'ArrowDown', 'ArrowRight');
  await expect.poll(() => focused(page)).toMatch(/^menuitem/);
  await keys.press('Escape');
  await expect.poll(() => focused(page)).toBe('menuitem Edit');
  expect(await page.getByRole('menu').count()).toBe(0);
  expect([...keys.faults]).toEqual([]);
});

/** Moves the focus with Tab through a dialog and back to its start, past the browser's own controls at most. */
async function staysWithin(dialog: Locator): Promise<void> {
  for (let count = 0; count < 12; count += 1) {
    await keys.press('Tab');
    const isIn = await dialog.evaluate(
      (element) => element.contains(document.activeElement) || document.activeElement === document.body,
    );
    expect(isIn).toBe(true);
  }
}

const getTimes = async (name: string): Promise<string> => {
  const label = await page
    .getByRole('listitem', { name: new RegExp(`, ${name},`) })
    .first()
    .getAttribute('aria-label');
  return (
    /from (.*?) s to (.*?) s/
      .exec(label ?? '')
      ?.slice(1)
      .join('-') ?? ''
  );
};

let canvasId = '';

async function openCanvas(): Promise<void> {
  const assetId = await product.upload(clip);
  const document = makeTimeline([
    {
      name: 'Film',
      items: [
        makeItem('shape', 'a', { ...box, name: 'First', durationSeconds: 2 }),
        makeItem('shape', 'b', { ...box, name: 'Second', startSeconds: 3, durationSeconds: 2 }),
        makeItem('video', 'v', { ...box, name: 'short.mp4', assetId, startSeconds: 8, durationSeconds: 1 }),
      ],
    },
  ]);
  canvasId = getData((await product.api<{ id: string }>('POST', '/v1/canvases', { document })).body).id;
  // Clips move by frames where no track is magnetic.
  await page.evaluate(() => localStorage.setItem('offcut:magnetic', 'off'));
  await page.goto(`${product.baseUrl}/workspace/canvas/editor/${canvasId}`);
  await page.getByRole('listitem', { name: /^Clip 1,/ }).waitFor();
  await expect.poll(() => page.locator('[aria-busy]').count()).toBe(0);
}

async function savedOpacity(): Promise<unknown> {
  const { body } = await product.api<{ document: ReturnType<typeof makeTimeline> }>('GET', `/v1/canvases/${canvasId}`);
  const item = getData(body)
    .document.tracks.flatMap(({ items }) => items)
    .find(({ id }) => id === 'b');
  return item?.type === 'shape' ? item.opacity : null;
}
