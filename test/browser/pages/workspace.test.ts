import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { once } from '#test/support/once.ts';
import { getData, shareProduct, type Product } from '#test/support/product.ts';

const clip = join(import.meta.dirname, '../../fixtures/sample/short.mp4');
const room = join(import.meta.dirname, '../../fixtures/sample/empty.mp4');
const picture = join(import.meta.dirname, '../../../public/icons/icon-192.png');

let product: Product;
let page: Page;
/** The API key that the first start creates. */
let firstKey: string;

beforeAll(async () => {
  product = await shareProduct();
  page = product.page;
  await openDeveloperPage(page, 'API keys');
  await page.getByText('Your first API key').waitFor();
  firstKey = await page.getByLabel('API key', { exact: true }).innerText();
});

/** Opens a page of the group "Developer" by the navigation. */
async function openDeveloperPage(tab: Page, name: string): Promise<void> {
  const link = tab.getByRole('navigation').getByRole('link', { name, exact: true });
  const group = tab.getByRole('navigation').getByText('Developer', { exact: true });
  await group.waitFor();
  if (!(await link.isVisible())) {
    await group.click();
  }
  await link.click();
}

afterAll(() => product.close());

/** Returns the id of the job that cuts out the clip. */
const cutOutClip = once(async (): Promise<string> => {
  const material = await product.upload(clip);
  return getData((await product.run({ material, quality: 'fast' })).body).envelopeId;
});

/** Opens the page of that job with its result, and pauses the playback. */
async function openResult(): Promise<void> {
  await page.goto(`${product.baseUrl}/workspace/jobs/${await cutOutClip()}`);
  await page.getByRole('slider', { name: /Divider/ }).waitFor();
  await page.getByRole('button', { name: 'Pause' }).click();
}

test('shows one API key on the first start, which works from outside and is not shown again', async () => {
  const me = await fetch(`${product.baseUrl}/v1/me`, { headers: { Authorization: `Bearer ${firstKey}` } });
  expect(me.status).toBe(200);
  await page.goto(`${product.baseUrl}/workspace/keys`);
  await page.getByText('First key', { exact: true }).waitFor();
  expect(await page.getByText('Your first API key').count()).toBe(0);
});

test('cuts out a video, views the result and offers its download by keyboard alone', async () => {
  await page.goto(product.baseUrl);
  await page.getByLabel('Video file').setInputFiles(clip);
  await tabTo(page.getByRole('radio', { name: 'Best' }));
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => page.getByRole('radio', { name: 'Fast' }).isChecked()).toBe(true);
  await page.getByText('10 credits').first().waitFor();
  await press(page.getByRole('button', { name: 'Remove background' }));
  const divider = page.getByRole('slider', { name: /Divider/ });
  // An earlier test or attempt may have created the result.
  await page.getByRole('progressbar').or(divider).first().waitFor();
  await divider.waitFor({ timeout: 250_000 });

  await tabTo(divider);
  await page.keyboard.press('Home');
  await expect.poll(() => divider.getAttribute('aria-valuenow')).toBe('0');
  await tabTo(page.getByRole('button', { name: 'Pause' }));
  await page.keyboard.press('Enter');
  await tabTo(page.getByRole('radio', { name: 'Checkerboard' }));
  await page.keyboard.press('ArrowRight');
  // The corner shows the backdrop through the cutout, and the middle of the image is the person.
  await expect.poll(() => pixelAt(0.02, 0.04)).toEqual([0, 0, 0]);
  expect(Math.max(...(await pixelAt(0.5, 0.6)))).toBeGreaterThan(60);
  // The source, with its room, is left of the divider.
  await tabTo(divider);
  await page.keyboard.press('End');
  await expect.poll(async () => Math.max(...(await pixelAt(0.02, 0.04)))).toBeGreaterThan(60);

  const href = await page.getByRole('link', { name: /Download WebM/ }).getAttribute('href');
  const file = await fetch(new URL(href ?? '', product.baseUrl));
  expect([file.status, file.headers.get('Content-Type')]).toEqual([200, 'video/webm']);
});

test('shows a matte that is white for the person and black elsewhere, and steps frames', async () => {
  await openResult();
  await page.getByRole('slider', { name: /Divider/ }).press('Home');
  await page.getByRole('radio', { name: 'Matte' }).check();
  await expect.poll(() => pixelAt(0.02, 0.04)).toEqual([0, 0, 0]);
  await expect.poll(() => pixelAt(0.5, 0.7)).toEqual([255, 255, 255]);
  const time = page.getByRole('slider', { name: 'Time' });
  await time.press('Home');
  await page.getByRole('button', { name: 'Next frame' }).click();
  await page.getByRole('button', { name: 'Next frame' }).click();
  await page.getByRole('button', { name: 'Previous frame' }).click();
  await expect.poll(async () => Number(await time.inputValue())).toBeCloseTo(1 / 30, 3);
});

