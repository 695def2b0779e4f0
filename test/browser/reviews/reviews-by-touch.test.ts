import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JobView } from '#operations/jobs.ts';
import { Fingers, getPoint } from '#test/support/fingers.ts';
import { getData, shareProduct, type Product } from '#test/support/product.ts';

const sample = (name: string): string => join(import.meta.dirname, '../../../public/sample', name);

let product: Product;
let page: Page;
let fingers: Fingers;

beforeAll(async () => {
  product = await shareProduct();
  page = product.page;
  fingers = await Fingers.onPhone(page);
});

afterAll(() => product.close());

/** Starts a run, and opens its review once there is one. */
async function review(recipe: string, body: object): Promise<string> {
  const { id } = getData((await product.api<JobView>('POST', `/v1/run/${recipe}`, body)).body);
  await expect.poll(async () => (await product.job(id)).status).toBe('awaiting_review');
  await page.goto(`${product.baseUrl}/workspace/jobs/${id}`);
  await page.getByRole('heading', { name: 'Waiting for your review' }).waitFor();
  await expect.poll(() => page.locator('[aria-busy]').count()).toBe(0);
  return id;
}

/** Drags from the middle of a control after scrolling to it. */
async function drag(control: Locator, by: { readonly x?: number; readonly y?: number }): Promise<void> {
  await control.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  await fingers.drag(await getPoint(control), by);
}

/** The reviews on a phone; that of cuts is in `touch.test.ts`. */
describe('by touch', { tags: ['long'] }, () => {
  test('moves a message in time, and approves the chat', async () => {
    const messages = ['One by touch', 'Two by touch'].map((text) => ({ from: 'me', text }));
    const id = await review('message-bubbles', { messages, height: 240 });
    const at = page.getByLabel('Message 2, at', { exact: true });
    const before = Number(await at.inputValue());
    await drag(page.getByRole('slider', { name: 'Message 2, start time' }), { x: 40 });
    await expect.poll(async () => Number(await at.inputValue())).toBeGreaterThan(before);
    await fingers.tap(page.getByRole('button', { name: 'Approve changes' }));
    await page.getByRole('link', { name: 'Download MP4' }).waitFor();
    expect((await product.job(id)).status).toBe('completed');
  });

  test('drags a text on the stage', async () => {
    const material = await product.upload(sample('presenter.mp4'));
    const window = { startSeconds: 0, endSeconds: 1 };
    await review('text-behind', { material, text: 'TOUCH', quality: 'fast', window });
    const height = page.getByLabel('Y', { exact: true }).first();
    const before = Number(await height.inputValue());
    await drag(page.getByRole('group', { name: /^Text:/ }), { y: 30 });
    await expect.poll(async () => Number(await height.inputValue())).toBeGreaterThan(before);
  });

  test('corrects a track with the box on a frame', async () => {
    const material = await product.upload(sample('presenter.mp4'));
    const target = { atSeconds: 1, box: { x: 250, y: 50, width: 110, height: 120 } };
    await review('tracked-title-card', { material, title: 'Touch', target });
    await drag(page.getByRole('slider', { name: 'Time along the track' }), { x: 40 });
    await drag(page.getByRole('group', { name: /^The target in this frame/ }), { x: 20, y: 12 });
    await page.getByText('With 1 correction the target is tracked again').waitFor();
  });

  test('drags a shot on which a finger rests to another place, and scrolls with a finger that moves immediately', async () => {
    const [reel, presenter, music] = await Promise.all(
      ['reel.mp4', 'presenter.mp4', 'beat.m4a'].map((name) => product.upload(sample(name))),
    );
    await review('launch-cut', { materials: [reel, presenter], music, targetSeconds: 15, height: 240, seed: 3 });
    const shots = page.getByRole('button', { name: /^Shot \d+ of/ });
    const names = (): Promise<string[]> =>
      shots.evaluateAll((all) => all.map((shot) => (shot.getAttribute('aria-label') ?? '').replace(/^.*?, /, '')));
    // The stored shots are in another place.
    await fingers.tap(shots.first());
    await fingers.tap(page.getByRole('checkbox', { name: 'Keep when regenerating' }));
    await expect.poll(async () => (await names())[0]).toContain('locked');
    const before = await names();
    await shots.first().evaluate((element) => element.scrollIntoView({ block: 'center' }));
    const from = await getPoint(shots.first());
    const to = await getPoint(shots.nth(2));
    await fingers.drag(from, { x: -60 });
    expect(await page.locator('[data-dragged]').count()).toBe(0);
    expect(await names()).toEqual(before);
    const visible = page.getByRole('slider', { name: 'Visible part' });
    await expect.poll(async () => Number(await visible.getAttribute('aria-valuenow'))).toBeGreaterThan(0);
    await visible.press('Home');
    await shots.first().evaluate((element) => element.scrollIntoView({ block: 'center' }));
    const again = await getPoint(shots.first());
    await fingers.press(again);
    await page.locator('[data-dragged]').waitFor();
    await fingers.slide([again], [{ x: again.x + to.x - from.x, y: again.y }]);
    await fingers.lift();
    await expect.poll(async () => (await names())[2]).toContain('locked');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(names).toEqual(before);
  });
});
