import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { JobView } from '#operations/jobs.ts';
import { Fingers, getPoint } from '#test/support/fingers.ts';
import { getData, shareProduct, type Product } from '#test/support/product.ts';
import { makeTimeline, makeItem } from '#test/support/timeline.ts';

const box = { x: 320, y: 180, width: 320, height: 180, fill: '#3060a0' };

let product: Product;
let page: Page;
let fingers: Fingers;

beforeAll(async () => {
  product = await shareProduct();
  page = product.page;
  fingers = await Fingers.onPhone(page);
});

afterAll(() => product.close());

beforeEach(open);

/** A canvas of two tracks, most clips of which are visible. */
async function open(): Promise<void> {
  const shape = (id: string, startSeconds: number, more = {}) =>
    makeItem('shape', id, { ...box, name: id, startSeconds, durationSeconds: 2, ...more });
  const transition = { type: 'dissolve', durationSeconds: 0.5 };
  const document = makeTimeline([
    { name: 'Film', items: [shape('First', 0), shape('Second', 3), shape('Third', 30)] },
    { name: 'Over it', items: [shape('Above', 3), shape('Next', 5, { transition })] },
  ]);
  const { id } = getData((await product.api<{ id: string }>('POST', '/v1/canvases', { document })).body);
  await page.goto(`${product.baseUrl}/workspace/canvas/editor/${id}`);
  await clip('First').waitFor();
}

const scroller = (): Locator => page.locator('.timeline-scroller');
const clip = (name: string): Locator => page.getByRole('listitem', { name: new RegExp(`^Clip \\d+, shape, ${name},`) });
const getTimes = async (name: string): Promise<string> =>
  /from (.*?) s to (.*?) s/
    .exec((await clip(name).getAttribute('aria-label')) ?? '')
    ?.slice(1)
    .join('-') ?? '';
const isSelected = async (name: string): Promise<boolean> =>
  (await clip(name).getAttribute('aria-label'))?.endsWith('selected') === true;
const scrolled = (): Promise<number> => scroller().evaluate(({ scrollLeft }) => scrollLeft);
/** The pixels of a second. */
const secondPx = (): Promise<number> =>
  scroller().evaluate((element) => Number(element.style.getPropertyValue('--pps')));

/** Zooms the timeline with two fingers, so that clips are wider than a finger. */
async function zoomIn(): Promise<void> {
  const { x, y } = await getPoint(scroller(), 0.6, 0.7);
  const near = [
    { x: x - 20, y },
    { x: x + 20, y },
  ];
  await fingers.press(...near);
  await fingers.slide(near, [
    { x: x - 80, y },
    { x: x + 80, y },
  ]);
  await fingers.lift();
}

test('zooms the timeline around two fingers', async () => {
  const before = await secondPx();
  await zoomIn();
  await expect.poll(secondPx).toBeGreaterThan(3 * before);
});

test('scrolls with a finger that moves immediately, also over clips, without moving or selecting one', async () => {
  await zoomIn();
  await scroller().evaluate((element) => element.scrollTo(0, 0));
  await expect.poll(scrolled).toBe(0);
  await fingers.drag(await getPoint(clip('Second'), 0.3), { x: -120 });
  await expect.poll(scrolled).toBeGreaterThan(60);
  expect(await getTimes('Second')).toBe('3.0-5.0');
  expect(await isSelected('Second')).toBe(false);
});

test('selects a clip with a tap, and moves the playhead with a tap in a gap, which Delete closes', async () => {
  await zoomIn();
  await home();
  await fingers.tap(await getPoint(clip('First')));
  await expect.poll(() => isSelected('First')).toBe(true);
  const gap = await getPoint(clip('First'), 1.3);
  await fingers.tap(gap);
  await expect.poll(() => isSelected('First')).toBe(false);
  await expect.poll(playhead).toBeCloseTo(2.6, 0);
  // The gap under the finger is selected.
  await fingers.tap(page.getByRole('button', { name: 'Delete', exact: true }));
  await expect.poll(() => getTimes('Second')).toBe('2.0-4.0');
});

