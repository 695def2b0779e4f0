import type { Locator, Page } from 'playwright-core';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { readMiddle } from '#test/in-page/preview.ts';
import { findBarriers } from '#test/support/barriers.ts';
import { openMenu } from '#test/support/keyboard.ts';
import { getData, shareProduct, type Product } from '#test/support/product.ts';
import { makeTimeline, makeItem } from '#test/support/timeline.ts';

const clip = join(import.meta.dirname, '../../fixtures/sample/short.mp4');
const whole = { x: 320, y: 180, width: 640, height: 360 };

let product: Product;
let page: Page;
let assetId: string;

beforeAll(async () => {
  product = await shareProduct();
  page = product.page;
  await page.setViewportSize({ width: 1280, height: 800 });
  assetId = await product.upload(clip);
  await vi.waitFor(async () => expect(await readLength()).toBe(1), { timeout: 60_000, interval: 100 });
});

afterAll(() => product.close());

/** The duration of the clip in seconds, once a tab has read it. */
async function readLength(): Promise<number | undefined> {
  const materials = await product.api<{ durationSeconds?: number }[]>('GET', '/v1/materials');
  return getData(materials.body)[0]?.durationSeconds;
}

async function open(document: object, isMagnetic = false): Promise<void> {
  const mode = isMagnetic ? 'on' : 'off';
  await page.evaluate((value) => localStorage.setItem('offcut:magnetic', value), mode);
  const { id } = getData((await product.api<{ id: string }>('POST', '/v1/canvases', { document })).body);
  // The duration of a file limits trims, and is read after the timeline has rendered.
  const lengths = page.waitForResponse(/\/v1\/materials/);
  await page.goto(`${product.baseUrl}/workspace/canvas/editor/${id}`);
  await getClip('1').waitFor();
  await (await lengths).finished();
}

/** Creates a canvas with two shapes and a gap after them, a clip of one second, and a title above. No track is magnetic. */
async function openShapes({ isMagnetic = false, isLocked = false } = {}): Promise<void> {
  await open(
    makeTimeline([
      {
        name: 'Film',
        items: [
          makeItem('shape', 'a', { ...whole, name: 'First', durationSeconds: 2 }),
          makeItem('shape', 'b', { ...whole, name: 'Second', startSeconds: 2, durationSeconds: 2, isLocked }),
          makeItem('video', 'v', { ...whole, name: 'short.mp4', assetId, startSeconds: 6, durationSeconds: 1 }),
        ],
      },
      {
        name: 'Titles',
        items: [makeItem('text', 't', { ...whole, text: 'Hello', startSeconds: 1, durationSeconds: 1 })],
      },
    ]),
    isMagnetic,
  );
  // The clips render after the width of the timeline is known, which determines the zoom.
  await getClip('3').waitFor();
}

const getClip = (number: string, track = 'Film'): Locator =>
  page
    .getByRole('list', { name: new RegExp(`^${track}`) })
    .getByRole('listitem', { name: new RegExp(`^Clip ${number},`) });

/** Returns the accessible times of all clips of a track. */
const times = async (track = 'Film'): Promise<string[]> => {
  const names = await page
    .getByRole('list', { name: new RegExp(`^${track}`) })
    .getByRole('listitem')
    .evaluateAll((items) => items.map((item) => item.getAttribute('aria-label') ?? ''));
  return names.map((name) => /from (.*?) s to (.*?) s/.exec(name)?.slice(1).join('-') ?? name);
};

/** Drags from a share of a clip's width by pixels. `keys` are pressed until the pointer is released. */
async function drag(element: Locator, share: number, by: { x: number; y?: number }, isHeld = false): Promise<void> {
  const box = await element.boundingBox();
  if (!box) {
    throw new Error('the element to drag is not rendered');
  }
  const [x, y] = [box.x + Math.min(box.width - 2, Math.max(2, share * box.width)), box.y + box.height / 2 - 6];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + by.x / 2, y + (by.y ?? 0) / 2, { steps: 3 });
  await page.mouse.move(x + by.x, y + (by.y ?? 0), { steps: 3 });
  if (!isHeld) {
    await page.mouse.up();
  }
}

