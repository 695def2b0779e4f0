import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JobView } from '#operations/jobs.ts';
import { lateFrames } from '#test/in-page/late-frames.ts';
import { focused } from '#test/support/keyboard.ts';
import { getData, shareProduct, type Product } from '#test/support/product.ts';
import { makeTimeline, makeItem } from '#test/support/timeline.ts';

/**
 * A user who is faster than the page: each key immediately follows the one before, and code that waits for a paint runs
 * late.
 */

const box = { x: 320, y: 180, width: 320, height: 180 };

let product: Product;
let page: Page;

beforeAll(async () => {
  product = await shareProduct();
  // Open until the end: a closed page may be the one that answers the local server.
  page = await product.context.newPage();
  await page.addInitScript(lateFrames);
});

afterAll(() => product.close());

async function openCanvas(): Promise<void> {
  const document = makeTimeline([
    {
      name: 'Film',
      items: [
        makeItem('shape', 'a', { ...box, name: 'First', durationSeconds: 2 }),
        makeItem('shape', 'b', { ...box, name: 'Second', startSeconds: 3, durationSeconds: 2 }),
      ],
    },
  ]);
  const { id } = getData((await product.api<{ id: string }>('POST', '/v1/canvases', { document })).body);
  await page.goto(`${product.baseUrl}/workspace/canvas/editor/${id}`);
  await page.getByRole('listitem', { name: /^Clip 1,/ }).waitFor();
  await page.getByRole('button', { name: /^Time / }).waitFor();
}

const press = async (...keys: readonly string[]): Promise<void> => {
  for (const key of keys) {
    await page.keyboard.press(key);
  }
};

test('writes a time and a text with keys that immediately follow the ones that open the fields', async () => {
  await openCanvas();
  await press('g', '1', 'Enter');
  const playhead = page.getByRole('slider', { name: 'Playhead' });
  await expect.poll(() => playhead.getAttribute('aria-valuetext')).toBe('0:01.00');
  await page
    .getByRole('complementary', { name: 'Properties' })
    .getByRole('heading', { name: 'Canvas', level: 2 })
    .waitFor();
  await page.keyboard.press('t');
  await page.keyboard.type('smg');
  await page.getByRole('listitem', { name: /^Clip 1, text, smg,/ }).waitFor();
  expect(await page.locator('.marker').count()).toBe(0);
});

test('names and deletes a marker, and sends the keys of a menu to its entries', async () => {
  await openCanvas();
  await press('m');
  await page.getByRole('button', { name: 'Marker Marker 1', exact: true }).focus();
  await press('F2');
  await page.keyboard.type('Here');
  await press('Enter', 'F2');
  await expect.poll(() => focused(page)).toBe('text Marker name');
  await press('Escape', 'Delete');
  await expect.poll(() => page.locator('.marker').count()).toBe(0);
  await page.getByRole('listitem', { name: /^Clip 1,/ }).focus();
  await press('Enter', 'Shift+F10', 'End', 'Escape');
  await expect.poll(() => focused(page)).toMatch(/^listitem Clip 1, shape, First,/);
});

test('keeps a menu open that appears while the other button is pressed', async () => {
  await openCanvas();
  await page.getByRole('listitem', { name: /^Clip 1,/ }).hover();
  await page.mouse.down({ button: 'right' });
  const menu = page.getByRole('menu', { name: 'Menu of the clip' });
  await menu.waitFor();
  await page.mouse.up({ button: 'right' });
  await page.keyboard.press('End');
  await expect.poll(() => focused(page)).toMatch(/^menuitem/);
});

test('moves with arrow keys from a clip that was just added', async () => {
  await openCanvas();
  await page.getByRole('listitem', { name: /^Clip 1,/ }).focus();
  await press('Tab', 'Shift+Tab', 'ArrowRight', 'Control+d', 'ArrowLeft', 'ArrowLeft');
  await expect.poll(() => focused(page)).toMatch(/^listitem Clip 1, shape, First, .*selected$/);
});

test('plays a draft as soon as it appears, and keeps text that is written into it immediately', async () => {
  const messages = ['One in a hurry', 'Two in a hurry'].map((text) => ({ from: 'me', text }));
  const { id } = getData((await product.api<JobView>('POST', '/v1/run/message-bubbles', { messages })).body);
  await expect.poll(async () => (await product.job(id)).status).toBe('awaiting_review');
  await page.goto(`${product.baseUrl}/workspace/jobs/${id}`);
  await page.getByRole('button', { name: 'Play', exact: true }).press('Enter');
  await page.getByRole('button', { name: 'Pause', exact: true }).waitFor();
  // The clip plays to its end, and does not only show the playing state.
  await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
  const at = page.getByLabel('Message 2, at', { exact: true });
  await at.focus();
  await press('ArrowUp', 'Control+a', '2', '.', '5', 'Enter');
  await expect.poll(() => at.inputValue()).toBe('2.5');
  await page.getByRole('button', { name: 'Add message below message 1' }).press('Enter');
  await page.keyboard.type('Between');
  await expect.poll(() => page.getByLabel('Message 2, text').inputValue()).toBe('Between');
});

test('does not move the focus to the heading of a new page after the user has moved it', async () => {
  await page.goto(product.baseUrl);
  await page.getByText('Developer', { exact: true }).click();
  await page.getByRole('link', { name: 'API keys' }).click();
  await page.getByRole('button', { name: 'New key' }).press('Enter');
  await page.keyboard.type('In a hurry');
  // The heading would have the focus by now.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  expect(await focused(page)).toBe('text Name');
  await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('In a hurry');
});