test('drags a clip with a finger that rests on it, without scrolling the timeline', async () => {
  await zoomIn();
  await home();
  const from = await getPoint(clip('Second'), 0.3);
  await fingers.press(from);
  await scroller().and(page.locator('[data-holding]')).waitFor();
  const to = { x: from.x + (await secondPx()), y: from.y };
  await fingers.slide([from], [to]);
  await expect.poll(() => getTimes('Second')).toBe('4.0-6.0');
  await fingers.lift();
  await expect.poll(() => getTimes('Second')).toBe('4.0-6.0');
  // The timeline scrolls as far as the finger moves: one second.
  expect(await scrolled()).toBeLessThan((await secondPx()) / 4);
  await expect.poll(() => scroller().getAttribute('data-holding')).toBeNull();
  // It scrolls again afterwards.
  await fingers.drag(await getPoint(clip('First')), { x: -120 });
  await expect.poll(scrolled).toBeGreaterThan(60);
  expect(await getTimes('First')).toBe('0.0-2.0');
  await fingers.tap(page.getByRole('button', { name: /^Undo/ }));
  await expect.poll(() => getTimes('Second')).toBe('3.0-5.0');
});

test('selects a transition with a tap, drags its duration, and shows its panel with a second tap', async () => {
  await zoomIn();
  await home();
  const badge = page.locator('.clip-transition');
  const isChosen = (): Promise<boolean> => badge.evaluate((element) => element.matches('[data-chosen]'));
  await fingers.tap(await getPoint(badge));
  await expect.poll(isChosen).toBe(true);
  await fingers.drag(await getPoint(badge), { x: (await secondPx()) / 2 });
  await expect.poll(() => clip('Next').getAttribute('aria-label')).toMatch(/dissolve of 1\.0 s$/);
  await fingers.tap(await getPoint(badge));
  await page.getByRole('dialog', { name: 'Properties' }).getByRole('radio', { name: 'Dissolve' }).waitFor();
});

test('trims the edges of a selected clip', async () => {
  await zoomIn();
  await home();
  await fingers.tap(await getPoint(clip('First')));
  await expect.poll(() => isSelected('First')).toBe(true);
  const edge = await getPoint(clip('First'), 1);
  await fingers.drag({ x: edge.x - 6, y: edge.y }, { x: -(await secondPx()) });
  await expect.poll(() => getTimes('First')).toBe('0.0-1.0');
  await fingers.tap(page.getByRole('button', { name: /^Undo/ }));
  await expect.poll(() => getTimes('First')).toBe('0.0-2.0');
});

test('trims a clip that is narrower than a finger by handles outside it', async () => {
  await home();
  const narrow = clip('Second');
  const getWidth = async (): Promise<number> => (await narrow.boundingBox())?.width ?? 0;
  for (let width = await getWidth(); width > 30; width = await getWidth()) {
    await fingers.tap(page.getByRole('button', { name: 'Zoom out' }));
    await expect.poll(getWidth).toBeLessThan(width);
  }
  await fingers.tap(await getPoint(narrow));
  await expect.poll(() => isSelected('Second')).toBe(true);
  const edge = await getPoint(narrow, 1);
  await fingers.drag({ x: edge.x + 8, y: edge.y }, { x: 2 * (await secondPx()) });
  await expect.poll(() => getTimes('Second')).toBe('3.0-7.0');
  await fingers.tap(page.getByRole('button', { name: /^Undo/ }));
  await expect.poll(() => getTimes('Second')).toBe('3.0-5.0');
});

test('lets a tap and a rest reach the neighbour of a short clip whose handle overlaps it', async () => {
  await home();
  await fingers.tap(await getPoint(clip('Above')));
  await expect.poll(() => isSelected('Above')).toBe(true);
  const covered = await getPoint(clip('Next'), 0.3);
  expect(await page.evaluate(({ x, y }) => document.elementFromPoint(x, y)?.className, covered)).toContain('clip-edge');
  await fingers.hold(covered);
  await page.getByRole('menu', { name: 'Menu of the clip' }).waitFor();
  expect(await isSelected('Next')).toBe(true);
  await page.keyboard.press('Escape');
  await fingers.tap(await getPoint(clip('Above')));
  await expect.poll(() => isSelected('Above')).toBe(true);
  await fingers.tap(covered);
  await expect.poll(() => isSelected('Next')).toBe(true);
  expect(await isSelected('Above')).toBe(false);
  // A finger that moves immediately drags the edge.
  await fingers.tap(await getPoint(clip('Above')));
  await expect.poll(() => isSelected('Above')).toBe(true);
  await fingers.drag(covered, { x: -1.5 * (await secondPx()) });
  await expect
    .poll(async () => (await getTimes('Above')).startsWith('3.0-') && (await getTimes('Above')))
    .not.toBe('3.0-5.0');
  await fingers.tap(page.getByRole('button', { name: /^Undo Trim/ }));
  await expect.poll(() => getTimes('Above')).toBe('3.0-5.0');
});