/** The pixels of a second. */
async function secondPx(): Promise<number> {
  const box = await getClip('1').boundingBox();
  return (box?.width ?? 0) / 2;
}

test('drags a clip, snaps it to an edge with a line, and undoes the move in one step', async () => {
  await openShapes();
  const second = await secondPx();
  await drag(getClip('3'), 0.5, { x: -2 * second + 4 }, true);
  await page.locator('.snap-line').waitFor();
  // The timeline shows the effect of a gesture before the gesture ends.
  await expect.poll(() => times()).toEqual(['0.0-2.0', '2.0-4.0', '4.0-5.0']);
  await page.mouse.up();
  await expect.poll(() => times()).toEqual(['0.0-2.0', '2.0-4.0', '4.0-5.0']);
  await expect.poll(() => page.locator('.snap-line').count()).toBe(0);
  await page.keyboard.press('Control+z');
  await expect.poll(() => times()).toEqual(['0.0-2.0', '2.0-4.0', '6.0-7.0']);
});

test('moves a clip back and gives the reason if it cannot be placed there, and cancels a drag with Escape', async () => {
  // A locked clip makes no room.
  await openShapes({ isLocked: true });
  const second = await secondPx();
  await drag(getClip('3'), 0.5, { x: -3.6 * second }, true);
  await page.locator('.clip[data-refused]').waitFor();
  await page.mouse.up();
  await expect.poll(() => times()).toEqual(['0.0-2.0', '2.0-4.0', '6.0-7.0']);
  await drag(getClip('3'), 0.5, { x: -second }, true);
  await expect.poll(() => times()).toEqual(['0.0-2.0', '2.0-4.0', '5.0-6.0']);
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await expect.poll(() => times()).toEqual(['0.0-2.0', '2.0-4.0', '6.0-7.0']);
});

test('drags a clip to another track, and past the first and the last one to a new track', async () => {
  await openShapes();
  const second = await secondPx();
  await drag(getClip('3'), 0.5, { x: 0, y: -60 });
  await expect.poll(() => times('Titles')).toEqual(['1.0-2.0', '6.0-7.0']);
  await page.keyboard.press('Control+z');
  await drag(getClip('1', 'Titles'), 0.5, { x: 2 * second, y: -60 });
  await expect.poll(() => times('Track 3')).toEqual(['3.0-4.0']);
  await page.keyboard.press('Control+z');
  await drag(getClip('3'), 0.5, { x: 0, y: 60 });
  await expect.poll(() => times('Track 3')).toEqual(['6.0-7.0']);
  await page.keyboard.press('Control+z');
  await expect.poll(() => times('Titles')).toEqual(['1.0-2.0']);
});

test('reorders the clips of the magnetic track with their titles, closes gaps, and places freely without it', async () => {
  await openShapes({ isMagnetic: true });
  const second = await secondPx();
  await page.getByRole('img', { name: 'Main track' }).waitFor();
  await drag(getClip('3'), 0.5, { x: -6 * second });
  await expect.poll(() => times()).toEqual(['0.0-1.0', '1.0-3.0', '3.0-5.0']);
  await expect.poll(() => times('Titles')).toEqual(['2.0-3.0']);
  await page.keyboard.press('Control+z');
  await expect.poll(() => times()).toEqual(['0.0-2.0', '2.0-4.0', '6.0-7.0']);
  await drag(getClip('1'), 1, { x: -second });
  await expect.poll(() => times()).toEqual(['0.0-1.0', '1.0-3.0', '5.0-6.0']);
  await page.keyboard.press('Control+z');
  await getClip('1').click();
  await page.keyboard.press('Delete');
  await expect.poll(() => times()).toEqual(['0.0-2.0', '4.0-5.0']);
  await expect.poll(() => times('Titles')).toEqual([]);
  await page.keyboard.press('Control+z');
  // The switch is for all canvases of this browser.
  await page.getByRole('button', { name: 'Magnetic' }).click();
  await expect.poll(() => page.getByRole('img', { name: 'Main track' }).count()).toBe(0);
  await drag(getClip('3'), 0.5, { x: -1 * second });
  await expect.poll(() => times()).toEqual(['0.0-2.0', '2.0-4.0', '5.0-6.0']);
  await page.keyboard.press('Delete');
  await expect.poll(() => times()).toEqual(['0.0-2.0', '2.0-4.0']);
  expect(await page.evaluate(() => localStorage.getItem('offcut:magnetic'))).toBe('off');
});

