import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { JobView } from '#operations/jobs.ts';
import { isFirefox, takeDefects } from '#test/support/browser.ts';
import { getBuild } from '#test/support/build-server.ts';
import { once } from '#test/support/once.ts';
import { getData } from '#test/support/product.ts';
import { shippedPanel } from '#test/support/shipped-model.ts';
import { StaticSite } from '#test/support/static-site.ts';

const clip = join(import.meta.dirname, '../../fixtures/sample/short.mp4');
const sample = (name: string): string => join(import.meta.dirname, `../../../public/sample/${name}.mp4`);

let site: StaticSite;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'offcut-offline-'));
  site = await StaticSite.open(await getBuild('product'));
  await site.visit();
  await site.makeKey();
});

/** Disconnects the site after all files of the engine are cached. */
const disconnect = once(async () => {
  await site.rested();
  await site.host.close();
});

/** Files that are fetched when they are first needed, so that they are missing here: Firefox logs that. */
const optional = /\/(sample\/cards\/[\w-]+\.mp4|fonts\/(?!inter-latin)[\w-]+\.woff2)\b/;

if (isFirefox) {
  afterEach(() => expect(takeDefects().filter((defect) => !optional.test(defect))).toEqual([]));
}

afterAll(async () => {
  await site.close();
  await rm(folder, { recursive: true, force: true });
});

test('opens the site and cuts out an upload in all formats without a network', async () => {
  await disconnect();
  await site.page.goto(site.host.baseUrl);
  await site.page.reload();
  await site.page.getByRole('heading', { name: 'Recipes' }).waitFor();
  expect(await site.page.evaluate(() => crossOriginIsolated)).toBe(true);

  const material = await site.upload(clip);
  for (const outputFormat of ['webm', 'mp4']) {
    const result = getData(await site.run({ material, outputFormat, quality: 'best' }));
    expect(result).toMatchObject({ status: 'completed', model: shippedPanel[0], warnings: [] });
    expect(await site.play(result.processedVideoUrl)).toEqual({ width: 320, height: 180 });
  }
  expect(await site.getStatus('sample/presenter.mp4')).toBe(200);
});

test('creates the video of every recipe with a review without a network', { tags: ['long'] }, async () => {
  await disconnect();
  const [talk, presenter, reel] = await Promise.all(
    ['talk', 'presenter', 'reel'].map((name) => site.upload(sample(name))),
  );
  const messages = [{ from: 'them', text: 'Offline? 🎉' }];
  const inputs: Record<string, object> = {
    tighten: { material: talk },
    'message-bubbles': { material: presenter, messages },
    'text-behind': { material: presenter, text: 'HELLO', quality: 'fast' },
    'tracked-title-card': { material: presenter, title: 'Mira Holt' },
    'launch-cut': { material: reel, targetSeconds: 15, height: 240, title: 'Hello' },
  };
  for (const [recipeId, input] of Object.entries(inputs)) {
    const body = { ...input, autoApprove: true };
    const { id } = getData((await site.send<JobView>(`v1/run/${recipeId}`, { method: 'POST', body })).body);
    await expect.poll(async () => (await site.job(id)).status, { timeout: 120_000 }).not.toMatch(/queued|running/);
    const { status, error, finalUrl = '' } = await site.job(id);
    expect([recipeId, status, error?.message]).toEqual([recipeId, 'completed', undefined]);
    expect((await site.play(finalUrl)).height).toBeGreaterThan(0);
  }
});

test('starts a run in a page, reviews it, and edits and exports its canvas without a network', async () => {
  await disconnect();
  const { page } = site;
  await page.goto(site.host.baseUrl);
  await page.getByRole('link', { name: /^Message bubbles/ }).click();
  await page.getByRole('button', { name: 'Add message' }).click();
  await page.getByLabel('Text', { exact: true }).fill('Still here?');
  await page.getByRole('button', { name: 'Create proposal' }).click();
  await page.getByLabel('Message 1, text').fill('Still here without a network?');
  await page.getByRole('button', { name: 'Approve changes' }).click();
  await page.getByRole('link', { name: 'Download MP4' }).waitFor();
  await page.getByRole('link', { name: 'Open in editor' }).click();
  await page.getByRole('tab', { name: 'Text' }).click();
  await page.getByRole('button', { name: 'Add title' }).click();
  await page.getByRole('listitem', { name: /^Clip \d+, text/ }).waitFor();
  await page.getByText('Saved', { exact: true }).first().waitFor();
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Export' });
  await dialog.getByLabel('Format').selectOption('png');
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  const download = page.getByRole('link', { name: /^Download PNG/ });
  await download.waitFor();
  const url = await download.getAttribute('href');
  expect(await page.evaluate(async (href) => (await fetch(href)).status, url ?? '')).toBe(200);
  for (const path of ['jobs', 'materials', 'canvases', 'models', 'keys', 'ledger', 'privacy', 'lab', 'settings']) {
    await page.goto(`${site.host.baseUrl}workspace/${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expect.poll(() => page.locator('[aria-busy]').count()).toBe(0);
    expect(await page.getByRole('alert').count()).toBe(0);
  }
});

test('reports without a network that a file needs ffmpeg, until ffmpeg was used once, and then decodes it', async () => {
  await disconnect();
  const mov = { material: await site.upload(clip), outputFormat: 'mov', quality: 'fast' };
  const { processedVideoUrl } = getData(await site.run(mov));
  // No browser decodes ProRes.
  const movFile = join(folder, 'cut-out.mov');
  await writeFile(movFile, await download(processedVideoUrl));
  const ownResult = await site.upload(movFile);
  const refused = await site.run({ material: ownResult, quality: 'fast' });
  expect(refused).toMatchObject({ success: false, retryable: true });
  expect('message' in refused && refused.message).toMatch(/ffmpeg.*network/);
  await site.host.open();
  expect(getData(await site.run({ material: ownResult, quality: 'fast' })).status).toBe('completed');
  await site.host.close();
  expect(getData(await site.run({ material: ownResult, quality: 'best' })).status).toBe('completed');
});

/** Returns the response for an address that only the page can reach. */
async function download(url: string): Promise<Buffer> {
  const base64 = await site.page.evaluate<string>(`(async () => {
    const bytes = new Uint8Array(await (await fetch(${JSON.stringify(url)})).arrayBuffer());
    return btoa(Array.from(bytes, (each) => String.fromCharCode(each)).join(''));
  })()`);
  return Buffer.from(base64, 'base64');
}
