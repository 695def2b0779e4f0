import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TimelineDocument } from '#core/timeline/document.ts';
import { findBarriers } from '#test/support/barriers.ts';
import { getData, shareProduct, type Product } from '#test/support/product.ts';
import { makeTimeline } from '#test/support/timeline.ts';

const clip = join(import.meta.dirname, '../../fixtures/sample/short.mp4');
let product: Product;
let page: Page;
let material: string;
let pane: Locator;

beforeAll(async () => {
  product = await shareProduct();
  page = product.page;
  await page.setViewportSize({ width: 1440, height: 900 });
  material = await product.upload(clip);
  pane = page.getByRole('complementary', { name: 'Properties' });
});

afterAll(() => product.close());

// Each test has a canvas of its own, with two clips one after the other.
beforeEach(async () => {
  const body = { title: 'Inspected', materials: [material, material] };
  const canvas = getData((await product.api<{ id: string }>('POST', '/v1/canvases', body)).body);
  await page.goto(`${product.baseUrl}/workspace/canvas/editor/${canvas.id}`);
  await pane.getByRole('heading', { name: 'Canvas', level: 2 }).waitFor();
});

const field = (name: string): Locator => pane.getByRole('textbox', { name, exact: true });

/** A clip of the timeline, counted from 1. */
const getClip = (number: number): Locator =>
  page.getByRole('list', { name: /^Video/ }).getByRole('listitem', { name: new RegExp(`^Clip ${number},`) });

async function select(number: number): Promise<void> {
  await getClip(number).click();
  await pane.getByRole('heading', { name: 'short.mp4' }).waitFor();
}

const undo = (): Promise<void> => page.keyboard.press('ControlOrMeta+z');

/** Removes the focus from the fields, which handle keys first. */
const leave = (): Promise<void> => pane.getByRole('heading', { level: 2 }).click();

describe('the entrance of a text', () => {
  test.each(['no-preference', 'reduce'] as const)(
    'plays the chosen entrance and then shows the whole text (%s)',
    async (reducedMotion) => {
      await page.emulateMedia({ reducedMotion });
      await leave();
      await page.keyboard.press('Home');
      await page.keyboard.press('t');
      await page.keyboard.type('Hello');
      await page.getByRole('listitem', { name: /^Clip \d+, text, Hello,/ }).waitFor();
      await leave();
      await page.keyboard.press('Home');
      const playhead = page.getByRole('slider', { name: 'Playhead' });
      await expect.poll(() => playhead.getAttribute('aria-valuetext')).toBe('0:00.00');
      await pane.getByText('Entrance and exit').click();
      await pane.getByLabel('Entrance', { exact: true }).selectOption('Fade');
      // The time at which the text is complete: an entrance lasts half a second by default.
      await expect.poll(() => playhead.getAttribute('aria-valuetext')).toBe('0:00.50');
      await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
      await page.emulateMedia({ reducedMotion: null });
    },
  );
});

test('changes the speed, keeps the part of the file, and moves later clips or offers buttons that make it fit', async () => {
  const ends = async (): Promise<(string | undefined)[]> =>
    Promise.all(
      [1, 2].map(
        async (number) => /from (.*?) s to (.*?) s/.exec((await getClip(number).getAttribute('aria-label')) ?? '')?.[0],
      ),
    );
  await select(1);
  await pane.getByText('Speed and source').click();
  if (!(await field('Speed').isVisible())) {
    await pane.getByText('Speed and source').click();
  }
  const setSpeed = async (speed: string): Promise<void> => {
    await field('Speed').fill(speed);
    await field('Speed').press('Enter');
  };
  await setSpeed('2');
  await expect.poll(ends).toEqual(['from 0.0 s to 0.5 s', 'from 0.5 s to 1.5 s']);
  await setSpeed('1');
  await expect.poll(ends).toEqual(['from 0.0 s to 1.0 s', 'from 1.0 s to 2.0 s']);
  await pane.getByLabel('Move later clips').uncheck();
  await setSpeed('0.5');
  await pane.getByRole('alert').getByText('starts at 1 s').waitFor();
  expect(await pane.getByRole('button', { name: 'Shorten the clip' }).count()).toBe(1);
  expect(await ends()).toEqual(['from 0.0 s to 1.0 s', 'from 1.0 s to 2.0 s']);
  await pane.getByRole('button', { name: 'Move later clips' }).click();
  await expect.poll(ends).toEqual(['from 0.0 s to 2.0 s', 'from 2.0 s to 3.0 s']);
  expect(await pane.getByRole('alert').count()).toBe(0);
  await pane.getByLabel('Move later clips').check();
});