test('reorders the clips of the magnetic track and closes gaps by keys, and a clicked gap with Delete', async () => {
  await openShapes({ isMagnetic: true });
  await getClip('3').click();
  await page.keyboard.press('Alt+ArrowLeft');
  await expect.poll(() => times()).toEqual(['0.0-2.0', '2.0-3.0', '3.0-5.0']);
  await page.keyboard.press('Control+z');
  await goTo('5');
  await page.keyboard.press('Shift+g');
  await expect.poll(() => times()).toEqual(['0.0-2.0', '2.0-4.0', '4.0-5.0']);
  await page.keyboard.press('Control+z');
  await expect.poll(() => times()).toEqual(['0.0-2.0', '2.0-4.0', '6.0-7.0']);
  const box = await getClip('3').boundingBox();
  await page.mouse.click((box?.x ?? 0) - (await secondPx()), (box?.y ?? 0) + 20);
  await page.locator('.gap-mark').waitFor();
  await page.keyboard.press('Delete');
  await expect.poll(() => times()).toEqual(['0.0-2.0', '2.0-4.0', '4.0-5.0']);
  await expect.poll(() => page.locator('.gap-mark').count()).toBe(0);
  await page.keyboard.press('Shift+n');
  await expect.poll(() => page.getByRole('img', { name: 'Main track' }).count()).toBe(0);
});

test('trims edges and rolls the cut between two clips', async () => {
  await openShapes();
  const second = await secondPx();
  await drag(getClip('2'), 1, { x: second });
  await expect.poll(() => times()).toEqual(['0.0-2.0', '2.0-5.0', '6.0-7.0']);
  // The file contains only one second. At the edge of the view, the tracks would scroll.
  await drag(getClip('3'), 1, { x: second / 6 });
  await expect.poll(() => times()).toEqual(['0.0-2.0', '2.0-5.0', '6.0-7.0']);
  await getClip('1').hover();
  const cut = await page.locator('.clip-roll').boundingBox();
  await page.mouse.move((cut?.x ?? 0) + 4, (cut?.y ?? 0) + 8);
  await page.mouse.down();
  await page.mouse.move((cut?.x ?? 0) + 4 - second / 2, (cut?.y ?? 0) + 8, { steps: 4 });
  // The response to a save arrives while the pointer still holds the cut.
  await page.locator('.editor-saving', { hasText: 'Saved' }).waitFor();
  await page.mouse.up();
  await expect.poll(() => times()).toEqual(['0.0-1.5', '1.5-5.0', '6.0-7.0']);
});

/** Returns the color in the middle of the stage, as `#rgb` with the digits 0 and f: the preview converts colors. */
const stageColor = async (): Promise<string> =>
  `#${(await page.evaluate(readMiddle)).map((value) => (value > 128 ? 'f' : '0')).join('')}`;

