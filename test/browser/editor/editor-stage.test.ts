import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { PreviewEvent } from '#core/protocol/preview.ts';
import { readCanvas, recordPreview } from '#test/in-page/preview.ts';
import { findBarriers } from '#test/support/barriers.ts';
import { getData, shareProduct, type Product } from '#test/support/product.ts';
import { makeTimeline, makeItem } from '#test/support/timeline.ts';

const clip = join(import.meta.dirname, '../../fixtures/sample/short.mp4');
const size = { width: 320, height: 180 };

let product: Product;
let page: Page;
let picture: Locator;

beforeAll(async () => {
  product = await shareProduct();
  page = await product.context.newPage();
  await page.addInitScript(recordPreview);
  picture = page.getByRole('group', { name: /^Preview/ });
});

afterAll(() => product.close());

beforeEach(open);

/** Creates a canvas with a clip, a box and a title that overlap. */
async function open(): Promise<void> {
  const assetId = await product.upload(clip);
  const time = { durationSeconds: 1 };
  const whole = { ...size, x: 160, y: 90, assetId, ...time };
  const document = makeTimeline(
    [
      { items: [makeItem('video', 'clip', { ...whole, name: 'The clip' })] },
      {
        items: [
          makeItem('shape', 'box', { ...time, name: 'The box', x: 60, y: 50, width: 80, height: 40, fill: '#cc3333' }),
        ],
      },
      {
        items: [
          makeItem('text', 'title', {
            ...time,
            name: 'The title',
            x: 160,
            y: 150,
            width: 200,
            height: 40,
            fill: '#ffe08a',
            plate: { fill: '#00000080', paddingPx: 4, cornerPx: 4 },
          }),
        ],
      },
    ],
    { ...size, frameRate: 25 },
  );
  const { id } = getData((await product.api<{ id: string }>('POST', '/v1/canvases', { document })).body);
  await page.goto(`${product.baseUrl}/workspace/canvas/editor/${id}`);
  await page.waitForFunction(() => globalThis.previewEvents.some(({ type }) => type === 'loaded'));
}

/** Returns the position on the page of a point of the canvas. */
async function at(x: number, y: number): Promise<[number, number]> {
  const box = await page.locator('.stage-picture').boundingBox();
  if (!box) {
    throw new Error('The stage shows no frame.');
  }
  return [box.x + (x / size.width) * box.width, box.y + (y / size.height) * box.height];
}

const click = async (x: number, y: number): Promise<void> => {
  // A click that follows this fast would be a double click.
  await page.waitForTimeout(500);
  await page.mouse.click(...(await at(x, y)));
};

async function drag(from: readonly [number, number], to: readonly [number, number], key?: string): Promise<void> {
  await page.mouse.move(...from);
  await page.mouse.down();
  if (key !== undefined) {
    await page.keyboard.down(key);
  }
  await page.mouse.move((from[0] + to[0]) / 2, (from[1] + to[1]) / 2);
  await page.mouse.move(...to);
  await page.mouse.up();
  if (key !== undefined) {
    await page.keyboard.up(key);
  }
}

/** Returns the box of the selected item, in pixels of the canvas. */
async function outline(): Promise<number[]> {
  const [box, [left, top], [right]] = [
    await page.locator('.stage-box').boundingBox(),
    await at(0, 0),
    await at(320, 0),
  ];
  const scale = (right - left) / size.width;
  return box
    ? [(box.x - left) / scale, (box.y - top) / scale, box.width / scale, box.height / scale].map(Math.round)
    : [];
}

const handle = (name: string): Locator => page.getByRole('button', { name, exact: true });

