import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { TimelineDocument } from '#core/timeline/document.ts';
import { findBarriers } from '#test/support/barriers.ts';
import { closeEditor, measureHeld, openOften } from '#test/support/editor-rounds.ts';
import { focused, Keyboard } from '#test/support/keyboard.ts';
import { getData, shareProduct, type Product } from '#test/support/product.ts';
import { makeTimeline, makeItem } from '#test/support/timeline.ts';

/** Saving, merging, undo, versions and commands of the editor, by keyboard where a user would type. */

type Canvas = { id: string; revision: number; document: TimelineDocument };

let product: Product;
let page: Page;
let id: string;

beforeAll(async () => {
  product = await shareProduct();
  page = await product.context.newPage();
});

afterAll(() => product.close());

beforeEach(async () => {
  const shape = makeItem('shape', 'box', { fill: '#00aa55', durationSeconds: 4, name: 'Box' });
  const document = makeTimeline([{ items: [shape] }], { title: 'Draft' });
  ({ id } = await ask<Canvas>('POST', '/v1/canvases', { document }));
  await open(page);
});

async function open(tab: Page): Promise<void> {
  await tab.goto(`${product.baseUrl}/workspace/canvas/editor/${id}`);
  await tab.getByText('Saved', { exact: true }).waitFor();
}

/** Calls the API from outside. Retries if the tab that should answer was just reloaded or closed. */
async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  for (let tries = 5; ; tries -= 1) {
    const answer = await product.api<T>(method, path, body);
    if (answer.status !== 503 || tries === 0) {
      return getData(answer.body);
    }
  }
}

const stored = (): Promise<Canvas> => ask('GET', `/v1/canvases/${id}`);

const getTitle = async (): Promise<string> => (await stored()).document.title;

/** Edits the canvas from outside, as an agent does. */
async function editFromOutside(...edits: object[]): Promise<void> {
  const { revision } = await stored();
  await ask('POST', `/v1/canvases/${id}/edits`, { revision, edits });
}

async function rename(tab: Page, text: string): Promise<void> {
  await title(tab).fill(text);
  await title(tab).press('Enter');
}

const title = (tab: Page) => tab.getByRole('textbox', { name: 'Canvas title' });

/** Makes the saves of the page fail, as without a server, until `restoreSaves`. */
const failSaves = (): Promise<void> =>
  page.evaluate(`
    window.realFetch = window.fetch;
    window.fetch = (input, init) => (init?.method === 'PUT' ? Promise.reject(new TypeError('Failed')) : realFetch(input, init));
  `);

const restoreSaves = (): Promise<void> => page.evaluate('window.fetch = window.realFetch');

test('saves an edit automatically, keeps it after a reload, and undoes and redoes it by key', async () => {
  await rename(page, 'Renamed');
  await expect.poll(getTitle).toBe('Renamed');
  await page.getByText('Saved', { exact: true }).waitFor();
  await page.keyboard.press('Control+z');
  await expect.poll(() => title(page).inputValue()).toBe('Draft');
  await page.keyboard.press('Control+Shift+z');
  await expect.poll(() => title(page).inputValue()).toBe('Renamed');
  await page.keyboard.press('Control+z');
  await page.reload();
  // The state of the server is shown until the tab applies its stored draft.
  await expect.poll(() => title(page).inputValue()).toBe('Draft');
  await expect.poll(getTitle).toBe('Draft');
});

test("shows the changes of an agent, and undoes only the user's own changes", async () => {
  await rename(page, 'Mine');
  await expect.poll(getTitle).toBe('Mine');
  await editFromOutside(
    { type: 'set', itemId: 'box', properties: { opacity: 0.5 } },
    { type: 'set-canvas', width: 800 },
  );
  await page.getByText('Merged changes from elsewhere').waitFor({ state: 'attached' });
  await page.keyboard.press('Control+z');
  await expect.poll(stored).toMatchObject({
    document: { title: 'Draft', width: 800, tracks: [{ items: [{ opacity: 0.5 }] }] },
  });
});

test('merges the edits of two tabs of one canvas', async () => {
  const other = await product.context.newPage();
  await open(other);
  await rename(page, 'From the first');
  await expect.poll(() => title(other).inputValue()).toBe('From the first');
  await rename(other, 'From the second');
  await expect.poll(() => title(page).inputValue()).toBe('From the second');
  await other.close();
});

test('reports a missing server, keeps the edits after a reload, and saves them later', async () => {
  await failSaves();
  await rename(page, 'Kept');
  await page.getByRole('alert').getByText('Not saved').waitFor();
  expect(await getTitle()).toBe('Draft');
  await page.reload();
  await expect.poll(getTitle).toBe('Kept');
  await expect.poll(() => title(page).inputValue()).toBe('Kept');
});