/** Creates a canvas with a red and a blue shape and a dissolve between them. */
async function openTransition(): Promise<void> {
  const transition = { type: 'dissolve', durationSeconds: 1 } as const;
  await open(
    makeTimeline([
      {
        name: 'Film',
        items: [
          makeItem('shape', 'a', { ...whole, name: 'First', durationSeconds: 2, fill: '#ff0000' }),
          makeItem('shape', 'b', {
            ...whole,
            name: 'Second',
            startSeconds: 2,
            durationSeconds: 4,
            fill: '#0000ff',
            transition,
          }),
        ],
      },
    ]),
  );
  await expect.poll(stageColor).toBe('#f00');
}

const note = (): Locator => page.locator('.pointer-note');

test('shows the trimmed frame on the stage, the time at the pointer, and the transition that an edit breaks', async () => {
  await openTransition();
  const second = await secondPx();
  await drag(getClip('2'), 1, { x: -second }, true);
  await expect.poll(() => note().innerText()).toMatch(/^End 0:05\.00\n−0:01\.00 · Duration 0:03\.00$/);
  await expect.poll(stageColor).toBe('#00f');
  await page.getByText('Last frame', { exact: true }).waitFor();
  await page.mouse.up();
  // The playhead has stayed.
  await expect.poll(stageColor).toBe('#f00');
  expect(await note().count()).toBe(0);
  await drag(getClip('2'), 0.6, { x: second }, true);
  await expect.poll(() => note().innerText()).toMatch(/^0:03\.00\n\+0:01\.00\nBreaks the dissolve of Second$/);
  await page.mouse.up();
  const toast = page.locator('.editor-toast');
  await expect
    .poll(() => toast.innerText())
    .toMatch(/^The dissolve of Second does not play: no clip ends where it starts/);
  await toast.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => times()).toEqual(['0.0-2.0', '2.0-5.0']);
  await expect.poll(() => toast.innerText()).toBe('');
  // By keys, for a moment.
  await page.keyboard.press(']');
  await page.getByText(/^Last frame · 0:05\.0\d$/).waitFor();
  await expect.poll(stageColor).toBe('#00f');
  await expect.poll(stageColor).toBe('#f00');
  await page.keyboard.press('Alt+ArrowRight');
  await page.getByText(/^0:02\.0\d$/).waitFor();
});

test('selects a transition by its badge, drags its duration, chooses another in the panel, and deletes it', async () => {
  await openTransition();
  const second = await secondPx();
  const badge = page.locator('.clip-transition');
  const transition = /, (\w+(?: \w+)*) of (\d\.\d) s$/;
  const read = async (): Promise<string | undefined> =>
    transition
      .exec((await getClip('2').getAttribute('aria-label')) ?? '')
      ?.slice(1)
      .join(' ');
  expect(await read()).toBe('dissolve 1.0');
  await badge.click({ position: { x: second / 2, y: 10 } });
  const panel = page.getByRole('complementary', { name: 'Properties' });
  await panel.getByRole('heading', { name: 'Transition to Second' }).waitFor();
  await drag(badge, 1, { x: second / 2 }, true);
  await expect.poll(() => note().innerText()).toMatch(/^Dissolve 0:01\.50\n\+0:00\.50$/);
  // The middle of the transition, in which neither item is alone.
  await page.getByText('Middle of the transition', { exact: true }).waitFor();
  await page.mouse.up();
  await expect.poll(read).toBe('dissolve 1.5');
  await panel.getByRole('radio', { name: 'Wipe left' }).check();
  await expect.poll(read).toBe('wipe left 1.5');
  expect(await findBarriers(page, '.inspector')).toEqual([]);
  await badge.click({ position: { x: second / 2, y: 10 } });
  await page.keyboard.press('Delete');
  await expect.poll(() => badge.count()).toBe(0);
  expect(await times()).toEqual(['0.0-2.0', '2.0-6.0']);
  await page.keyboard.press('Control+z');
  await expect.poll(read).toBe('wipe left 1.5');
  // By keys alone: the panel has the focus, and arrow keys choose.
  await page.keyboard.press('Escape');
  await page.keyboard.press('Shift+E');
  await expect
    .poll(() => panel.getByRole('radio', { name: 'Wipe left' }).evaluate((one) => one.matches(':focus')))
    .toBe(true);
  await page.keyboard.press('ArrowRight');
  await expect.poll(read).toBe('wipe right 1.5');
});