test('zooms the viewer by key, by a double click and by two fingers', async () => {
  await openResult();
  const stage = page.getByRole('group', { name: /^Video\./ });
  const isZoomedTo = (percent: number): Promise<void> =>
    page.getByRole('button', { name: `Zoom ${percent} %` }).waitFor();
  await stage.focus();
  for (let presses = 0; presses < 7; presses += 1) {
    await page.keyboard.press('+');
  }
  await isZoomedTo(400);
  const before = await pixelAt(0.5, 0.5);
  for (let presses = 0; presses < 15; presses += 1) {
    await page.keyboard.press('Shift+ArrowRight');
  }
  // From the middle of the person to the right of them.
  await expect.poll(() => pixelAt(0.5, 0.5)).not.toEqual(before);
  await page.keyboard.press('0');
  await isZoomedTo(100);
  await stage.dblclick({ position: { x: 300, y: 100 } });
  await isZoomedTo(250);
  await stage.dblclick({ position: { x: 300, y: 100 } });
  await isZoomedTo(100);
  await pinch(stage);
  await isZoomedTo(200);
  await page.keyboard.press('0');
});

test('cuts out the sample with one click, and opens the earlier job with a second one', async () => {
  await page.goto(product.baseUrl);
  await page.getByRole('button', { name: 'Try the sample' }).click();
  await page.getByRole('slider', { name: /Divider/ }).waitFor({ timeout: 250_000 });
  const first = page.url();
  await page.goto(product.baseUrl);
  await page.getByRole('button', { name: 'Try the sample' }).click();
  await page.getByRole('slider', { name: /Divider/ }).waitFor();
  expect(page.url()).toBe(first);
});

test('explains a refusal before any credits are spent', async () => {
  await page.goto(product.baseUrl);
  const text = { name: 'clip.mp4', mimeType: 'video/mp4', buffer: Buffer.from('this is no video at all') };
  await page.getByLabel('Video file').setInputFiles(text);
  await page.getByText('This browser cannot show a preview').waitFor();
  const credits = await product.credits();
  await page.getByRole('button', { name: 'Remove background' }).click();
  await expect.poll(() => page.getByRole('alert').innerText()).toContain('not a supported video');
  expect(await product.credits()).toBe(credits);
});

test('refuses to cut out an image, and says what it is and where to use it', async () => {
  await page.goto(product.baseUrl);
  await page.getByLabel('Video file').setInputFiles(picture);
  await expect.poll(() => page.getByRole('alert').innerText()).toContain('icon-192.png is an image');
  await page.getByRole('link', { name: 'Go to Media' }).click();
  await page.getByRole('heading', { name: 'Media' }).waitFor();
});