test('opens the menu of a selected short clip, which has handles everywhere', async () => {
  await fingers.tap(await getPoint(clip('Above')));
  await expect.poll(() => isSelected('Above')).toBe(true);
  await fingers.hold(await getPoint(clip('Above'), 0.85));
  await page.getByRole('menu', { name: 'Menu of the clip' }).waitFor();
  await page.keyboard.press('Escape');
});

test('opens the menu if a finger rests on a clip or outside one and is lifted there', async () => {
  await home();
  const count = (): Promise<number> => page.getByRole('listitem', { name: /, First,/ }).count();
  const clicks = await countClicks();
  await fingers.hold(await getPoint(clip('First')));
  await page.getByRole('menu', { name: 'Menu of the clip' }).waitFor();
  // A click would close the menu again, or choose one of its entries.
  expect(await clicks()).toBe(0);
  await fingers.tap(page.getByRole('menuitem', { name: /^Duplicate/ }));
  await expect.poll(count).toBe(2);
  await fingers.tap(page.getByRole('button', { name: /^Undo/ }));
  await expect.poll(count).toBe(1);
  // Outside a clip that is not selected: here the finger would otherwise hold the edge of another clip.
  await fingers.hold(await getPoint(clip('Second'), 2.5));
  await page.getByRole('menu', { name: 'Menu of the gap' }).waitFor();
  await fingers.tap(page.getByRole('menuitem', { name: 'Add marker here' }));
  await page.getByRole('button', { name: 'Marker Marker 1' }).waitFor();
});

test('cuts a clip with the razor where it is tapped', async () => {
  await home();
  await fingers.tap(page.getByRole('button', { name: 'Razor' }));
  await fingers.tap(await getPoint(clip('Above'), 0.5));
  await expect.poll(() => page.getByRole('listitem', { name: /, Above,/ }).count()).toBe(2);
  await fingers.tap(page.getByRole('button', { name: /^Undo/ }));
  await fingers.tap(page.getByRole('button', { name: 'Select', exact: true }));
});

test('splits, duplicates and deletes with the bar of actions, which shows no keys', async () => {
  await home();
  const count = (): Promise<number> => page.getByRole('listitem', { name: /^Clip \d+, shape, Above,/ }).count();
  const action = (name: string): Locator => page.getByRole('group', { name: 'Actions' }).getByRole('button', { name });
  expect(await action('Delete').getAttribute('aria-disabled')).toBe('true');
  await fingers.tap(await getPoint(clip('Above')));
  await expect.poll(() => isSelected('Above')).toBe(true);
  await fingers.tap(action('Duplicate'));
  await expect.poll(count).toBe(2);
  await fingers.tap(action('Delete'));
  await expect.poll(count).toBe(1);
  await fingers.tap(page.getByText('Menu', { exact: true }));
  await fingers.tap(page.getByRole('menuitem', { name: 'Playback' }));
  await fingers.tap(page.getByRole('menuitem', { name: 'Go to' }));
  await page.getByRole('menuitem', { name: 'Go to end' }).waitFor();
  expect(await page.locator('.menu-key:visible').count()).toBe(0);
  await fingers.tap(page.getByRole('menuitem', { name: 'Back from Go to' }));
  await fingers.tap(page.getByRole('menuitem', { name: 'Back from Playback' }));
  await page.getByRole('menuitem', { name: 'Canvas' }).waitFor();
  await page.keyboard.press('Escape');
  await fingers.tap(action('Add'));
  const library = page.getByRole('dialog', { name: 'Library' });
  await fingers.tap(library.getByRole('tab', { name: 'Text' }));
  await fingers.tap(library.getByRole('button', { name: 'Add title' }));
  await page.getByRole('listitem', { name: /^Clip \d+, text/ }).waitFor();
});

