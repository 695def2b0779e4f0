import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TimelineDocument } from '#core/timeline/document.ts';
import type { JobView } from '#operations/jobs.ts';
import { findBarriers } from '#test/support/barriers.ts';
import { getData, shareProduct, type Product } from '#test/support/product.ts';

/** 4 s of 640x360 with a person. */
const clip = join(import.meta.dirname, '../../../public/sample/presenter.mp4');

let product: Product;
let page: Page;
let material: string;

beforeAll(async () => {
  product = await shareProduct();
  page = product.page;
  await page.setViewportSize({ width: 1280, height: 900 });
  material = await product.upload(clip);
});

afterAll(() => product.close());

/** Starts a run, waits for its proposal, and opens its review. */
async function review(recipe: string, body: object): Promise<JobView> {
  const { id } = getData((await product.api<JobView>('POST', `/v1/run/${recipe}`, body)).body);
  const job = await reach(id, 'awaiting_review');
  await page.goto(`${product.baseUrl}/workspace/jobs/${id}`);
  await page.getByRole('button', { name: 'Play' }).waitFor();
  return job;
}

async function reach(id: string, status: JobView['status']): Promise<JobView> {
  await expect.poll(async () => (await product.job(id)).status, { timeout: 90_000 }).toBe(status);
  return product.job(id);
}

async function approve({ id }: JobView): Promise<JobView> {
  await page.getByRole('button', { name: 'Approve changes' }).click();
  return reach(id, 'completed');
}

async function getDocument({ canvasId }: JobView): Promise<TimelineDocument> {
  return getData((await product.api<{ document: TimelineDocument }>('GET', `/v1/canvases/${canvasId}`)).body).document;
}

const getItems = ({ tracks }: TimelineDocument) => tracks.flatMap(({ items }) => items);
const preview = (): Locator => page.locator('.draft-canvas');

/** Performs an action, and waits until the preview shows another image. */
async function seesChange(act: () => Promise<void>): Promise<void> {
  const before = await settledPicture();
  await act();
  await expect.poll(async () => (await preview().screenshot()).equals(before)).toBe(false);
}

/** Returns the image of the preview after it has stopped changing. */
async function settledPicture(): Promise<Buffer> {
  let last = await preview().screenshot();
  await expect
    .poll(async () => {
      const now = await preview().screenshot();
      const isSame = now.equals(last);
      last = now;
      return isSame;
    })
    .toBe(true);
  return last;
}

/** Drags the middle of an element by some pixels of the screen. */
async function drag(element: Locator, across: number, down: number): Promise<void> {
  const { x, y, width, height } = (await element.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const [fromX, fromY] = [x + width / 2, y + height / 2];
  await page.mouse.move(fromX, fromY);
  await page.mouse.down();
  await page.mouse.move(fromX + across / 2, fromY + down / 2, { steps: 3 });
  await page.mouse.move(fromX + across, fromY + down, { steps: 3 });
  await page.mouse.up();
}

describe('a chat', () => {
  const messages = ['One of three', 'Two of three', 'Three of three'].map((words, index) => ({
    from: index === 1 ? 'me' : 'them',
    text: words,
  }));
  const text = (message: number): Locator => page.getByLabel(`Message ${message}, text`, { exact: true });
  const at = (message: number): Locator => page.getByLabel(`Message ${message}, at`, { exact: true });

  test('shows a script next to its video, which changes as the user types', async () => {
    await review('message-bubbles', { messages, height: 240 });
    await isArranged();
    await seesChange(() => text(1).fill('Another beginning'));
    expect(await findBarriers(page)).toEqual([]);
  });

  test('is moved in time and in order by keys alone', async () => {
    await review('message-bubbles', { messages, height: 242 });
    const before = Number(await at(2).inputValue());
    await page.getByRole('slider', { name: 'Message 2, start time' }).press('ArrowRight');
    await expect.poll(async () => Number(await at(2).inputValue())).toBeCloseTo(before + 0.1, 3);
    await text(3).press('Alt+ArrowUp');
    await expect.poll(() => text(2).inputValue()).toBe('Three of three');
    await expect.poll(() => text(3).inputValue()).toBe('Two of three');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => text(3).inputValue()).toBe('Three of three');
  });

  test('keeps its edits after a reload, accepts a pasted chat, and is approved with the edits', async () => {
    const job = await review('message-bubbles', { messages, height: 244 });
    await seesChange(() => text(1).fill('Another beginning'));
    await page.reload();
    await expect.poll(() => text(1).inputValue()).toBe('Another beginning');
    await page.getByText('Loading the first frame…').waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Paste chat' }).click();
    await page.getByLabel('Chat text').fill('Anna: Is it ready?\nMe: Since this morning\nAnna: Good');
    await page.getByRole('button', { name: 'Replace script with 3 messages' }).click();
    await page.getByRole('button', { name: 'Delete message 3' }).click();
    const made = await approve(job);
    const [bubbles] = getItems(await getDocument(made));
    const said = bubbles?.type === 'bubbles' ? bubbles.messages.map(({ from, text: words }) => [from, words]) : [];
    expect(said).toEqual([
      ['them', 'Is it ready?'],
      ['me', 'Since this morning'],
    ]);
  });
});

