import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { TimelineDocument } from '#core/timeline/document.ts';
import type { JobView } from '#operations/jobs.ts';
import type { LaunchProposal, Slot } from '#recipes/launch-cut/proposal.ts';
import { findBarriers } from '#test/support/barriers.ts';
import { getData, shareProduct, type Product } from '#test/support/product.ts';

const sample = (name: string): string => join(import.meta.dirname, '../../../public/sample', name);

let product: Product;
let page: Page;
let job: JobView;

beforeAll(async () => {
  product = await shareProduct();
  page = product.page;
  await page.setViewportSize({ width: 1280, height: 1000 });
  const names = ['reel.mp4', 'presenter.mp4', 'talk.mp4', 'beat.m4a'];
  const [reel, presenter, talk, music] = await Promise.all(names.map((name) => product.upload(sample(name))));
  const { body } = await product.api<JobView>('POST', '/v1/run/launch-cut', {
    materials: [reel, presenter, talk],
    music,
    keepSpeech: true,
    targetSeconds: 15,
    aspect: '9:16',
    height: 240,
    title: 'Offcut',
    points: ['Cut', 'Ship'],
  });
  job = await waiting(getData(body).id);
  await page.goto(`${product.baseUrl}/workspace/jobs/${job.id}`);
});

afterAll(() => product.close());

const waiting = (id: string, before = ''): Promise<JobView> =>
  vi.waitUntil(
    async () => {
      const now = await product.job(id);
      return now.status === 'awaiting_review' && now.updatedAt !== before && now;
    },
    { timeout: 60_000, interval: 200 },
  );
const getSlots = (one: JobView): Slot[] => (one.proposal as LaunchProposal).slots;
const tile = (at: number): Locator => page.getByRole('button', { name: `Shot ${at} of ${getSlots(job).length}` });
/** Names of the shots, in order. */
const names = (): Promise<(string | null)[]> =>
  page
    .getByRole('list', { name: 'Shots' })
    .getByRole('button')
    .evaluateAll((tiles) => tiles.map((element) => element.getAttribute('aria-label')));
const getTake = (): Promise<string> => page.getByRole('region', { name: 'The selected shot' }).innerText();

test('the facts stand apart from their names, also on a phone', async () => {
  await tile(1).waitFor();
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 1000 });
    const gaps = await page.locator('.launch .facts dt').evaluateAll((names) =>
      names.map((name) => {
        const range = document.createRange();
        range.selectNodeContents(name);
        return (name.nextElementSibling?.getBoundingClientRect().left ?? 0) - range.getBoundingClientRect().right;
      }),
    );
    expect(gaps.length).toBeGreaterThan(4);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(16);
  }
});

test('the given music is in the facts, and every shot has its picture', async () => {
  await tile(1).waitFor();
  await page.getByRole('definition').getByText('beats/min').waitFor();
  await page.getByText('yours, from').waitFor();
  const shots = page.getByRole('list', { name: 'Shots' }).getByRole('listitem');
  await expect.poll(() => shots.count()).toBe(getSlots(job).length);
});

test('a tile is as high as the map, also of an upright film', async () => {
  const [map, picture] = await Promise.all(
    [page.locator('.launch-slots'), tile(1).locator('img')].map((one) => one.boundingBox()),
  );
  expect(picture?.height).toBeLessThanOrEqual(map?.height ?? 0);
});

test('a click takes an alternate, and it is taken back', async () => {
  await tile(1).click();
  const before = await getTake();
  await page.getByRole('button', { name: 'Alternate 1' }).click();
  await expect.poll(getTake).not.toBe(before);
  // The button is that of the other shot now: who works by keyboard goes on from it.
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toContain('Alternate 1');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(getTake).toBe(before);
});