test('opens and closes a sheet with a tap, and moves and zooms the stage with fingers', async () => {
  await home();
  const { x: middle, y: row } = await getPoint(clip('First'));
  await fingers.tap({ x: middle, y: (await getPoint(page.locator('.ruler'))).y });
  await expect.poll(playhead).toBeCloseTo(1, 0);
  await fingers.tap({ x: middle, y: row });
  await fingers.tap(page.getByRole('button', { name: 'Properties' }));
  const sheet = page.getByRole('dialog', { name: 'Properties' });
  const left = sheet.getByRole('textbox', { name: 'X', exact: true });
  const before = Number.parseFloat(await left.inputValue());
  await fingers.tap(sheet.getByRole('button', { name: 'Close' }));
  await expect.poll(() => sheet.count()).toBe(0);
  const picture = page.getByRole('group', { name: /^Preview/ });
  await fingers.drag(await getPoint(picture), { x: 60, y: 10 });
  await fingers.tap(page.getByRole('button', { name: 'Properties' }));
  await expect.poll(async () => Number.parseFloat(await left.inputValue())).toBeGreaterThan(before + 40);
  await fingers.tap(sheet.getByRole('button', { name: 'Close' }));
  // There is no room for it next to the tools of the selection.
  const zoom = page.locator('.stage-zoom');
  await expect.poll(() => zoom.inputValue()).toBe('fit');
  const { x, y } = await getPoint(picture);
  const near = [
    { x: x - 30, y },
    { x: x + 30, y },
  ];
  await fingers.press(...near);
  await fingers.slide(near, [
    { x: x - 90, y },
    { x: x + 90, y },
  ]);
  await fingers.lift();
  await expect.poll(() => zoom.inputValue()).not.toBe('fit');
});

test('returns a sheet after a short drag of its head, and closes it after a long drag or a flick', async () => {
  const sheet = page.getByRole('dialog', { name: 'Properties' });
  const head = sheet.locator('.editor-sheet-head');
  const open = async (): Promise<void> => {
    await fingers.tap(page.getByRole('button', { name: 'Properties' }));
    await sheet.waitFor();
  };
  await open();
  const { y: top = 0 } = (await sheet.boundingBox()) ?? {};
  const getTop = async (): Promise<number> => (await sheet.boundingBox())?.y ?? 0;
  const from = await getPoint(head, 0.3);
  await fingers.press(from);
  await fingers.slide([from], [{ x: from.x, y: from.y + 60 }]);
  await expect.poll(getTop).toBeCloseTo(top + 60, 0);
  await fingers.move({ x: from.x, y: from.y + 20 });
  await fingers.lift();
  await expect.poll(getTop).toBeCloseTo(top, 0);
  await fingers.drag(from, { y: 260 });
  await expect.poll(() => sheet.count()).toBe(0);
  await open();
  await page.keyboard.press('Escape');
  await expect.poll(() => sheet.count()).toBe(0);
});

test('drags the edge of a cut in a review with a finger', async () => {
  const material = await product.upload(join(import.meta.dirname, '../../../public/sample/talk.mp4'));
  const { id } = getData((await product.api<JobView>('POST', '/v1/run/tighten', { material })).body);
  await expect.poll(async () => (await product.job(id)).status).toBe('awaiting_review');
  await page.goto(`${product.baseUrl}/workspace/jobs/${id}`);
  const cut = page.getByRole('button', { name: /^Cut 2 of/ });
  await fingers.tap(cut);
  const edge = page.getByRole('listitem').filter({ has: cut }).getByRole('slider', { name: 'End of the cut' });
  const before = Number(await edge.getAttribute('aria-valuenow'));
  await edge.scrollIntoViewIfNeeded();
  await fingers.drag(await getPoint(edge), { x: -12 });
  await expect.poll(async () => Number(await edge.getAttribute('aria-valuenow'))).toBeLessThan(before);
});

/** Returns the number of mouse presses since then that the page received; browsers derive them from touches. */
const countClicks = async (): Promise<() => Promise<number>> => {
  const counted = await page.evaluateHandle(() => {
    const count = { clicks: 0 };
    addEventListener('mousedown', () => (count.clicks += 1), { capture: true });
    return count;
  });
  return () => counted.evaluate(({ clicks }) => clicks);
};
const home = async (): Promise<void> => {
  await scroller().evaluate((element) => element.scrollTo(0, 0));
  await expect.poll(scrolled).toBe(0);
};
const playhead = async (): Promise<number> =>
  Number(await page.getByRole('slider', { name: 'Playhead' }).getAttribute('aria-valuenow'));