describe('a text behind its subject', () => {
  test('is dragged on the stage, snaps to the middle, and is measured as it moves', async () => {
    const job = await review('text-behind', {
      material,
      text: 'LIVE',
      quality: 'fast',
      window: { startSeconds: 0, endSeconds: 1 },
    });
    const covered = page.getByRole('region', { name: 'Behind the subject' }).locator('p').first();
    await covered.getByText(/%/).waitFor();
    const before = await covered.innerText();
    await isArranged();
    await isShortened();
    await liesOverNothing();
    const box = page.getByRole('group', { name: /^Text:/ });
    const x = page.getByLabel('X', { exact: true }).first();
    const { width = 0 } = (await preview().boundingBox()) ?? {};
    const toMiddle = ((320 - Number(await x.inputValue())) * width) / 640;
    await seesChange(() => drag(box, toMiddle + 4, 60));
    await expect.poll(() => covered.innerText()).not.toBe(before);
    await expect.poll(() => x.inputValue()).toBe('320');
    await box.press('Shift+ArrowDown');
    await page.getByLabel('Font').first().selectOption('Archivo Black');
    await page.getByLabel('Size', { exact: true }).first().fill('90');
    await page.getByLabel('Size', { exact: true }).first().press('Enter');
    const said = await settledText(covered);
    expect(await findBarriers(page)).toEqual([]);
    const made = await approve(job);
    const text = getItems(await getDocument(made)).find(({ type }) => type === 'text');
    expect(text).toMatchObject({ x: 320, sizePx: 90, font: 'Archivo Black' });
    // The page shows the values that the recipe measures for the edits.
    expect(made.warnings.join(' ')).toContain(said.split(' of the letters')[0]);
  });
});

/** Checks that player, side panel and timeline are arranged as in the editor, and below each other on a phone. */
async function isArranged(): Promise<void> {
  const getBoxes = async () => {
    const parts = ['.review-stage', '.review-side', '.review-time'].map((one) => page.locator(one).boundingBox());
    const boxes = await Promise.all(parts);
    return boxes.map((one) => one ?? { x: 0, y: 0, width: 0, height: 0 });
  };
  const [stage, side, time] = await getBoxes();
  expect(side?.x).toBeGreaterThanOrEqual((stage?.x ?? 0) + (stage?.width ?? 0));
  expect(time?.y).toBeGreaterThanOrEqual((side?.y ?? 0) + (side?.height ?? 0));
  expect((time?.y ?? 0) + (time?.height ?? 0)).toBeLessThanOrEqual(900);
  await page.setViewportSize({ width: 390, height: 844 });
  const [, below, between] = await getBoxes();
  expect(below?.y).toBeGreaterThanOrEqual((between?.y ?? 0) + (between?.height ?? 0));
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.setViewportSize({ width: 1280, height: 900 });
}