test('shows trim handles under the mouse, also after the tracks have scrolled', async () => {
  await openShapes();
  const held = (): Promise<(string | null)[]> =>
    page
      .locator('.clip', { has: page.locator('.clip-edge') })
      .evaluateAll((clips) => clips.map((clip) => clip.getAttribute('data-item')));
  expect(await held()).toEqual([]);
  await getClip('3').hover();
  await expect.poll(held).toEqual(['v']);
  // At a cut, the handles of both sides.
  await getClip('1').hover();
  await expect.poll(held).toEqual(['a', 'b']);
  await page.mouse.wheel(Math.round(4 * (await secondPx())), 0);
  await expect.poll(held).toEqual([]);
  await page.mouse.wheel(Math.round(1.5 * (await secondPx())), 0);
  await expect.poll(held).toEqual(['v']);
  await page.getByRole('button', { name: 'Zoom out' }).hover();
  await expect.poll(held).toEqual([]);
});

test('copies a clip with an Alt drag, and inserts it between others', async () => {
  await openShapes();
  const second = await secondPx();
  await page.keyboard.down('Alt');
  await drag(getClip('1'), 0.5, { x: 4 * second }, true);
  // The clip itself is shown in its old position, the copy under the pointer.
  await page.locator('.clip-stays', { hasText: 'First' }).waitFor();
  await page.mouse.up();
  await page.keyboard.up('Alt');
  await expect.poll(() => times()).toEqual(['0.0-2.0', '2.0-4.0', '4.0-6.0', '6.0-7.0']);
  await page.getByRole('listitem', { name: /^Clip 3, shape, First, .*selected/ }).waitFor();
  await page.getByRole('button', { name: 'Ripple', exact: true, pressed: false }).click();
  // Space should play afterwards, not press that button again.
  expect(await focusedName()).toMatch(/^Clip /);
  await drag(getClip('4'), 0.5, { x: -3.6 * second });
  await expect.poll(() => times()).toEqual(['0.0-2.0', '2.0-3.0', '3.0-5.0', '5.0-7.0']);
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await expect.poll(() => times()).toEqual(['0.0-2.0', '2.0-4.0', '6.0-7.0']);
});

test('moves a clip by its middle, where its volume is dragged once it is selected', async () => {
  await openShapes();
  const second = await secondPx();
  const getCentre = async (): Promise<{ x: number; y: number }> => {
    const box = await getClip('3').boundingBox();
    return { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 };
  };
  const dragMiddle = async (byX: number, byY: number): Promise<void> => {
    const { x, y } = await getCentre();
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + byX, y + byY, { steps: 6 });
    await page.mouse.up();
  };
  await dragMiddle(-second, 0);
  await expect.poll(() => times()).toEqual(['0.0-2.0', '2.0-4.0', '5.0-6.0']);
  await dragMiddle(second, 1);
  await expect.poll(() => times()).toEqual(['0.0-2.0', '2.0-4.0', '6.0-7.0']);
  await dragMiddle(1, -12);
  await expect.poll(() => times()).toEqual(['0.0-2.0', '2.0-4.0', '6.0-7.0']);
  await page.getByRole('button', { name: 'Undo Volume' }).waitFor();
});

test('deletes the range from in to out on all tracks by keys, and closes its gap', async () => {
  await openShapes();
  await goTo('1.5');
  await page.keyboard.press('i');
  await goTo('2.96');
  await page.keyboard.press('o');
  await page.keyboard.press("'");
  await expect.poll(() => times()).toEqual(['0.0-1.5', '1.5-2.5', '4.5-5.5']);
  await expect.poll(() => times('Titles')).toEqual(['1.0-1.5']);
  await page.keyboard.press('Control+z');
  await expect.poll(() => times()).toEqual(['0.0-2.0', '2.0-4.0', '6.0-7.0']);
});