test('keeps a text that is being written when Escape leaves the field and when the page reloads', async () => {
  await leave();
  await page.keyboard.press('t');
  await page.keyboard.type('Hello');
  await page.keyboard.press('Escape');
  await page.getByRole('listitem', { name: /^Clip \d+, text, Hello,/ }).waitFor();
  // No field handles the keys by now.
  await undo();
  await expect.poll(() => field('Text').inputValue()).toBe('Your title');
  await field('Text').fill('Half a sen');
  await page.reload();
  await page.getByRole('listitem', { name: /^Clip \d+, text, Half a sen,/ }).waitFor();
});

describe('a clip', () => {
  test('moves to a typed time or sum, and undoes a whole drag of a slider as one step', async () => {
    await select(1);
    await field('X').click();
    await page.keyboard.type('100');
    await page.keyboard.press('Enter');
    await field('X').fill('+20 * 2');
    await field('Y').focus();
    await expect.poll(() => field('X').inputValue()).toBe('140 px');

    const slider = pane.getByRole('slider', { name: 'Opacity, slider' });
    await slider.scrollIntoViewIfNeeded();
    const box = await slider.boundingBox();
    const at = (share: number): [number, number] => [
      (box?.x ?? 0) + (box?.width ?? 0) * share,
      (box?.y ?? 0) + (box?.height ?? 0) / 2,
    ];
    await page.mouse.move(...at(0.95));
    await page.mouse.down();
    await page.mouse.move(...at(0.7), { steps: 4 });
    await page.mouse.move(...at(0.5), { steps: 4 });
    await expect.poll(() => field('Opacity').inputValue()).toMatch(/^(49|50|51)/);
    await page.mouse.up();
    await leave();
    await undo();
    await expect.poll(() => field('Opacity').inputValue()).toBe('100 %');
    await expect.poll(() => field('X').inputValue()).toBe('140 px');
    await undo();
    await expect.poll(() => field('X').inputValue()).toBe('100 px');
  });

  test('restores the value with Escape after typing or dragging, and reports a value that it cannot parse', async () => {
    await select(1);
    await field('Rotation').fill('45');
    await field('Rotation').press('Escape');
    await expect.poll(() => field('Rotation').inputValue()).toBe('0°');
    await field('Rotation').fill('askew');
    await field('Rotation').press('Enter');
    await pane.getByRole('alert').getByText('“askew” is not valid').waitFor();

    const label = pane.locator('label').filter({ hasText: 'Blur' });
    await label.hover();
    await page.mouse.down();
    const box = await label.boundingBox();
    await page.mouse.move((box?.x ?? 0) + (box?.width ?? 0) / 2 + 40, (box?.y ?? 0) + 5, { steps: 5 });
    await expect.poll(() => field('Blur').inputValue()).not.toBe('0 px');
    await page.keyboard.press('Escape');
    await page.mouse.up();
    await expect.poll(() => field('Blur').inputValue()).toBe('0 px');
    await expect.poll(() => page.getByRole('button', { name: /^Undo/ }).isDisabled()).toBe(true);
  });

  test('limits its fades so that they do not overlap', async () => {
    await select(1);
    await field('Fade in').fill('0.6');
    await field('Fade out').fill('9');
    await field('Fade in').focus();
    await expect.poll(() => field('Fade out').inputValue()).toBe('0.4 s');
    await expect.poll(() => field('Fade in').inputValue()).toBe('0.6 s');
  });

  test('reports at the field why it cannot start where another clip is', async () => {
    await select(2);
    await field('Start').fill('0:00.50');
    await field('Start').press('Enter');
    await pane.getByRole('alert').getByText('before').waitFor();
    await expect.poll(() => field('Start').inputValue()).toBe('0:01.00');
  });

  test('gets keyframes at the playhead, with a chosen easing, and moves them by keyboard', async () => {
    await select(1);
    await pane.getByRole('button', { name: 'Keyframe of opacity at the playhead' }).click();
    await pane.getByRole('group', { name: 'Keyframes of opacity over time' }).getByRole('button').first().click();
    await pane.getByRole('radio', { name: 'Ease out', exact: true }).check();
    await pane.getByText('Easing to the next keyframe: ease out').waitFor();

    const lane = pane.getByRole('group', { name: 'Keyframes of opacity over time' });
    await lane.getByRole('button', { name: 'Opacity 100 % at 0:00.00' }).focus();
    await page.keyboard.press('Alt+Shift+ArrowRight');
    await lane.getByRole('button', { name: 'Opacity 100 % at 0:00.33' }).waitFor();
    await field('Opacity').fill('0');
    await field('Opacity').press('Enter');
    await expect.poll(() => lane.getByRole('button', { name: /^Opacity / }).count()).toBe(2);
    await lane.getByRole('button', { name: 'Opacity 0 % at 0:00.00' }).focus();
    await page.keyboard.press('Delete');
    await expect.poll(() => lane.getByRole('button', { name: /^Opacity / }).count()).toBe(1);
  });
});