test('stores, previews and deletes images and audio', async () => {
  await page.goto(`${product.baseUrl}/workspace/materials`);
  await page.getByLabel('File', { exact: true }).setInputFiles(picture);
  await page.getByText(/^Image · /).waitFor();
  await page.getByText('Image · 192 × 192').waitFor();
  await page.getByRole('listitem').filter({ hasText: 'icon-192.png' }).locator('img').waitFor();
  const sound = { name: 'beep.wav', mimeType: 'audio/wav', buffer: toWav(new Int16Array(8000)) };
  await page.getByLabel('File', { exact: true }).setInputFiles(sound);
  await page.getByText(/^Audio · 0:0[01]\.\d+ · 16\.0 kB/).waitFor();
  expect(await page.getByLabel('beep.wav', { exact: true }).evaluate((element) => element.tagName)).toBe('AUDIO');
  for (const name of ['icon-192.png', 'beep.wav']) {
    await page.getByRole('button', { name: `Delete ${name}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect.poll(() => page.getByRole('link', { name }).count()).toBe(0);
  }
});

test('explains blockers with a way to resolve them', async () => {
  await page.goto(`${product.baseUrl}/workspace/settings`);
  const { creditsRemaining } = getData((await product.api<{ creditsRemaining: number }>('GET', '/v1/me')).body);
  await setCredits(3);
  await page.getByRole('link', { name: 'Home' }).click();
  await page.getByLabel('Video file').setInputFiles(clip);
  await page.getByRole('link', { name: 'Set balance' }).waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Remove background' }).isDisabled()).toBe(true);
  await page.getByRole('link', { name: 'Set balance' }).click();
  await setCredits(creditsRemaining);
});

test('creates a key with limits, shows it once, enforces its limits, and revokes it', async () => {
  await page.goto(`${product.baseUrl}/workspace/keys`);
  await page.getByRole('button', { name: 'New key' }).click();
  await expect.poll(() => page.getByLabel('Name').and(page.locator(':focus')).count()).toBe(1);
  await page.keyboard.type('Reader');
  await page.getByRole('group', { name: 'Scopes' }).getByRole('radio', { name: 'Only these' }).check();
  await page.getByRole('checkbox', { name: 'runs:write' }).uncheck();
  await page.getByRole('group', { name: 'Recipes' }).getByRole('radio', { name: 'Only these' }).check();
  await page.getByRole('checkbox', { name: 'tighten' }).check();
  await page.getByLabel('Spend cap').fill('4');
  await page.getByRole('button', { name: 'Create key' }).click();
  const apiKey = await page.getByLabel('API key', { exact: true }).innerText();

  const blockers = await findBlockers(apiKey);
  expect(blockers).toEqual(expect.arrayContaining(['SCOPE_DENIED', 'RECIPE_NOT_ALLOWED', 'SPEND_CAP_REACHED']));
  await page.reload();
  await page.getByRole('button', { name: 'Revoke Reader' }).click();
  expect(await page.getByText(apiKey).count()).toBe(0);
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await page.getByText('Revoked').waitFor();
  const refused = await fetch(`${product.baseUrl}/v1/me`, { headers: { Authorization: `Bearer ${apiKey}` } });
  expect(refused.status).toBe(401);
});

test('accepts one file on the page of a ticket, and then returns its material', async () => {
  const ticket = await product.newTicket();
  await page.goto(`${product.baseUrl}/upload/${ticket}`);
  await page.getByLabel('File', { exact: true }).setInputFiles(clip);
  const material = await page.getByLabel('Handle', { exact: true }).innerText();
  const state = await product.api('GET', `/v1/uploads/${ticket}`);
  expect(getData(state.body)).toEqual({ status: 'uploaded', material });
  await page.reload();
  await page.getByText('is already used').waitFor();
});

test('deletes a material', async () => {
  await product.upload(room);
  await page.goto(`${product.baseUrl}/workspace/materials`);
  await page.getByRole('button', { name: 'Delete empty.mp4' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect.poll(() => page.getByText('empty.mp4').count()).toBe(0);
  const materials = getData((await product.api<{ name: string }[]>('GET', '/v1/materials')).body);
  expect(materials.map(({ name }) => name)).not.toContain('empty.mp4');
});

test('recovers after a hard reload', async () => {
  await cutOutClip();
  await page.goto(`${product.baseUrl}/workspace/jobs`);
  const session = await product.context.newCDPSession(page);
  await session.send('Page.reload', { ignoreCache: true });
  await page.getByRole('link', { name: 'short.mp4' }).first().waitFor();
  expect(await page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
});

test('deletes a job with its result, and leaves its page', async () => {
  const trim = { startSeconds: 0, endSeconds: 0.2 };
  const run = await product.run({ material: await product.upload(clip), quality: 'fast', trim });
  await page.goto(`${product.baseUrl}/workspace/jobs/${getData(run.body).envelopeId}`);
  const file = await page.getByRole('link', { name: /Download WebM/ }).getAttribute('href');
  await page.getByRole('button', { name: 'Delete this job' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.waitForURL(/\/workspace\/jobs$/);
  expect((await fetch(new URL(file ?? '', product.baseUrl))).status).toBe(404);
});

test('reports a lost event stream on the page of a job, and resumes it', async () => {
  const { id } = await product.start({ material: await product.upload(clip), quality: 'fast', smoothing: 33 });
  const tab = await product.openTab();
  await tab.evaluate(`
    const realFetch = window.fetch;
    const refused = { success: false, errorCode: 'RATE_LIMITED', message: 'Too many calls.', retryable: true };
    window.fetch = (input, init) =>
      String(input).includes('/v1/jobs/${id}') ? Promise.resolve(Response.json(refused, { status: 429 })) : realFetch(input, init);
    window.restoreFetch = () => (window.fetch = realFetch);
  `);
  await tab.getByRole('link', { name: 'Jobs', exact: true }).click();
  await tab.locator(`a[href$="/${id}"]`).first().click();
  await tab.getByRole('alert').getByText('Too many calls.').waitFor();
  await tab.evaluate('window.restoreFetch()');
  await tab.getByRole('slider', { name: /Divider/ }).waitFor({ timeout: 250_000 });
  await expect.poll(() => tab.getByRole('alert').count()).toBe(0);
  await tab.close();
});

test('reports a page that cannot be shown with links to others, which still work', async () => {
  const tab = await product.openTab();
  await tab.evaluate(`
    const realFetch = window.fetch;
    window.fetch = (input, init) =>
      String(input).includes('/v1/canvases') ? Promise.resolve(Response.json({ success: true, data: [{ id: 'x' }] })) : realFetch(input, init);
    window.restoreFetch = () => (window.fetch = realFetch);
  `);
  await tab.getByRole('link', { name: 'Canvases', exact: true }).click();
  await tab.getByRole('alert').getByText('This page could not be shown').waitFor();
  await tab.getByRole('button', { name: 'Reload' }).waitFor();
  await openDeveloperPage(tab, 'API keys');
  await tab.getByRole('heading', { level: 1, name: 'API keys' }).waitFor();
  await tab.getByRole('link', { name: 'Canvases', exact: true }).click();
  await tab.getByRole('alert').getByText('This page could not be shown').waitFor();
  await tab.evaluate('window.restoreFetch()');
  await tab.getByRole('button', { name: 'Try again' }).click();
  await tab.getByRole('heading', { level: 1, name: 'Canvases' }).waitFor();
  await expect.poll(() => tab.getByRole('alert').count()).toBe(0);
  await tab.close();
});

test.each([
  '',
  'workspace/jobs',
  'workspace/materials',
  'workspace/models',
  'workspace/keys',
  'workspace/settings',
  'api-reference',
])('truncates nothing of /%s on a phone', async (path) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${product.baseUrl}/${path}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await expect.poll(() => page.locator('[aria-busy]').count()).toBe(0);
  expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(360);
  await page.setViewportSize({ width: 1280, height: 720 });
});

test('reports a deep link to a missing page', async () => {
  await page.goto(`${product.baseUrl}/workspace/nothing`);
  await page.getByRole('heading', { name: 'Page not found' }).waitFor();
});

test('deletes everything and restarts the page', async () => {
  const other = await shareProduct();
  const { id } = await other.start({ material: await other.upload(clip), quality: 'fast' });
  await other.api('POST', `/v1/jobs/${id}/cancel`, {});
  await other.page.goto(`${other.baseUrl}/workspace/models`);
  await other.page.getByRole('button', { name: 'Delete everything' }).click();
  await other.page.getByRole('dialog').getByRole('button', { name: 'Delete everything' }).click();
  await other.page.getByText('The videos that you edit appear here.').waitFor();
  await openDeveloperPage(other.page, 'API keys');
  await other.page.getByText('Your first API key').waitFor();
  expect((await other.api('GET', '/v1/me')).status).toBe(401);
  await other.page.getByRole('link', { name: 'Jobs' }).click();
  await other.page.getByText('No jobs yet').waitFor();
  await other.close();
});

/** Spreads two fingers from 100 to 200 pixels apart, over the left of an element. */
async function pinch(element: Locator): Promise<void> {
  const { x = 0, y = 0 } = (await element.boundingBox()) ?? {};
  const session = await product.context.newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove', apart: number) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: [-1, 1].map((side, id) => ({ x: x + 160 + (side * apart) / 2, y: y + 120, id })),
    });
  await touch('touchStart', 100);
  await touch('touchMove', 150);
  await touch('touchMove', 200);
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await session.detach();
}

/** Moves the focus to a control with Tab alone, and presses it. */
async function press(control: Locator): Promise<void> {
  await tabTo(control);
  await page.keyboard.press('Enter');
}

/** Moves the focus through the whole page once at most. Throws if Tab does not reach the control. */
async function tabTo(control: Locator): Promise<void> {
  await control.waitFor();
  for (let presses = 0; presses < 80; presses += 1) {
    await page.keyboard.press('Tab');
    if ((await control.and(page.locator(':focus')).count()) > 0) {
      return;
    }
  }
  throw new Error(`Tab does not reach ${control.toString()}`);
}

/** Returns red, green and blue of the result view, at shares of its width and height. */
const pixelAt = (x: number, y: number): Promise<number[]> =>
  page.evaluate<number[]>(`(() => {
    const canvas = document.querySelector('.stage-canvas');
    const context = canvas.getContext('2d');
    return [...context.getImageData(canvas.width * ${x}, canvas.height * ${y}, 1, 1).data].slice(0, 3);
  })()`);

/** Returns a WAV file with one channel at 8 kHz. */
function toWav(samples: Int16Array): Buffer {
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + samples.byteLength, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(8000, 24);
  head.writeUInt32LE(16_000, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36);
  head.writeUInt32LE(samples.byteLength, 40);
  return Buffer.concat([head, Buffer.from(samples.buffer)]);
}

async function setCredits(credits: number): Promise<void> {
  await page.getByLabel('Credits').fill(String(credits));
  await page.getByRole('button', { name: 'Set', exact: true }).click();
  await page.getByRole('banner').getByText(`${credits} credits`).waitFor();
}

async function findBlockers(apiKey: string): Promise<string[]> {
  const response = await fetch(`${product.baseUrl}/v1/estimate?recipeId=remove-background`, {
    headers: { Authorization: `Bearer ${apiKey}` },
  });
  const { data } = (await response.json()) as { data: { blockers: { code: string }[] } };
  return data.blockers.map(({ code }) => code);
}