test.each([
  ['Keep mine', 'Mine', 'Theirs'],
  ['Keep theirs', 'Theirs', 'Mine'],
])(
  'keeps one of two conflicting changes with “%s” and stores the other one as a version',
  async (choice, kept, other) => {
    await failSaves();
    await rename(page, 'Mine');
    const before = await focused(page);
    await editFromOutside({ type: 'set-canvas', title: 'Theirs' });
    const dialog = page.getByRole('dialog', { name: 'Conflicting changes' });
    await dialog.getByText('title “Mine”, was “Draft”').waitFor();
    await dialog.getByText('title “Theirs”, was “Draft”').waitFor();
    await restoreSaves();
    // Keys that were meant for the finished task choose nothing.
    const keys = new Keyboard(page);
    await keys.press('Enter', 'Space', 'Escape');
    expect(await getTitle()).toBe('Theirs');
    await keys.use(`button ${choice}`);
    await dialog.waitFor({ state: 'hidden' });
    await expect.poll(() => focused(page)).toBe(before);
    expect([...keys.faults]).toEqual([]);
    await expect.poll(getTitle).toBe(kept);
    await expect.poll(() => title(page).inputValue()).toBe(kept);
    const versions = await ask<{ title: string }[]>('GET', `/v1/canvases/${id}/versions`);
    expect(versions[0]?.title).toBe(other);
  },
);

test('previews an earlier version, restores it, and undoes the restoration', async () => {
  await rename(page, 'Second');
  await expect.poll(getTitle).toBe('Second');
  await page.keyboard.press('Alt+Digit3');
  const look = page.getByRole('button', { name: /Preview version .* number 1$/ });
  // Versions are named by the second, because many are from one minute, and by the title, which is different by now.
  await page
    .getByRole('complementary', { name: 'History' })
    .getByRole('listitem')
    .filter({ has: look })
    .getByText(/^\d\d:\d\d:\d\d$/)
    .waitFor();
  await page.getByText('just now, Draft').waitFor();
  await look.press('Enter');
  await page.getByText('You are previewing the version of').waitFor();
  await rename(page, 'Not now');
  await page.getByText('You are previewing an earlier version').waitFor();
  await page.getByRole('button', { name: 'Restore', exact: true }).press('Enter');
  await expect.poll(getTitle).toBe('Draft');
  await page.getByRole('button', { name: 'Opened' }).waitFor();
  await page.keyboard.press('Control+z');
  await expect.poll(getTitle).toBe('Second');
  await page.keyboard.press('Alt+Digit3');
});

test('lists all commands in menus and on a sheet of keys, and ignores their keys while the user types', async () => {
  const edit = page.getByRole('menuitem', { name: 'Edit', exact: true });
  await edit.press('ArrowDown');
  const undo = page.getByRole('menu').getByRole('menuitem', { name: 'Undo' });
  await expect.poll(() => undo.getAttribute('aria-disabled')).toBe('true');
  await page.keyboard.press('ArrowRight');
  await page.getByRole('menu', { name: 'Timeline' }).waitFor();
  await page.keyboard.press('ArrowRight');
  await page.getByRole('menu', { name: 'View' }).waitFor();
  // A submenu opens with the arrow key that otherwise opens the next menu.
  await page.getByRole('menuitem', { name: 'Preview zoom' }).press('ArrowRight');
  const zoom = page.getByRole('menu', { name: 'Preview zoom' });
  await expect.poll(() => zoom.getByRole('menuitem', { name: 'Fit preview' }).evaluate(isFocused)).toBe(true);
  expect(await findOverflow('.menu')).toEqual([]);
  await page.keyboard.press('ArrowLeft');
  await zoom.waitFor({ state: 'detached' });
  expect(await page.getByRole('menuitem', { name: 'Preview zoom' }).evaluate(isFocused)).toBe(true);
  await page.getByRole('menuitem', { name: 'Help', exact: true }).press('ArrowDown');
  await page.getByRole('menu', { name: 'Help' }).waitFor();
  await page.keyboard.type('k');
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await sheet.getByLabel('Search shortcuts').fill('undo');
  await expect.poll(() => sheet.getByRole('term').allInnerTexts()).toEqual(['Undo']);
  // Immediately after each other: no late event closes the menu that was opened again.
  await page.keyboard.press('Escape');
  await page.keyboard.press('Shift+?');
  await sheet.getByRole('term').nth(1).waitFor();
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  await title(page).fill('?');
  expect(await sheet.count()).toBe(0);
  // Space presses the button that has the focus, and plays elsewhere.
  await page.getByRole('button', { name: 'Redo' }).press('Space');
  expect(await page.getByRole('button', { name: 'Play', exact: true }).count()).toBe(1);
});

const isFocused = (element: Element): boolean => element === document.activeElement;

/** Returns the menus that can scroll, or that are partly outside the window. */
const findOverflow = (selector: string): Promise<string[]> =>
  page.evaluate(
    (menus) =>
      [...document.querySelectorAll(menus)].flatMap((menu) => {
        const { left, top, right, bottom } = menu.getBoundingClientRect();
        const isInside = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
        return isInside && getComputedStyle(menu).overflowY === 'visible'
          ? []
          : [menu.getAttribute('aria-label') ?? ''];
      }),
    selector,
  );