test('shows the common values of two clips and changes both in one step', async () => {
  await select(1);
  await getClip(2).click({ modifiers: ['ControlOrMeta'] });
  await pane.getByRole('heading', { name: '2 items' }).waitFor();
  await expect.poll(() => field('Start').inputValue()).toBe('');
  await expect.poll(() => field('Start').getAttribute('placeholder')).toBe('Mixed');
  await field('Opacity').fill('40');
  await field('Opacity').press('Enter');
  await field('X').fill('+10');
  await field('X').press('Enter');
  await select(2);
  await expect
    .poll(async () => [await field('Opacity').inputValue(), await field('X').inputValue()])
    .toEqual(['40 %', '170 px']);
  await pane.getByRole('button', { name: 'Reset look' }).click();
  await expect.poll(() => field('Opacity').inputValue()).toBe('100 %');
});

test('hides no video controls for audio, and keeps the name of a clip within its row', async () => {
  const box = (part: string): Promise<number[]> =>
    getClip(1)
      .locator(part)
      .evaluate((element) => {
        const { left, top } = element.getBoundingClientRect();
        return [left, top];
      });
  const [left = 0, top = 0] = await box(':scope');
  expect(await box('.clip-title')).toEqual([left + 1, top + 1]);
  await select(1);
  await pane.getByRole('button', { name: 'Hide' }).waitFor();
  await pane.getByRole('button', { name: 'Detach audio' }).click();
  await page.getByRole('listitem', { name: /^Clip 1, audio,/ }).click();
  await expect.poll(() => pane.getByRole('button', { name: 'Hide' }).count()).toBe(0);
  await pane.getByRole('button', { name: 'Lock', exact: true }).waitFor();
});

test('refuses changes to a locked clip until it is unlocked', async () => {
  await select(1);
  await pane.getByRole('button', { name: 'Lock', exact: true }).click();
  await pane.getByText('This item is locked').waitFor();
  await expect.poll(() => field('X').isDisabled()).toBe(true);
  await pane.getByRole('button', { name: 'Lock', exact: true }).click();
  await expect.poll(() => field('X').isDisabled()).toBe(false);
});

test('writes a new text at once and styles it', async () => {
  await page.keyboard.press('t');
  await expect.poll(() => pane.getByLabel('Text', { exact: true }).and(page.locator(':focus')).count()).toBe(1);
  await page.keyboard.type('Hello\nthere');
  await leave();
  await pane.getByRole('radio', { name: 'Anton' }).check();
  await pane.getByText('This font has one weight.').waitFor();
  await pane.getByRole('checkbox', { name: 'Outline' }).check();
  await pane.getByLabel('Outline color, as hex').fill('f00');
  await pane.getByLabel('Outline color, opacity').fill('50');
  await pane.getByRole('radio', { name: 'Fit to box' }).check();
  await expect.poll(() => pane.getByLabel('Outline color, as hex').inputValue()).toBe('#ff0000');
  expect(await findBarriers(page, '.inspector')).toEqual([]);
});