async function getCentre(locator: Locator): Promise<[number, number]> {
  const { x, y, width, height } = (await locator.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  return [x + width / 2, y + height / 2];
}

/** Other tests cover the keys of other panes. */
const barriersOfStage = async (): Promise<string[]> =>
  (await findBarriers(page)).filter((barrier) => barrier.includes('stage'));

const getEvents = async (type: PreviewEvent['type']): Promise<PreviewEvent[]> =>
  (await page.evaluate(() => globalThis.previewEvents)).filter((event) => event.type === type);

async function runFromMenu(menu: string, entry: string): Promise<void> {
  await page.getByRole('menuitem', { name: menu, exact: true }).click();
  await page.getByRole('menu', { name: menu }).getByRole('menuitem', { name: entry }).click();
}

const undo = (): Promise<void> => page.keyboard.press('Control+z');

test('selects the topmost item with a click, a lower one with the next click, and drags in one step', async () => {
  await click(60, 50);
  await handle('Rotate The box').waitFor();
  await expect.poll(() => outline()).toEqual([20, 30, 80, 40]);
  expect(await barriersOfStage()).toEqual([]);
  await click(60, 50);
  await handle('Rotate The clip').waitFor();
  await click(60, 50);
  await drag(await at(60, 50), await at(120, 80), 'Control');
  await expect.poll(() => outline()).toEqual([80, 60, 80, 40]);
  await undo();
  await expect.poll(() => outline()).toEqual([20, 30, 80, 40]);
  // The drag snaps its centre to that of the canvas.
  await drag(await at(60, 50), await at(158.5, 89));
  await expect.poll(() => outline()).toEqual([120, 70, 80, 40]);
  await undo();
});

test('drags a corner with a fixed aspect ratio, rotates the box, and does both by keys', async () => {
  await picture.focus();
  await page.keyboard.press('Escape');
  await click(60, 50);
  const corner = handle('Resize The box, bottom right corner');
  const from = await getCentre(corner);
  const [left, top] = await at(100, 70);
  const [right, bottom] = await at(140, 90);
  await drag(from, [from[0] + right - left, from[1] + bottom - top], 'Control');
  await expect.poll(() => outline()).toEqual([20, 30, 120, 60]);
  await undo();
  await corner.focus();
  await page.keyboard.press('Shift+ArrowRight');
  await expect.poll(async () => (await outline()).slice(0, 3)).toEqual([20, 30, 88]);
  await undo();
  await handle('Rotate The box').focus();
  for (let press = 0; press < 9; press += 1) {
    await page.keyboard.press('Shift+ArrowRight');
  }
  await expect.poll(() => outline()).toEqual([40, 10, 40, 80]);
  for (let press = 0; press < 9; press += 1) {
    await undo();
  }
  await picture.focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Shift+ArrowDown');
  await expect.poll(() => outline()).toEqual([21, 40, 80, 40]);
  await undo();
  await undo();
});

test('names the keys of commands in tooltips', async () => {
  // A narrow stage hides the button.
  const safeAreas = page.getByRole('button', { name: 'Safe areas', exact: true, includeHidden: true });
  expect(await safeAreas.getAttribute('title')).toBe("Safe areas (Shift+')");
  for (const isPressed of ['true', 'false']) {
    await page.keyboard.press("Shift+'");
    await expect.poll(() => safeAreas.getAttribute('aria-pressed')).toBe(isPressed);
  }
});

test('crops an image by its edges in one step, and flips it', async () => {
  const cropBar = page.getByRole('group', { name: 'Crop', exact: true });
  await click(280, 20);
  await page.keyboard.press('Shift+C');
  await handle('Crop, left edge').focus();
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Shift+ArrowRight');
  await page.getByText('288 × 180').waitFor();
  expect(await barriersOfStage()).toEqual([]);
  await cropBar.getByRole('button', { name: 'Crop' }).click();
  await expect.poll(() => outline()).toEqual([32, 0, 288, 180]);
  await undo();
  // A ratio crops as little as it needs, and the handles keep it.
  await page.keyboard.press('Shift+C');
  await cropBar.getByRole('combobox', { name: 'Ratio' }).selectOption('1:1');
  await page.getByText('180 × 180').waitFor();
  await handle('Crop, left edge').focus();
  await page.keyboard.press('Shift+ArrowRight');
  await page.getByText('164 × 164').waitFor();
  await cropBar.getByRole('button', { name: 'Cancel' }).click();
  await page.keyboard.press('Shift+C');
  await handle('Crop, left edge').focus();
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Shift+ArrowRight');
  await cropBar.getByRole('button', { name: 'Crop' }).click();
  await page.keyboard.press('Shift+H');
  await page.keyboard.press('Shift+C');
  // The part that is cropped at the left of the file is at the right of the image now.
  await handle('Crop, right edge').focus();
  await cropBar.getByRole('button', { name: 'Reset' }).click();
  await cropBar.getByRole('button', { name: 'Crop' }).click();
  await expect.poll(() => outline()).toEqual([32, 0, 320, 180]);
  await undo();
  await undo();
  await undo();
});

test('edits a text on the stage after a double click', async () => {
  await click(160, 150);
  await page.waitForTimeout(500);
  await page.mouse.dblclick(...(await at(160, 150)));
  const field = page.getByRole('textbox', { name: 'Text of The title' });
  // It has the style and the place of the text, without an own background.
  expect(
    await field.evaluate((element) => {
      const { color, backgroundColor, fontFamily } = getComputedStyle(element);
      return [color, backgroundColor, fontFamily.split(',')[0]];
    }),
  ).toEqual(['rgb(255, 224, 138)', 'rgba(0, 0, 0, 0)', '"Offcut Inter"']);
  const [x, y] = await getCentre(field);
  expect([x, y].map(Math.round)).toEqual((await at(160, 150)).map((one) => expect.closeTo(Math.round(one), -1)));
  await expect
    .poll(async () => (await page.locator('.stage-text-plate').boundingBox())?.width ?? 0)
    .toBeGreaterThan(40);
  // The clip on the timeline does not look hidden.
  expect(await page.locator('.clip[data-off]').count()).toBe(0);
  await field.fill('Other words');
  await page.keyboard.press('Escape');
  await field.waitFor({ state: 'detached' });
  await expect.poll(() => page.locator('.stage-text').count()).toBe(0);
  await page.mouse.dblclick(...(await at(160, 150)));
  await expect.poll(() => field.inputValue()).toBe('Other words');
  await page.keyboard.press('Escape');
  await undo();
});

test('steps frames, accepts typed times, and plays from the start if it is at the end', async () => {
  await picture.focus();
  await page.keyboard.press('Escape');
  await page.keyboard.press('End');
  await page.getByText('0:01.00').first().waitFor();
  await page.keyboard.press('Home');
  await page.getByRole('button', { name: 'Next frame' }).click();
  await page.getByRole('button', { name: /Time 0:00\.04/ }).waitFor();
  await page.keyboard.press('g');
  await page.getByRole('textbox', { name: 'Go to' }).fill('20f');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /Time 0:00\.80/ }).waitFor();
  // The same time as timecode, at 25 frames a second.
  await runFromMenu('View', 'Show timecode');
  await page.getByRole('button', { name: /Time 00:00:00:20/ }).waitFor();
  await page.keyboard.press('g');
  await page.getByRole('textbox', { name: 'Go to' }).fill('00:00:00:05');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /Time 00:00:00:05/ }).waitFor();
  await runFromMenu('View', 'Show seconds');
  await page.getByRole('button', { name: /Time 0:00\.20/ }).waitFor();
  await page.keyboard.press('End');
  // Later events belong to the playback.
  await expect.poll(async () => (await getEvents('time')).at(-1)).toMatchObject({ seconds: 1 });
  const before = (await getEvents('time')).length;
  const ended = (await getEvents('ended')).length;
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.getByRole('button', { name: 'Pause' }).waitFor();
  await expect.poll(async () => (await getEvents('ended')).length).toBe(ended + 1);
  const times = (await getEvents('time'))
    .slice(before)
    .flatMap((event) => (event.type === 'time' ? [event.seconds] : []));
  // The first frame that a busy machine reports may be some frames later.
  expect(times[0]).toBeLessThan(1);
  await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
  // The level of the audio is reported once a second, and the clip plays for one.
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Loop' }).click();
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  const meter = page.getByRole('meter', { name: 'Audio level' });
  await expect.poll(() => meter.getAttribute('aria-valuetext')).toMatch(/^-?\d+ dB$/);
  await page.getByRole('button', { name: 'Pause' }).click();
  // Without playback there may be no room for it.
  await page.setViewportSize({ width: 1800, height: 900 });
  await expect.poll(() => meter.getAttribute('aria-valuetext')).toBe('silent');
  await page.setViewportSize({ width: 1280, height: 720 });
});

