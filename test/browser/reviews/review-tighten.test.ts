import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { JobView } from '#operations/jobs.ts';
import type { CutList } from '#recipes/tighten/cut-list.ts';
import { findBarriers } from '#test/support/barriers.ts';
import { getData, shareProduct, type Product } from '#test/support/product.ts';
import { settledBox } from '#test/support/settled-box.ts';

const talk = join(import.meta.dirname, '../../../public/sample/talk.mp4');

let product: Product;
let page: Page;
let job: JobView;
let list: CutList;

beforeAll(async () => {
  product = await shareProduct();
  page = product.page;
  await page.setViewportSize({ width: 1280, height: 900 });
  job = await start({ protect: [{ startSeconds: 7.01, endSeconds: 8.01 }] });
  list = job.proposal as CutList;
});

beforeEach(() => open(job));

afterAll(() => product.close());

/** Starts a run, and waits for its proposal. */
async function start(parameters: object): Promise<JobView> {
  const material = await product.upload(talk);
  const { body } = await product.api<JobView>('POST', '/v1/run/tighten', { material, ...parameters });
  return vi.waitUntil(
    async () => {
      const now = await product.job(getData(body).id);
      return now.status === 'awaiting_review' && now;
    },
    { timeout: 60_000, interval: 200 },
  );
}

/** Opens the review of a job without the changes of earlier tests. */
async function open({ id }: JobView): Promise<void> {
  await page.evaluate(() => sessionStorage.clear());
  await page.goto(`${product.baseUrl}/workspace/jobs/${id}`);
  await page.getByRole('button', { name: /^Cut 1 of/ }).waitFor();
}

const cut = (at: number): Locator => page.getByRole('button', { name: `Cut ${at} of ${list.cuts.length}` });
const lengthAfter = (): Promise<string> => page.getByRole('definition').nth(1).innerText();
const edge = (name: 'Start' | 'End', at: number): Locator =>
  page
    .getByRole('listitem')
    .filter({ has: cut(at) })
    .getByRole('slider', { name: `${name} of the cut` });
const valueOf = async (slider: Locator): Promise<number> => Number(await slider.getAttribute('aria-valuenow'));