test('writes a conversation, reorders it and undoes the changes', async () => {
  await page.keyboard.press('Shift+B');
  await pane.getByRole('heading', { name: 'Bubbles', level: 2 }).waitFor();
  const rows = pane
    .getByRole('list')
    .filter({ has: page.getByLabel('Text of message 1') })
    .getByRole('listitem');
  await pane.getByRole('button', { name: 'Add message' }).click();
  await pane.getByLabel('Text of message 3').fill('Here it is');
  await pane.getByRole('button', { name: 'Move message 3 up' }).click();
  await expect.poll(() => pane.getByLabel('Text of message 2').inputValue()).toBe('Here it is');
  await pane.getByRole('button', { name: 'More options for message 2' }).click();
  await pane.getByLabel('Reaction').fill('👍');
  await pane.getByRole('button', { name: 'Delete message 1' }).click();
  await expect.poll(() => rows.count()).toBe(2);
  expect(await findBarriers(page, '.inspector')).toEqual([]);
  await leave();
  await undo();
  await expect.poll(() => rows.count()).toBe(3);
});

test('overrides the colours of a bubble style, and shows other properties from the first override on', async () => {
  await select(1);
  await pane.evaluate((element) => element.scrollTo(0, element.scrollHeight));
  await page.keyboard.press('Shift+b');
  await pane.getByRole('heading', { name: 'Messages' }).waitFor();
  await expect.poll(() => pane.evaluate(({ scrollTop }) => scrollTop)).toBe(0);
  await pane.getByRole('combobox', { name: 'Style' }).selectOption('Green');
  await pane.getByRole('checkbox', { name: 'Custom colors' }).check();
  await expect.poll(() => field('My bubbles, as hex').inputValue()).toBe('#d9fdd3');
});

test('gives the selected clip effects from the library, and takes them away again', async () => {
  await page.getByRole('tab', { name: 'Effects' }).click();
  const blur = page.getByRole('button', { name: 'Strong blur', exact: true });
  await blur.waitFor();
  expect(await blur.isDisabled()).toBe(true);
  await select(1);
  await blur.click();
  await expect.poll(() => field('Blur').inputValue()).toBe('7 px');
  expect(await blur.getAttribute('aria-pressed')).toBe('true');
  await page.getByRole('button', { name: 'Screen', exact: true }).press('Enter');
  await expect.poll(() => pane.getByRole('combobox', { name: 'Blend' }).inputValue()).toBe('screen');
  await undo();
  await blur.click();
  await expect.poll(() => field('Blur').inputValue()).toBe('0 px');
  expect(await findBarriers(page, '.library')).toEqual([]);
  // The tabs are one stop of the keyboard. The shown one folds its panel.
  await page.getByRole('tab', { name: 'Effects' }).press('ArrowDown');
  const audio = page.getByRole('tab', { name: 'Audio' });
  await page.getByRole('button', { name: 'Detach audio' }).first().waitFor();
  await audio.press('Enter');
  await page.getByRole('tabpanel').waitFor({ state: 'detached' });
  await audio.press('Enter');
  await page.getByRole('tabpanel', { name: 'Audio' }).waitFor();
});

test('changes the aspect ratio of the canvas and draws a shape on it', async () => {
  await pane.getByRole('combobox', { name: 'Aspect ratio' }).selectOption('9:16 vertical');
  await expect.poll(() => field('Canvas width').inputValue()).toBe('1080 px');
  await pane.getByRole('radio', { name: 'Transparent' }).check();
  await pane.getByRole('button', { name: 'Add marker' }).click();
  await pane.getByLabel(/^Marker name/).fill('Here');
  expect(await findBarriers(page, '.inspector')).toEqual([]);
  await page.getByRole('tab', { name: 'Text' }).click();
  await page.getByRole('button', { name: 'Add rectangle' }).click();
  await pane.getByRole('radio', { name: 'Ellipse' }).check();
  await expect.poll(() => field('Width').inputValue()).toBe('648 px');
});