/** Moves the playhead to a time by keys. */
async function goTo(time: string): Promise<void> {
  await page.keyboard.press('g');
  await page.getByRole('textbox', { name: 'Go to' }).fill(time);
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Go to' }).waitFor({ state: 'detached' });
}

test('types a time, splits clips there and ripple-deletes a part by keys', async () => {
  await openShapes();
  await goTo('1');
  const playhead = page.getByRole('slider', { name: 'Playhead' });
  await expect.poll(() => playhead.getAttribute('aria-valuetext')).toBe('0:01.00');
  await getClip('1').click();
  await page.keyboard.press('s');
  await expect.poll(() => times()).toEqual(['0.0-1.0', '1.0-2.0', '2.0-4.0', '6.0-7.0']);
  await page.keyboard.press('Shift+Delete');
  await expect.poll(() => times()).toEqual(['0.0-1.0', '1.0-3.0', '5.0-6.0']);
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await expect.poll(() => times()).toEqual(['0.0-2.0', '2.0-4.0', '6.0-7.0']);
});

test('splits by keys: reports a selection elsewhere that it cannot split, and splits every clip without a selection', async () => {
  await openShapes();
  await goTo('1.5');
  await getClip('2').click();
  await page.keyboard.press('s');
  await page.getByText('The selected clip is locked or not at the playhead.').first().waitFor();
  expect(await times()).toEqual(['0.0-2.0', '2.0-4.0', '6.0-7.0']);
  await page.keyboard.press('Escape');
  await page.keyboard.press('s');
  await expect.poll(() => times()).toEqual(['0.0-1.5', '1.5-2.0', '2.0-4.0', '6.0-7.0']);
  await expect.poll(() => times('Titles')).toEqual(['1.0-1.5', '1.5-2.0']);
  await page.keyboard.press('Control+z');
  await expect.poll(() => times()).toEqual(['0.0-2.0', '2.0-4.0', '6.0-7.0']);
});

test('reaches clips with Tab and arrows, and moves, trims and copies them by keys alone', async () => {
  await openShapes();
  await page.getByRole('button', { name: 'More options for Titles' }).focus();
  await page.keyboard.press('Tab');
  await expect.poll(() => focusedName()).toMatch(/^Clip 1, text, Hello, from 1.0 s to 2.0 s$/);
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => focusedName()).toMatch(/^Clip 1, shape, First, from 0.0 s to 2.0 s, selected$/);
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => focusedName()).toMatch(/^Clip 2, shape, Second/);
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => focusedName()).toMatch(/^Clip 3, video, short.mp4/);
  await page.keyboard.press('Alt+Shift+ArrowLeft');
  await page.keyboard.press('Alt+Shift+ArrowLeft');
  await page.keyboard.press('Alt+Shift+ArrowLeft');
  await expect.poll(() => times()).toEqual(['0.0-2.0', '2.0-4.0', '5.0-6.0']);
  await page.keyboard.press('Control+d');
  await expect.poll(() => times()).toEqual(['0.0-2.0', '2.0-4.0', '5.0-6.0', '6.0-7.0']);
  // The copy has the focus now.
  await expect.poll(() => focusedName()).toMatch(/^Clip 4, video, short.mp4/);
  await openMenu(page);
  await page.getByRole('menuitem', { name: /^Delete(?! and)/ }).click();
  await expect.poll(() => times()).toEqual(['0.0-2.0', '2.0-4.0', '5.0-6.0']);
});

const focusedName = (): Promise<string> =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');

