import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { TimelineDocument } from '#core/timeline/document.ts';
import type { JobView } from '#operations/jobs.ts';
import type { LaunchProposal, Slot } from '#recipes/launch-cut/proposal.ts';
import { findBarriers } from '#test/support/barriers.ts';
import { getData, shareProduct, type Product } from '#test/support/product.ts';
import { settledBox } from '#test/support/settled-box.ts';

const sample = (name: string): string => join(import.meta.dirname, '../../../public/sample', name);

let product: Product;
let page: Page;
let job: JobView;

beforeAll(async () => {
  product = await shareProduct();
  page = product.page;
  await page.setViewportSize({ width: 1280, height: 1000 });
  job = await start(['reel.mp4', 'presenter.mp4', 'talk.mp4']);
});

beforeEach(() => open(job));

afterAll(() => product.close());

/** Starts a run with these takes, and waits for its proposal. */
async function start(takes: readonly string[]): Promise<JobView> {
  const materials = await Promise.all(takes.map((name) => product.upload(sample(name))));
  const { body } = await product.api<JobView>('POST', '/v1/run/launch-cut', {
    materials,
    music: await product.upload(sample('beat.m4a')),
    keepSpeech: true,
    targetSeconds: 15,
    aspect: '9:16',
    height: 240,
    title: 'Offcut',
    points: ['Cut', 'Ship'],
  });
  return waiting(getData(body).id);
}

/** Opens the review of a job without the changes of earlier tests. */
async function open({ id }: JobView): Promise<void> {
  await page.evaluate(() => sessionStorage.clear());
  await page.goto(`${product.baseUrl}/workspace/jobs/${id}`);
  await page.getByRole('button', { name: /^Shot 1 of/ }).waitFor();
}

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
/** Returns the names of the shots, in order. */
const names = (): Promise<(string | null)[]> =>
  page
    .getByRole('list', { name: 'Shots' })
    .getByRole('button')
    .evaluateAll((tiles) => tiles.map((element) => element.getAttribute('aria-label')));
const getTake = (): Promise<string> => page.getByRole('region', { name: 'Selected shot' }).innerText();

test('separates the facts from their names, also on a phone', async () => {
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

test('names the given music in the facts, and shows an image of every shot', async () => {
  await page.getByRole('definition').getByText('beats/min').waitFor();
  await page.getByText('yours, from').waitFor();
  const shots = page.getByRole('list', { name: 'Shots' }).getByRole('listitem');
  await expect.poll(() => shots.count()).toBe(getSlots(job).length);
});

test('makes a tile as high as the map, also for a portrait film', async () => {
  const [map, picture] = await Promise.all(
    [page.locator('.launch-slots'), tile(1).locator('img')].map((one) => one.boundingBox()),
  );
  expect(picture?.height).toBeLessThanOrEqual(map?.height ?? 0);
});

test('chooses an alternate with a click, and undoes it', async () => {
  await tile(1).click();
  const before = await getTake();
  await page.getByRole('button', { name: 'Alternate 1' }).click();
  await expect.poll(getTake).not.toBe(before);
  // The button belongs to the other shot now: a keyboard user continues from it.
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toContain('Alternate 1');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(getTake).toBe(before);
});

test('moves, cuts on other beats and locks shots by keyboard', async () => {
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

test('drags a shot to another place, and a cut to another beat', async () => {
  await tile(2).focus();
  await page.keyboard.press('l');
  await expect.poll(() => tile(2).getAttribute('aria-label')).toContain('locked');
  await settledBox(tile(1));
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

test('has no accessibility violations, and keeps the changes after a reload', async () => {
  await tile(1).click();
  await page.getByLabel('Text over the shot').fill('Watch');
  expect(await findBarriers(page)).toEqual([]);
  const before = await names();
  await page.reload();
  await tile(1).waitFor();
  await expect.poll(names).toEqual(before);
});

test('refuses JSON that is not a shot map with a reason, and keeps the map', async () => {
  await page.getByRole('radio', { name: 'JSON' }).check();
  const text = page.getByRole('textbox', { name: 'Proposal' });
  const before = await text.inputValue();
  await text.fill('{}');
  await page.getByText(/is missing or has an invalid value/).waitFor();
  await expect.poll(() => page.getByRole('button', { name: /Approve/ }).isDisabled()).toBe(true);
  await text.fill(before);
  await page.getByRole('radio', { name: 'Review' }).check();
  await tile(1).waitFor();
});

test('keeps locked shots in another proposal, and creates the approved one with speech over the music', async () => {
  const own = await start(['reel.mp4', 'talk.mp4']);
  await open(own);
  await page.getByRole('button', { name: /^Shot 1 of/ }).focus();
  await page.keyboard.press('l');
  await page.keyboard.press('Alt+ArrowRight');
  await page.getByLabel('Text over the shot').fill('Watch');
  // The shot whose place the locked one has now.
  await page.getByText('Your changes to 1 of them would be lost').waitFor();
  await page.getByRole('button', { name: 'Regenerate' }).click();
  const next = await waiting(own.id, own.updatedAt);
  const locked = getSlots(next).filter(({ isLocked }) => isLocked);
  expect(locked).toMatchObject([{ text: 'Watch' }]);
  expect(new Set(getSlots(next).map(({ id }) => id)).size).toBe(getSlots(next).length);
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.getByRole('link', { name: 'Download MP4' }).waitFor({ timeout: 60_000 });
  const { canvasId } = await product.job(own.id);
  const canvas = await product.api<{ document: TimelineDocument }>('GET', `/v1/canvases/${canvasId}`);
  const { tracks } = getData(canvas.body).document;
  const items = tracks.flatMap((track) => track.items);
  const music = items.filter((item) => item.type === 'sound');
  expect(music).toMatchObject([{ role: 'music', ducksUnder: 'shots' }]);
  const shots = items.filter((item) => item.type === 'video');
  expect(shots.some(({ isMuted }) => !isMuted)).toBe(true);
});
