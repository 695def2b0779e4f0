import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { JobView } from '#operations/jobs.ts';
import type { CutList } from '#recipes/tighten/cut-list.ts';
import { findBarriers } from '#test/support/barriers.ts';
import { getData, shareProduct, type Product } from '#test/support/product.ts';

const talk = join(import.meta.dirname, '../../../public/sample/talk.mp4');

let product: Product;
let page: Page;
let job: JobView;
let list: CutList;

beforeAll(async () => {
  product = await shareProduct();
  page = product.page;
  await page.setViewportSize({ width: 1280, height: 900 });
  const material = await product.upload(talk);
  const protect = [{ startSeconds: 7.01, endSeconds: 8.01 }];
  const { body } = await product.api<JobView>('POST', '/v1/run/tighten', { material, protect });
  job = await vi.waitUntil(
    async () => {
      const now = await product.job(getData(body).id);
      return now.status === 'awaiting_review' && now;
    },
    { timeout: 60_000, interval: 200 },
  );
  list = job.proposal as CutList;
  await page.goto(`${product.baseUrl}/workspace/jobs/${job.id}`);
});

afterAll(() => product.close());

const cut = (at: number): Locator => page.getByRole('button', { name: `Cut ${at} of ${list.cuts.length}` });
const lengthAfter = (): Promise<string> => page.getByRole('definition').nth(1).innerText();
const edge = (name: 'Start' | 'End', at: number): Locator =>
  page
    .getByRole('listitem')
    .filter({ has: cut(at) })
    .getByRole('slider', { name: `${name} of the cut` });
const valueOf = async (slider: Locator): Promise<number> => Number(await slider.getAttribute('aria-valuenow'));

test('a clip that is yet to be looked into is waited for, as its size and its frames count', async () => {
  await cut(1).waitFor();
  const tab = await product.openTab();
  await tab.addInitScript(() => {
    const fetchNow = globalThis.fetch;
    let isLookedInto = false;
    addEventListener('look-into', () => (isLookedInto = true));
    globalThis.fetch = async (...given) => {
      const response = await fetchNow(...given);
      if (isLookedInto || !new URL(response.url).pathname.endsWith('/v1/materials')) {
        return response;
      }
      const text = (await response.text()).replaceAll(
        /,"(width|height|durationSeconds|frameRate|hasSound)":[^,}]+/g,
        '',
      );
      document.documentElement.dataset['asked'] = 'yes';
      return Response.json(JSON.parse(text));
    };
  });
  await tab.goto(page.url());
  await tab.locator('html[data-asked]').waitFor();
  await tab.getByRole('heading', { name: 'Waiting for your review' }).waitFor();
  expect(await tab.locator('canvas').count()).toBe(0);
  await tab.evaluate(() => dispatchEvent(new Event('look-into')));
  const name = await cut(1).getAttribute('aria-label');
  await tab.getByRole('button', { name: name ?? '', exact: true }).waitFor();
  await tab.close();
});

test('a click restores a pause, and is taken back', async () => {
  await cut(2).waitFor();
  const before = await lengthAfter();
  await cut(2).click();
  await expect.poll(() => cut(2).getAttribute('aria-pressed')).toBe('false');
  await expect.poll(lengthAfter).not.toBe(before);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(lengthAfter).toBe(before);
  await expect.poll(() => page.getByRole('button', { name: 'Undo' }).isDisabled()).toBe(true);
});

test('everything can be done by keyboard', async () => {
  await cut(1).focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => cut(2).evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.press('Space');
  await expect.poll(() => cut(2).getAttribute('aria-pressed')).toBe('false');
  await page.keyboard.press('Control+z');
  await expect.poll(() => cut(2).getAttribute('aria-pressed')).toBe('true');
  await page.keyboard.press('Tab');
  const before = await valueOf(edge('Start', 2));
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => valueOf(edge('Start', 2))).toBeCloseTo(before + 1 / 25, 3);
  await page.keyboard.press('Control+z');
});