test('shows the clips in an accessible table whose times can be edited', async () => {
  await openShapes();
  expect(await findBarriers(page)).toEqual([]);
  await page.getByRole('button', { name: 'List view' }).click();
  const start = page.getByLabel('Start of short.mp4');
  await start.fill('5');
  await start.press('Enter');
  await expect.poll(() => page.getByLabel('End of short.mp4').inputValue()).toBe('0:06.00');
  // If another clip is at that time, the field reports it and keeps the old time.
  await page.getByLabel('Start of short.mp4').fill('3');
  await page.getByLabel('Start of short.mp4').press('Enter');
  await expect.poll(() => page.getByLabel('Start of short.mp4').inputValue()).toBe('0:05.00');
  expect(await findBarriers(page)).toEqual([]);
  await page.getByRole('button', { name: 'List view' }).click();
  await expect.poll(() => times()).toEqual(['0.0-2.0', '2.0-4.0', '5.0-6.0']);
});

test('keeps the name of a long clip visible while it is dragged', async () => {
  await open(
    makeTimeline([{ name: 'Film', items: [makeItem('shape', 'a', { ...whole, name: 'Long', durationSeconds: 60 })] }]),
  );
  for (const key of ['=', '=', '=', '=', '=']) {
    await page.keyboard.press(key);
  }
  const scroller = page.locator('.timeline-scroller');
  await scroller.evaluate((element) => (element.scrollLeft = 500));
  const getLeft = async (part: Locator): Promise<number> => (await part.boundingBox())?.x ?? Number.NaN;
  const title = getClip('1').locator('.clip-title');
  const headEnd = (await getLeft(page.locator('.track-lane').first())) + 500;
  await expect.poll(() => getLeft(title)).toBeCloseTo(headEnd, -1);
  const box = await scroller.boundingBox();
  const [x, y] = [(box?.x ?? 0) + 500, (box?.y ?? 0) + 60];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 40, y, { steps: 4 });
  await page.locator('.clip[data-held]').waitFor();
  expect(await getLeft(title)).toBeCloseTo(headEnd, -1);
  await page.keyboard.press('Escape');
  await page.mouse.up();
});

test('renders only the clips near the view of 500, at any scroll position and zoom', async () => {
  const tracks = Array.from({ length: 10 }, (_, track) => ({
    name: track === 9 ? 'Film' : `Layer ${track}`,
    items: Array.from({ length: 50 }, (_unused, index) =>
      makeItem('shape', `s-${track}-${index}`, { ...whole, startSeconds: index * 36, durationSeconds: 30 }),
    ),
  }));
  await open(makeTimeline(tracks));
  const count = (): Promise<number> => page.locator('.clip').count();
  for (const key of ['=', '=', '=', '=', '=', '=', '=', '=']) {
    await page.keyboard.press(key);
  }
  await expect.poll(count).toBeLessThan(150);
  await page.locator('.timeline-scroller').hover();
  await page.mouse.wheel(6000, 0);
  await expect.poll(() => page.getByRole('listitem', { name: /^Clip (?!1,|2,)\d+,/ }).count()).toBeGreaterThan(0);
  await expect.poll(count).toBeLessThan(150);
});

test('shows images and a waveform of the file in a clip, within its trim and without a canvas element', async () => {
  await openShapes();
  const clip = getClip('3');
  const seen = (): Promise<string[]> =>
    clip.evaluate((element) => {
      const parts = ['pictures', 'sound'].map((name) => element.querySelector(`.strip-${name}`));
      const isShown = (part: Element | null): boolean =>
        part !== null &&
        part.getBoundingClientRect().right <= element.getBoundingClientRect().right + 1 &&
        getComputedStyle(part).backgroundImage.startsWith('url("blob:');
      return parts.map((part) => (isShown(part) ? 'shown' : ''));
    });
  await expect.poll(seen).toEqual(['shown', 'shown']);
  expect(await page.locator('.timeline canvas').count()).toBe(0);
  // Silent parts are paler, which the image shows as another row.
  const row = (): Promise<string> =>
    clip.locator('.strip-sound').evaluate((sound) => getComputedStyle(sound).backgroundPositionY);
  const loud = await row();
  await page
    .locator('.track', { has: clip })
    .getByRole('button', { name: /^Mute / })
    .click();
  await expect.poll(row).not.toBe(loud);
});