test('zooms the stage around the pointer, moves it with Space, and fits it again', async () => {
  const [x, y] = await at(80, 45);
  const getWidth = async (): Promise<number> => (await page.locator('.stage-picture').boundingBox())?.width ?? 0;
  const width = await getWidth();
  await page.mouse.move(x, y);
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, -300);
  await page.keyboard.up('Control');
  await expect.poll(getWidth).toBeGreaterThan(width);
  const [zoomedX, zoomedY] = await at(80, 45);
  // The browser uses whole pixels.
  expect(Math.hypot(zoomedX - x, zoomedY - y)).toBeLessThan(3);
  await page.keyboard.down(' ');
  await drag([x, y], [x + 40, y + 30]);
  await page.keyboard.up(' ');
  const [movedX, movedY] = await at(80, 45);
  expect(Math.hypot(movedX - zoomedX - 40, movedY - zoomedY - 30)).toBeLessThan(3);
  expect(await page.getByRole('button', { name: 'Pause' }).count()).toBe(0);
  await page.getByRole('combobox', { name: 'Preview zoom' }).selectOption('fit');
  await expect.poll(getWidth).toBeCloseTo(width, 0);
  const [fitX] = await at(80, 45);
  expect(Math.abs(fitX - x)).toBeLessThan(2);
});

test('reports a missing material next to the stage, and restarts the preview', async () => {
  const gone = makeItem('video', 'gone', {
    ...size,
    x: 160,
    y: 90,
    assetId: 'asset_gone',
    name: 'Holiday',
    durationSeconds: 1,
  });
  const document = makeTimeline([{ items: [gone] }], { ...size, frameRate: 25 });
  await page.evaluate((command) => globalThis.previewTell(command), { type: 'load', document, assets: {} } as const);
  await page.getByText('"Holiday": not shown, because the material no longer exists.').waitFor();
  const starts = (await getEvents('loaded')).length;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(async () => (await getEvents('loaded')).length).toBeGreaterThan(starts);
  await expect.poll(() => page.getByText(/"Holiday"/).count()).toBe(0);
});

test('shows a canvas of another size', async () => {
  const shape = makeItem('shape', 'box', { ...size, x: 160, y: 90, fill: '#cc3333', durationSeconds: 1 });
  for (const width of [320, 240]) {
    const document = makeTimeline([{ items: [shape] }], { ...size, width, frameRate: 25 });
    await page.evaluate((command) => globalThis.previewTell(command), { type: 'load', document, assets: {} } as const);
    await expect.poll(async () => (await page.evaluate(readCanvas)).length).toBe(4 * width * size.height);
  }
  expect(await getEvents('failed')).toEqual([]);
});