test('what Tab reaches is not under the decisions', async () => {
  await page.getByText('Parameters of another proposal').click();
  await page.evaluate(() => scrollTo(0, 0));
  const decisions = page.locator('.review-decisions');
  for (let at = 0; at < 20 && !(await decisions.locator(':focus').count()); at += 1) {
    await page.keyboard.press('Tab');
    const [focused, bar] = await Promise.all([page.locator(':focus').boundingBox(), decisions.boundingBox()]);
    const isWithin = (await decisions.locator(':focus').count()) > 0;
    expect(isWithin || (focused?.y ?? 0) + (focused?.height ?? 0) <= (bar?.y ?? 0)).toBe(true);
  }
  expect(await decisions.locator(':focus').count()).toBe(1);
  await page.getByText('Parameters of another proposal').click();
});

test('an edge is dragged to a frame, in one step', async () => {
  const before = await valueOf(edge('End', 2));
  const box = await edge('End', 2).boundingBox();
  const strip = await page.getByRole('list', { name: 'Cuts in sight' }).boundingBox();
  const at = { x: (box?.x ?? 0) + 12, y: (box?.y ?? 0) + 20 };
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  await page.mouse.move(at.x - 8, at.y, { steps: 4 });
  await page.mouse.up();
  const secondsOfPixel = list.beforeSeconds / (strip?.width ?? 1);
  await page.getByText('sure, set by hand').waitFor();
  const after = await valueOf(edge('End', 2));
  expect(after).toBeLessThan(before);
  expect(Math.abs(before - after - 8 * secondsOfPixel)).toBeLessThan(0.15);
  expect(after * 25).toBeCloseTo(Math.round(after * 25), 3);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => valueOf(edge('End', 2))).toBe(before);
  await expect.poll(() => page.getByText('sure, set by hand').count()).toBe(0);
});

test('the slider of the kept pause answers at once, and a reload keeps what was changed', async () => {
  const before = await lengthAfter();
  const slider = page.getByRole('slider', { name: 'Kept pause' });
  await slider.fill('0.6');
  await expect.poll(lengthAfter).not.toBe(before);
  // The proposal shows it: nothing needs to be proposed anew for it.
  expect(await page.getByText('You have changed parameters').count()).toBe(0);
  await cut(1).click();
  await expect.poll(() => cut(1).getAttribute('aria-pressed')).toBe('false');
  const after = await lengthAfter();
  await page.reload();
  await cut(1).waitFor();
  await expect.poll(lengthAfter).toBe(after);
  await expect.poll(() => cut(1).getAttribute('aria-pressed')).toBe('false');
  await expect.poll(() => slider.inputValue()).toBe('0.6');
});

test('a cut is heard and seen taken out', async () => {
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('button', { name: 'Play across' }).click();
  await page.getByRole('button', { name: 'Pause' }).waitFor();
  // Two seconds before and two behind, then it stops by itself.
  await page.getByRole('button', { name: 'Play it tightened' }).waitFor();
});

test('everybody can use it, as a table too', async () => {
  expect(await findBarriers(page)).toEqual([]);
  await page.getByRole('radio', { name: 'As a table' }).check();
  expect(await findBarriers(page)).toEqual([]);
  await page.getByLabel('From, cut 3, in seconds').fill('7.5');
  await page.getByLabel('From, cut 3, in seconds').press('Tab');
  // Not into what is protected, and on a frame.
  await expect.poll(async () => Number(await page.getByLabel('From, cut 3, in seconds').inputValue())).toBe(8.04);
});

test('what was chosen is what is made', async () => {
  await page.getByRole('radio', { name: 'Review' }).check();
  const expected = await lengthAfter();
  await page.getByRole('button', { name: 'Approve the changes' }).click();
  await page.getByRole('link', { name: 'Download MP4' }).waitFor({ timeout: 60_000 });
  const made = (await product.job(job.id)) as JobView & { canvasId: string };
  const canvas = await product.api<{
    document: { tracks: { items: { startSeconds: number; durationSeconds: number }[] }[] };
  }>('GET', `/v1/canvases/${made.canvasId}`);
  const last = getData(canvas.body).document.tracks[0]?.items.at(-1);
  const [minutes = 0, seconds = 0] = expected.split(':').map(Number);
  expect(Math.abs((last?.startSeconds ?? 0) + (last?.durationSeconds ?? 0) - 60 * minutes - seconds)).toBeLessThan(
    0.12,
  );
});