/** Shortens the text with the keys on its block in the timeline, and undoes it. */
async function isShortened(): Promise<void> {
  const end = page.getByRole('slider', { name: 'End of the text' });
  const before = Number(await end.getAttribute('aria-valuenow'));
  await end.press('Shift+ArrowLeft');
  await expect.poll(async () => Number(await end.getAttribute('aria-valuenow'))).toBeLessThan(before);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(async () => Number(await end.getAttribute('aria-valuenow'))).toBe(before);
}

/** Checks that the box of a text that is wider than the stage does not cover the fields next to it. */
async function liesOverNothing(): Promise<void> {
  const text = page.getByLabel('Text', { exact: true }).first();
  const box = page.getByRole('group', { name: /^Text:/ });
  const { width = 0 } = (await box.boundingBox()) ?? {};
  await text.fill('MUCH TOO LONG FOR THE PICTURE');
  await expect.poll(async () => (await box.boundingBox())?.width ?? 0).toBeGreaterThan(2 * width);
  await text.click({ position: { x: 4, y: 4 }, timeout: 5000 });
  await text.fill('LIVE');
  await expect.poll(async () => (await box.boundingBox())?.width).toBe(width);
}

/** Returns a text that has not changed for half a second. */
async function settledText(element: Locator): Promise<string> {
  let last = '';
  await expect
    .poll(
      async () => {
        const now = await element.innerText();
        const isSame = now === last;
        last = now;
        return isSame;
      },
      { interval: 500 },
    )
    .toBe(true);
  return last;
}

describe('a tracked title card', () => {
  const target = { atSeconds: 1, box: { x: 250, y: 50, width: 110, height: 120 } };

  test('shows its track over time, and another style of the card immediately', async () => {
    await review('tracked-title-card', { material, title: 'Live look', target });
    await isArranged();
    // The side panel has the only field of the title.
    await page.getByText('Change settings and regenerate').click();
    expect(await page.getByLabel('Title', { exact: true }).count()).toBe(1);
    const bar = page.getByRole('slider', { name: 'Time along the track' });
    const time = Number(await bar.getAttribute('aria-valuenow'));
    await bar.press('Shift+ArrowRight');
    await expect.poll(async () => Number(await bar.getAttribute('aria-valuenow'))).toBeGreaterThan(time);
    await seesChange(() => page.getByRole('radio', { name: 'Label' }).first().check());
    await page.getByText('You have changed settings').waitFor();
    expect(await findBarriers(page)).toEqual([]);
  });

  test('is corrected by dragging the box, tracked again, and approved', async () => {
    const job = await review('tracked-title-card', { material, title: 'Corrected', target });
    await page.getByRole('radio', { name: 'Label' }).first().check();
    await drag(page.getByRole('group', { name: /^The target in this frame:/ }), 20, 10);
    await page.getByText('With 1 correction the target is tracked again').waitFor();
    await page.getByRole('button', { name: 'Regenerate' }).click();
    await expect
      .poll(async () => (await product.job(job.id)).proposal, { timeout: 60_000 })
      .toMatchObject({ corrections: [{ box: { width: expect.any(Number) } }] });
    await expect.poll(() => page.getByText('is tracked again').count()).toBe(0);
    await page.getByRole('button', { name: /^Remove the correction at/ }).waitFor();
    await page.getByRole('radio', { name: 'Left' }).first().check();
    const document = await getDocument(await approve(job));
    // The style that the regenerated proposal has: a label points at its target.
    expect(getItems(document).map(({ id }) => id)).toContain('pointer');
  });
});
