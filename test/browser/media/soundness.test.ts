import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TimelineDocument } from '#core/timeline/document.ts';
import { getData, shareProduct, type Product } from '#test/support/product.ts';
import { makeTimeline, makeItem } from '#test/support/timeline.ts';

/** The behaviour of an editor while others change, delete and refuse things: nothing is lost or confused. */

type Canvas = { id: string; revision: number; document: TimelineDocument };

const picture = join(import.meta.dirname, '../../../public/icons/icon-192.png');

let product: Product;
let page: Page;

beforeAll(async () => {
  product = await shareProduct();
  page = product.page;
  await page.setViewportSize({ width: 1440, height: 900 });
});

afterAll(() => product.close());

const ask = async <T>(method: string, path: string, body?: unknown): Promise<T> =>
  getData((await product.api<T>(method, path, body)).body);

const read = (id: string): Promise<Canvas> => ask('GET', `/v1/canvases/${id}`);

/** Edits the canvas from outside, as an agent does. */
const edit = (id: string, revision: number, ...edits: object[]): Promise<Canvas> =>
  ask('POST', `/v1/canvases/${id}/edits`, { revision, edits });

/** Opens a canvas that starts with this document. */
async function open(document: TimelineDocument): Promise<string> {
  const { id } = await ask<Canvas>('POST', '/v1/canvases', { document });
  await page.goto(`${product.baseUrl}/workspace/canvas/editor/${id}`);
  await page.getByText('Saved', { exact: true }).waitFor();
  return id;
}

test('restores by undo a clip whose file was deleted and that no version names any more', async () => {
  const assetId = await product.upload(picture);
  const id = await open(makeTimeline([{ items: [makeItem('shape', 'box', { name: 'Box' })] }]));
  const clip = makeItem('picture', 'clip', { assetId, startSeconds: 4, name: 'Icon' });
  await edit(id, 1, { type: 'add-item', trackId: 'track-1', item: clip });
  await page.getByRole('listitem', { name: /^Clip 2,/ }).click();
  await page.keyboard.press('Delete');
  await expect.poll(async () => (await read(id)).document.tracks[0]?.items.length).toBe(1);
  let { revision } = await read(id);
  for (const deleted = revision; revision < deleted + 52;) {
    ({ revision } = await edit(id, revision, { type: 'set-canvas', title: `Title ${revision}` }));
  }
  const versions = await ask<{ version: number }[]>('GET', `/v1/canvases/${id}/versions`);
  expect(versions.map(({ version }) => version)).not.toContain(2);
  await expect.poll(() => page.getByRole('textbox', { name: 'Canvas title' }).inputValue()).toMatch(/^Title /);
  await ask('DELETE', `/v1/materials/${assetId}`);
  await page.keyboard.press('Control+z');
  await expect
    .poll(async () => (await read(id)).document.tracks[0]?.items.map(({ id: itemId }) => itemId))
    .toEqual(['box', 'clip']);
  expect(await page.getByRole('alert').count()).toBe(0);
});

test('keeps a title that is being typed while others change the canvas', async () => {
  const id = await open(makeTimeline([{ items: [makeItem('shape', 'box', { name: 'Box' })] }], { title: 'Draft' }));
  const title = page.getByRole('textbox', { name: 'Canvas title' });
  await title.fill('Half of a ti');
  await edit(id, 1, { type: 'set-canvas', width: 800 });
  await page.getByText('Merged changes from elsewhere').waitFor({ state: 'attached' });
  await expect.poll(() => title.inputValue()).toBe('Half of a ti');
  await title.press('Enter');
  await expect.poll(async () => (await read(id)).document).toMatchObject({ title: 'Half of a ti', width: 800 });
  await title.fill('Nothing');
  await title.press('Escape');
  await expect.poll(() => title.inputValue()).toBe('Half of a ti');
});

/**
 * A page with a list of 130 jobs, the newest of which is running. `window.state` is the state of the oldest job, and
 * `window.gone` is the deleted one.
 */
const fakeJobs = `
  const realFetch = window.fetch;
  window.state = 'running';
  window.gone = '';
  const toJob = (number, status) => ({
    id: 'job_' + ({ 1: 'oldest', 129: 'second' }[number] ?? number), recipeId: 'tighten', status, stage: 'Cutting', progress: 0.5, etaSeconds: null, framesPerSecond: null,
    createdAt: new Date(Date.UTC(2026, 0, 1, 0, number)).toISOString(), updatedAt: new Date().toISOString(), credits: 5,
    creditsCharged: true, watermarked: false, materials: [], models: [], input: {}, warnings: [],
  });
  const all = () => Array.from({ length: 130 }, (_, index) => 130 - index)
    .map((number) => toJob(number, number === 130 ? 'running' : number === 1 ? window.state : 'completed'))
    .filter(({ id }) => id !== window.gone);
  window.fetch = (input, init) => {
    const url = new URL(String(input), location.href);
    if (!url.pathname.startsWith('/v1/jobs')) {
      return realFetch(input, init);
    }
    const one = /jobs\\/(job_\\w+)$/.exec(url.pathname)?.[1];
    const status = url.searchParams.get('status');
    const from = Number(url.searchParams.get('cursor') ?? 0);
    const limit = Number(url.searchParams.get('limit') ?? 50);
    const found = all().filter((job) => (one ? job.id === one : status === null || job.status === status));
    const headers = from + limit < found.length ? { Link: '</v1/jobs?cursor=' + (from + limit) + '>; rel="next"' } : {};
    return Promise.resolve(Response.json({ success: true, data: one ? found[0] : found.slice(from, from + limit) }, { headers }));
  };
`;

test('updates old jobs that continue and jobs that were deleted elsewhere in the list of jobs', async () => {
  const tab = await product.openTab();
  await tab.evaluate(fakeJobs);
  await tab.getByRole('link', { name: 'Jobs', exact: true }).click();
  await tab.getByText('130 jobs').or(tab.getByText('100+ jobs')).waitFor();
  const row = tab.locator('.job-row');
  await tab.getByRole('searchbox').fill('job_oldest');
  await row.getByText('Running').waitFor();
  await tab.evaluate('window.state = "completed"');
  await row.getByText('Done').waitFor();
  await tab.getByRole('searchbox').fill('job_second');
  await row.getByText('Done').waitFor();
  await tab.evaluate('window.gone = "job_second"');
  await tab.getByText('No matching jobs.').waitFor();
  await tab.close();
});