test('truncates a right-to-left name at its end and shows the whole duration after it', async () => {
  const text = 'שלום עולם, אני בדרך';
  await open(
    makeTimeline([
      {
        name: 'Film',
        items: [
          makeItem('text', 'a', { ...whole, text, durationSeconds: 3 }),
          makeItem('text', 'b', { ...whole, text, startSeconds: 3, durationSeconds: 0.3 }),
          makeItem('text', 'c', { ...whole, text: 'Intro שלום', startSeconds: 3.5, durationSeconds: 2 }),
        ],
      },
    ]),
  );
  await getClip('3').waitFor();
  const titles = await page.locator('.clip').evaluateAll((clips) =>
    clips.map((clip) => {
      const title = clip.querySelector('.clip-title');
      const name = title?.firstChild ?? clip;
      const shown = name.textContent ?? '';
      const getBox = (at: number): DOMRect => {
        const range = document.createRange();
        range.setStart(name, at);
        range.setEnd(name, at + 1);
        return range.getBoundingClientRect();
      };
      const boxes = Array.from(shown, (_, at) => getBox(at));
      const [ends, first, last] = [clip.getBoundingClientRect(), boxes[0], boxes.at(-1)];
      const nameLeft = Math.min(...boxes.map(({ left }) => left));
      const nameRight = Math.max(...boxes.map(({ right }) => right));
      const notes = title?.querySelector('.clip-notes');
      const at = notes?.getBoundingClientRect();
      return {
        shown,
        beginsAtRight: first && last ? first.left > last.left : null,
        isWithin: nameLeft >= ends.left && nameRight <= ends.right,
        notes: notes?.textContent,
        lengthAt: !at ? 'nowhere' : at.right <= nameLeft ? 'left' : at.left >= nameRight ? 'right' : 'within',
      };
    }),
  );
  expect(titles).toEqual([
    { shown: text, beginsAtRight: true, isWithin: true, notes: '3.0 s', lengthAt: 'left' },
    { shown: expect.stringMatching(/^של.*…$/), beginsAtRight: true, isWithin: true, lengthAt: 'nowhere' },
    { shown: 'Intro שלום', beginsAtRight: false, isWithin: true, notes: '2.0 s', lengthAt: 'right' },
  ]);
});

test('plays a track alone, mutes only what can be heard, and moves the playhead at the name of a marker', async () => {
  await openShapes();
  const getButton = (name: string): Locator => page.getByRole('button', { name, exact: true });
  await getButton('Solo Film').click();
  await expect.poll(() => getButton('Solo Film').getAttribute('aria-pressed')).toBe('true');
  expect(await getButton('Solo Titles').count()).toBe(0);
  expect(await getButton('Mute Titles').count()).toBe(0);
  expect(await getButton('Mute Film').count()).toBe(1);
  // Nothing was edited.
  expect(await getButton('Undo').getAttribute('aria-disabled')).not.toBe('false');
  await getButton('Solo Film').click();
  await page.keyboard.press('Home');
  await page.keyboard.press('m');
  const flag = page.getByRole('button', { name: /^Marker / });
  await flag.dblclick({ position: { x: 5, y: 5 } });
  await page.getByRole('textbox', { name: 'Marker name' }).fill('A long name of a marker');
  await page.keyboard.press('Enter');
  const name = await page.locator('.marker-name').boundingBox();
  const width = (await flag.boundingBox())?.width ?? 0;
  expect(name?.width).toBeGreaterThan(2 * width);
  await page.mouse.click((name?.x ?? 0) + (name?.width ?? 0) - 4, (name?.y ?? 0) + 4);
  await expect.poll(() => page.getByRole('button', { name: /^Time/ }).innerText()).not.toContain('0:00.00 ');
});