test('shots are moved, cut on other beats and locked by keyboard', async () => {
  await tile(1).focus();
  await page.keyboard.press('1');
  await page.keyboard.press('l');
  await expect.poll(() => tile(1).getAttribute('aria-label')).toContain('locked');
  await page.keyboard.press('Alt+ArrowRight');
  await expect.poll(() => tile(2).evaluate((element) => element === document.activeElement)).toBe(true);
  await expect.poll(() => tile(2).getAttribute('aria-label')).toContain('locked');
  const before = await tile(2).getAttribute('aria-label');
  await page.keyboard.press(']');
  await expect.poll(() => tile(2).getAttribute('aria-label')).not.toBe(before);
  await page.keyboard.press('Control+z');
  await expect.poll(() => tile(2).getAttribute('aria-label')).toBe(before);
});

test('a shot is dragged to another place, and a cut to another beat', async () => {
  const before = await names();
  const [from, to] = await Promise.all([tile(1).boundingBox(), tile(2).boundingBox()]);
  await page.mouse.move((from?.x ?? 0) + 20, (from?.y ?? 0) + 60);
  await page.mouse.down();
  await page.mouse.move((to?.x ?? 0) + 20, (to?.y ?? 0) + 60, { steps: 5 });
  await page.mouse.up();
  await expect.poll(() => tile(1).getAttribute('aria-label')).toContain('locked');
  const grip = page.getByRole('slider', { name: 'Cut before shot 2' });
  const start = Number(await grip.getAttribute('aria-valuenow'));
  const box = await grip.boundingBox();
  await page.mouse.move((box?.x ?? 0) + 12, (box?.y ?? 0) + 12);
  await page.mouse.down();
  await page.mouse.move((box?.x ?? 0) + 50, (box?.y ?? 0) + 12, { steps: 4 });
  await page.mouse.up();
  const valueOf = async (): Promise<number> => Number(await grip.getAttribute('aria-valuenow'));
  await expect.poll(valueOf).toBeGreaterThan(start);
  const moved = await valueOf();
  expect((job.proposal as LaunchProposal).beats).toContain(moved);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(names).toEqual(before);
});

test('everybody can use it, and a reload keeps what was changed', async () => {
  await page.getByLabel('Words over it').fill('Watch');
  expect(await findBarriers(page)).toEqual([]);
  const before = await names();
  await page.reload();
  await tile(1).waitFor();
  await expect.poll(names).toEqual(before);
});

test('JSON that is no shot map is refused in words, and the map stays', async () => {
  await page.getByRole('radio', { name: 'JSON' }).check();
  const text = page.getByRole('textbox', { name: 'Proposal' });
  const before = await text.inputValue();
  await text.fill('{}');
  await page.getByText(/is missing, or is not what it was/).waitFor();
  await expect.poll(() => page.getByRole('button', { name: /Approve/ }).isDisabled()).toBe(true);
  await text.fill(before);
  await page.getByRole('radio', { name: 'Review' }).check();
  await tile(1).waitFor();
});

test('another proposal keeps what is locked, and what is approved is made, with speech over the music', async () => {
  // The shot that gave its place to the locked one.
  await page.getByText('what you changed in 1 of them would go').waitFor();
  await page.getByRole('button', { name: 'Regenerate' }).click();
  job = await waiting(job.id, job.updatedAt);
  const locked = getSlots(job).filter(({ isLocked }) => isLocked);
  expect(locked).toMatchObject([{ text: 'Watch' }]);
  expect(new Set(getSlots(job).map(({ id }) => id)).size).toBe(getSlots(job).length);
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.getByRole('link', { name: 'Download MP4' }).waitFor({ timeout: 60_000 });
  const { canvasId } = await product.job(job.id);
  const canvas = await product.api<{ document: TimelineDocument }>('GET', `/v1/canvases/${canvasId}`);
  const { tracks } = getData(canvas.body).document;
  const items = tracks.flatMap((track) => track.items);
  const music = items.filter((item) => item.type === 'sound');
  expect(music).toMatchObject([{ role: 'music', ducksUnder: 'shots' }]);
  const shots = items.filter((item) => item.type === 'video');
  expect(shots.some(({ isMuted }) => !isMuted)).toBe(true);
});