test("keeps the focus if a mouse opens a menu, and moves it to the menu's button if a key does", async () => {
  const edit = page.getByRole('menuitem', { name: 'Edit', exact: true });
  const menu = page.getByRole('menu', { name: 'Edit' });
  const redo = page.getByRole('button', { name: 'Redo' });
  const hasFocus = (element: Locator): Promise<boolean> => element.evaluate((one) => one === document.activeElement);
  await redo.focus();
  await edit.click();
  await menu.waitFor();
  await page.keyboard.press('Escape');
  await menu.waitFor({ state: 'detached' });
  expect(await hasFocus(redo)).toBe(true);
  await edit.press('Enter');
  await menu.waitFor();
  await page.keyboard.press('Escape');
  await menu.waitFor({ state: 'detached' });
  expect(await hasFocus(edit)).toBe(true);
});

test('resizes panes by key, collapses them, and restores them after a reload', async () => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const line = page.getByRole('separator', { name: 'Width of the library' });
  await line.press('Home');
  await line.press('ArrowRight');
  await expect.poll(() => line.getAttribute('aria-valuenow')).toBe('216');
  const height = page.getByRole('separator', { name: 'Height of the timeline' });
  const box = await height.boundingBox();
  await page.mouse.move(700, (box?.y ?? 0) + 3);
  await page.mouse.down();
  await page.mouse.move(700, (box?.y ?? 0) - 47, { steps: 4 });
  await page.mouse.up();
  await page.reload();
  await expect.poll(() => line.getAttribute('aria-valuenow')).toBe('216');
  await expect.poll(() => height.getAttribute('aria-valuenow')).toBe('350');
  await page.keyboard.press('Alt+Digit1');
  await line.waitFor({ state: 'detached' });
});

test('returns to the properties when the history is closed, and explains each panel', async () => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const properties = page.getByRole('complementary', { name: 'Properties' });
  await properties.waitFor();
  await page.keyboard.press('Alt+Digit3');
  await page.getByRole('complementary', { name: 'History' }).waitFor();
  await page.keyboard.press('Alt+Digit3');
  await properties.waitFor();
  const help = page.getByRole('dialog', { name: 'Help' });
  for (const panel of ['Media', 'Preview', 'Timeline', 'Properties']) {
    await page.getByRole('button', { name: `Help: ${panel}` }).click();
    await expect.poll(() => help.getByRole('radio', { name: panel }).isChecked()).toBe(true);
    await page.keyboard.press('Escape');
    await help.waitFor({ state: 'detached' });
  }
  await page.keyboard.press('F1');
  await help.getByRole('radio', { name: 'Timeline' }).press('ArrowRight');
  await help.getByText('Everything about the selection').waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await page.keyboard.press('Escape');
});

test.each([1440, 390])(
  'gives a tour of six steps by key, which can be skipped, in a window of %d px',
  async (width) => {
    await page.setViewportSize({ width, height: 844 });
    await page.evaluate(() => localStorage.removeItem('offcut:editor-tour'));
    await page.reload();
    await page.getByText('Saved', { exact: true }).waitFor();
    if (width < 760) {
      await page.getByRole('button', { name: 'Properties', exact: true }).click();
    }
    const offer = page.getByRole('button', { name: 'Take the tour' });
    await offer.press('Enter');
    for (const step of [1, 2, 3, 4, 5, 6]) {
      const card = page.getByRole('dialog', { name: `Tour, step ${step} of 6` });
      const box = await card.boundingBox();
      expect(box && box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= 844).toBe(true);
      await page.keyboard.press('Enter');
      await card.waitFor({ state: 'detached' });
    }
    // It is offered once, and stays in the menu.
    expect(await offer.count()).toBe(0);
    await page.evaluate(() => localStorage.removeItem('offcut:editor-tour'));
    await page.reload();
    await page.getByText('Saved', { exact: true }).waitFor();
    if (width < 760) {
      await page.getByRole('button', { name: 'Properties', exact: true }).click();
    }
    await offer.press('Enter');
    await page.getByRole('dialog', { name: 'Tour, step 1 of 6' }).press('Escape');
    await expect.poll(() => offer.count()).toBe(0);
    expect(await page.getByRole('dialog', { name: /^Tour/ }).count()).toBe(0);
  },
);

test('leaves no memory after an editor is opened and closed many times', async () => {
  const path = `/workspace/canvas/editor/${id}`;
  await closeEditor(page);
  await openOften(page, path, 3);
  const before = await measureHeld(page);
  await openOften(page, path, 6);
  const after = await measureHeld(page);
  expect(after.workers).toBe(before.workers);
  // One leaked node per round would be six.
  expect(after.listeners - before.listeners).toBeLessThan(6);
  expect(after.nodes - before.nodes).toBeLessThan(60);
  // Compiled code and caches grow at first; over a hundred rounds the growth is less than a kilobyte each
  // (`npm run bench -- editor open`).
  expect((after.heapBytes - before.heapBytes) / 6).toBeLessThan(400_000);
});

test('reports a canvas that does not exist as missing', async () => {
  await page.goto(`${product.baseUrl}/workspace/canvas/editor/none`);
  await page.getByRole('heading', { name: 'Canvas not found' }).waitFor();
});
