import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JobView } from '#operations/jobs.ts';
import { focused, Keyboard } from '#test/support/keyboard.ts';
import { getData, shareProduct, type Product } from '#test/support/product.ts';

const sample = (name: string): string => join(import.meta.dirname, '../../../public/sample', name);

let product: Product;
let page: Page;
let keys: Keyboard;

beforeAll(async () => {
  product = await shareProduct();
  page = product.page;
  await page.setViewportSize({ width: 1280, height: 900 });
  keys = new Keyboard(page);
});

afterAll(() => product.close());

/** Starts a run of a sample, and opens its review once there is one. */
async function review(recipe: string, body: object): Promise<string> {
  const { id } = getData((await product.api<JobView>('POST', `/v1/run/${recipe}`, body)).body);
  await expect.poll(async () => (await product.job(id)).status).toBe('awaiting_review');
  await page.goto(`${product.baseUrl}/workspace/jobs/${id}`);
  await page.getByRole('heading', { name: 'Waiting for your review' }).waitFor();
  await expect.poll(() => page.locator('[aria-busy]').count()).toBe(0);
  return id;
}

async function approve(id: string): Promise<void> {
  await keys.use(/^button Approve/);
  await page.getByRole('link', { name: 'Download MP4' }).waitFor();
  expect((await product.job(id)).status).toBe('completed');
  await expect.poll(() => focused(page)).not.toBe('');
  expect([...keys.faults]).toEqual([]);
}

/** The reviews of recipes that analyse a clip, for a user without a mouse. */
describe('by keyboard alone', { tags: ['long'] }, () => {
  test('restores a cut, moves its edge, and creates the rest', async () => {
    const id = await review('tighten', { material: await product.upload(sample('talk.mp4')) });
    await keys.reach(/^button Cut 1 of/);
    await keys.press('Space', 'ArrowRight');
    await expect.poll(() => focused(page)).toMatch(/^button Cut 2 of/);
    await keys.press('Tab');
    await expect.poll(() => focused(page)).toBe('slider Start of the cut');
    const now = (): Promise<string | null> => page.locator(':focus').getAttribute('aria-valuenow');
    const before = await now();
    await keys.press('ArrowRight');
    await expect.poll(now).not.toBe(before);
    await keys.use('button Undo', 'Enter', -1);
    await approve(id);
  });

  test('moves a text behind its subject and enlarges it', async () => {
    const material = await product.upload(sample('presenter.mp4'));
    const window = { startSeconds: 0, endSeconds: 1 };
    const id = await review('text-behind', { material, text: 'KEYS', quality: 'fast', window });
    const height = page.getByLabel('Y', { exact: true }).first();
    const before = await height.inputValue();
    await keys.reach(/^group Text:/);
    await keys.press('Shift+ArrowDown');
    await expect.poll(() => height.inputValue()).not.toBe(before);
    await keys.reach(/^spinbutton Size/);
    await keys.press('ArrowUp', 'Enter');
    await approve(id);
  });

  test('corrects a track in one frame and tracks again', async () => {
    const material = await product.upload(sample('presenter.mp4'));
    const target = { atSeconds: 1, box: { x: 250, y: 50, width: 110, height: 120 } };
    const id = await review('tracked-title-card', { material, title: 'Keys', target });
    await keys.reach(/^slider Time along the track/);
    await keys.press('Shift+ArrowRight');
    await keys.reach(/^group The target in this frame/);
    await keys.press('ArrowRight', 'ArrowDown');
    await page.getByText('With 1 correction the target is tracked again').waitFor();
    await keys.use('button Regenerate');
    await expect.poll(async () => (await product.job(id)).proposal).toMatchObject({ corrections: [expect.anything()] });
    await expect.poll(() => page.getByText('is tracked again').count()).toBe(0);
    await approve(id);
  });

  test('swaps, locks and moves shots, and puts cuts on other beats', async () => {
    const [reel, presenter, music] = await Promise.all(
      ['reel.mp4', 'presenter.mp4', 'beat.m4a'].map((name) => product.upload(sample(name))),
    );
    const id = await review('launch-cut', { materials: [reel, presenter], music, targetSeconds: 15, height: 240 });
    await keys.reach(/^button Shot 1 of/);
    await keys.press('1', 'l', 'Alt+ArrowRight');
    await expect.poll(() => focused(page)).toMatch(/^button Shot 2 of.*locked/);
    await keys.press(']');
    await approve(id);
  });
});