test('waits for the facts of a new clip, because its size and its frames matter', async () => {
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

test('restores a pause with a click, and undoes it', async () => {
  await cut(2).waitFor();
  const before = await lengthAfter();
  await cut(2).click();
  await expect.poll(() => cut(2).getAttribute('aria-pressed')).toBe('false');
  await expect.poll(lengthAfter).not.toBe(before);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(lengthAfter).toBe(before);
  await expect.poll(() => page.getByRole('button', { name: 'Undo' }).isDisabled()).toBe(true);
});

test('reaches every action by keyboard', async () => {
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

test('does not cover the controls that Tab reaches with the decisions below the list', async () => {
  await page.getByRole('radio', { name: 'List view' }).check();
  await page.getByText('Change settings and regenerate').click();
  await page.evaluate(() => scrollTo(0, 0));
  const decisions = page.locator('.review-decisions');
  for (let at = 0; at < 40 && !(await decisions.locator(':focus').count()); at += 1) {
    await page.keyboard.press('Tab');
    const [focused, bar] = await Promise.all([page.locator(':focus').boundingBox(), decisions.boundingBox()]);
    const isWithin = (await decisions.locator(':focus').count()) > 0;
    expect(isWithin || (focused?.y ?? 0) + (focused?.height ?? 0) <= (bar?.y ?? 0)).toBe(true);
  }
  expect(await decisions.locator(':focus').count()).toBe(1);
  await page.getByText('Change settings and regenerate').click();
});

test('drags an edge to a frame, in one step', async () => {
  await cut(2).focus();
  const box = await settledBox(edge('End', 2));
  const before = await valueOf(edge('End', 2));
  const strip = await page.getByRole('list', { name: 'Visible cuts' }).boundingBox();
  const at = { x: box.x + 12, y: box.y + 20 };
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  await page.mouse.move(at.x - 8, at.y, { steps: 4 });
  await page.mouse.up();
  const secondsOfPixel = list.beforeSeconds / (strip?.width ?? 1);
  await page.getByText('confidence, edited').waitFor();
  const after = await valueOf(edge('End', 2));
  expect(after).toBeLessThan(before);
  expect(Math.abs(before - after - 8 * secondsOfPixel)).toBeLessThan(0.15);
  expect(after * 25).toBeCloseTo(Math.round(after * 25), 3);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => valueOf(edge('End', 2))).toBe(before);
  await expect.poll(() => page.getByText('confidence, edited').count()).toBe(0);
});

test('updates immediately with the slider of the kept pause, and keeps the changes after a reload', async () => {
  const before = await lengthAfter();
  const slider = page.getByRole('slider', { name: 'Kept pause' });
  await slider.fill('0.6');
  await expect.poll(lengthAfter).not.toBe(before);
  // The proposal shows it: no new proposal is needed.
  expect(await page.getByText('You have changed settings').count()).toBe(0);
  await cut(1).click();
  await expect.poll(() => cut(1).getAttribute('aria-pressed')).toBe('false');
  const after = await lengthAfter();
  await page.reload();
  await cut(1).waitFor();
  await expect.poll(lengthAfter).toBe(after);
  await expect.poll(() => cut(1).getAttribute('aria-pressed')).toBe('false');
  await expect.poll(() => slider.inputValue()).toBe('0.6');
});

test('starts and ends its overview, filmstrip and waveform together, so that a pause is at the same place in each', async () => {
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    const tracks = await Promise.all(
      (await page.getByRole('region', { name: 'Timeline' }).locator('.time-track').all()).map((one) => settledBox(one)),
    );
    expect(tracks).toHaveLength(4);
    expect(new Set(tracks.map(({ x, width: wide }) => `${Math.round(x)} ${Math.round(wide)}`)).size).toBe(1);
    const [overview] = tracks;
    const box = await settledBox(cut(2));
    const { startSeconds, endSeconds } = list.cuts[1] ?? { startSeconds: 0, endSeconds: 0 };
    const middle = (overview?.x ?? 0) + ((startSeconds + endSeconds) / 2 / list.beforeSeconds) * (overview?.width ?? 0);
    expect(Math.abs(box.x + box.width / 2 - middle)).toBeLessThan(1.5);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
  await page.setViewportSize({ width: 1280, height: 900 });
});

test('zooms and scrolls by keyboard, and moves the playhead with the ruler', async () => {
  const visible = page.getByRole('slider', { name: 'Visible part' });
  const all = await visible.getAttribute('aria-valuetext');
  await page.getByRole('button', { name: 'Zoom in' }).press('Enter');
  await expect.poll(() => visible.getAttribute('aria-valuetext')).not.toBe(all);
  const start = await valueOf(visible);
  await visible.press('ArrowRight');
  await expect.poll(() => valueOf(visible)).toBeGreaterThan(start);
  await page.getByRole('button', { name: 'Fit the whole timeline' }).press('Enter');
  await expect.poll(() => visible.getAttribute('aria-valuetext')).toBe(all);
  const ruler = page.getByRole('slider', { name: 'Time', exact: true });
  const before = await valueOf(ruler);
  await ruler.press('ArrowRight');
  await expect.poll(() => valueOf(ruler)).toBeCloseTo(before + 1 / 25, 1);
});

test('does not offer a kept pause below twice the padding, and the API refuses one', async () => {
  const slider = page.getByRole('slider', { name: 'Kept pause' });
  await expect.poll(() => slider.getAttribute('min')).toBe('0.24');
  const { status, body } = await product.api('POST', `/v1/jobs/${job.id}/review`, {
    decision: 'regenerate',
    updatedAt: job.updatedAt,
    parameters: { keepGapSeconds: 0.2 },
  });
  expect(status).toBe(400);
  expect(body).toMatchObject({ errorCode: 'VALIDATION_FAILED', details: [{ path: 'parameters.keepGapSeconds' }] });
  await page.goto(`${product.baseUrl}/workspace/recipes/tighten`);
  const kept = page.getByRole('spinbutton', { name: 'Kept pause' });
  await kept.fill('0.1');
  await kept.blur();
  await expect.poll(() => kept.inputValue()).toBe('0.24');
  await page.getByRole('spinbutton', { name: 'Padding' }).fill('0.4');
  await expect.poll(() => kept.inputValue()).toBe('0.8');
  await page.getByRole('button', { name: 'Clear form' }).click();
});

test('previews the audio and video without a cut', async () => {
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('button', { name: 'Preview cut' }).click();
  await page.getByRole('button', { name: 'Pause' }).waitFor();
  // Playback starts two seconds before the cut, ends two seconds after it, and stops by itself.
  await page.getByRole('button', { name: 'Play tightened clip' }).waitFor();
});

test('has no accessibility violations, also as a table', async () => {
  expect(await findBarriers(page)).toEqual([]);
  await page.getByRole('radio', { name: 'List view' }).check();
  expect(await findBarriers(page)).toEqual([]);
  await page.getByLabel('From, cut 3, in seconds').fill('7.5');
  await page.getByLabel('From, cut 3, in seconds').press('Tab');
  // Not into a protected part, and on a frame.
  await expect.poll(async () => Number(await page.getByLabel('From, cut 3, in seconds').inputValue())).toBe(8.04);
});

test('creates the chosen cuts', async () => {
  const own = await start({});
  await open(own);
  const before = await lengthAfter();
  await page.getByRole('button', { name: /^Cut 1 of/ }).click();
  await expect.poll(lengthAfter).not.toBe(before);
  const expected = await lengthAfter();
  await page.getByRole('button', { name: 'Approve changes' }).click();
  await page.getByRole('link', { name: 'Download MP4' }).waitFor({ timeout: 60_000 });
  const made = (await product.job(own.id)) as JobView & { canvasId: string };
  const canvas = await product.api<{
    document: { tracks: { items: { startSeconds: number; durationSeconds: number }[] }[] };
  }>('GET', `/v1/canvases/${made.canvasId}`);
  const last = getData(canvas.body).document.tracks[0]?.items.at(-1);
  const [minutes = 0, seconds = 0] = expected.split(':').map(Number);
  expect(Math.abs((last?.startSeconds ?? 0) + (last?.durationSeconds ?? 0) - 60 * minutes - seconds)).toBeLessThan(
    0.12,
  );
  await page.getByRole('radio', { name: 'Side by side' }).check();
  const readDuration = (name: string): Promise<number> =>
    page.getByLabel(name, { exact: true }).evaluate((video) => (video as HTMLVideoElement).duration);
  await expect.poll(() => readDuration('Source')).toBeCloseTo(list.beforeSeconds, 0);
  expect(await readDuration('Result')).toBeLessThan(await readDuration('Source'));
  expect(await findBarriers(page)).toEqual([]);
  await page.getByRole('radio', { name: 'Before' }).check();
  await expect.poll(() => page.getByLabel('Result', { exact: true }).isVisible()).toBe(false);
});