test('renders only the visible rows of thousands of markers, and reaches the last one', async () => {
  const markers = Array.from({ length: 2000 }, (_, index) => ({ id: `m${index}`, atSeconds: index / 4, label: '' }));
  const body = { document: makeTimeline([], { title: 'Beats', markers }) };
  const { id } = getData((await product.api<{ id: string }>('POST', '/v1/canvases', body)).body);
  await page.goto(`${product.baseUrl}/workspace/canvas/editor/${id}`);
  const rows = pane.getByRole('list', { name: 'Markers' }).getByRole('listitem');
  await rows.first().waitFor();
  await expect.poll(() => rows.count()).toBeLessThan(100);
  await expect
    .poll(async () => {
      await pane.getByRole('list', { name: 'Markers' }).evaluate((list) => list.scrollIntoView({ block: 'end' }));
      return pane.getByRole('button', { name: 'Go to 8:19.75', exact: true }).count();
    })
    .toBe(1);
});

test('sets a text in a font of the user, of one file or of several, as one step', async () => {
  const font = join(
    import.meta.dirname,
    '../../../node_modules/@fontsource-variable/caveat/files/caveat-latin-wght-normal.woff2',
  );
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  const read = async (): Promise<Record<string, unknown> | undefined> => {
    const canvas = await product.api<{ document: TimelineDocument }>('GET', `/v1/canvases/${id}`);
    return getData(canvas.body)
      .document.tracks.flatMap(({ items }) => items)
      .find(({ type }) => type === 'text');
  };
  const draw = async (): Promise<string> => {
    const address = `${product.baseUrl}/v1/canvases/${id}/frame?width=320&atSeconds=0.5`;
    const frame = await fetch(address, { headers: product.authorized });
    expect(frame.status).toBe(200);
    return Buffer.from(await frame.arrayBuffer()).toString('base64');
  };
  await leave();
  await page.keyboard.press('Home');
  await page.keyboard.press('t');
  await page.keyboard.type('Handwritten');
  await page.getByRole('listitem', { name: /^Clip \d+, text, Handwritten,/ }).waitFor();
  await leave();
  await expect.poll(async () => (await read())?.['text']).toBe('Handwritten');
  const plain = await draw();
  await pane.getByLabel('Font files').setInputFiles(font);
  const tile = pane.getByRole('radio', { name: 'caveat-latin-wght-normal' });
  await expect.poll(() => tile.isChecked()).toBe(true);
  await expect.poll(async () => (await read())?.['fontAssetId']).toMatch(/^mat/);
  const own = await draw();
  expect(own).not.toBe(plain);
  // The same letters as of the same font of the product.
  await pane.getByRole('radio', { name: 'Caveat', exact: true }).check();
  await expect.poll(async () => (await read())?.['fontAssetId']).toBeUndefined();
  await expect.poll(draw).not.toBe(own);
  await undo();
  await expect.poll(async () => (await read())?.['fontAssetId']).toMatch(/^mat/);
  // Several files are one step, and those before a refused one are offered too.
  const one = (await read())?.['fontAssetId'];
  const added = ['anton', 'bebas-neue'].map((name) =>
    join(import.meta.dirname, `../../../node_modules/@fontsource/${name}/files/${name}-latin-400-normal.woff2`),
  );
  await pane.getByLabel('Font files').setInputFiles([...added, clip]);
  await pane.getByText(/"short\.mp4".*not a font/).waitFor();
  await pane.getByRole('radio', { name: 'anton-latin-400-normal' }).waitFor();
  await expect.poll(() => pane.getByRole('radio', { name: 'bebas-neue-latin-400-normal' }).isChecked()).toBe(true);
  await leave();
  await undo();
  await expect.poll(async () => (await read())?.['fontAssetId']).toBe(one);
  // A font is not a clip, and a file that is not a font is refused with its name.
  expect(await page.getByRole('region', { name: 'Media' }).getByText('caveat-latin').count()).toBe(0);
  await pane.getByLabel('Font files').setInputFiles(clip);
  await pane.getByText(/"short\.mp4".*not a font/).waitFor();
});
