import { afterAll, beforeAll, expect, test } from 'vitest';
import { getBuild } from '#test/support/build-server.ts';
import { getData } from '#test/support/product.ts';
import { StaticSite } from '#test/support/static-site.ts';
import { makeTimeline, makeItem } from '#test/support/timeline.ts';

/** A new version is deployed while a canvas is edited, with edits that could not be saved. */

let site: StaticSite;
let path: string;
/** The version that the host serves. */
let version: 'product' | 'review' = 'product';

beforeAll(async () => {
  await getBuild('review');
  site = await StaticSite.open(await getBuild(version));
  await site.visit();
  await site.makeKey();
  const document = makeTimeline([{ items: [makeItem('shape', 'box', { name: 'Box' })] }], { title: 'Draft' });
  const made = await site.send<{ id: string }>('v1/canvases', { method: 'POST', body: { document } });
  path = `workspace/canvas/editor/${getData(made.body).id}`;
});

afterAll(() => site.close());

const title = () => site.page.getByRole('textbox', { name: 'Canvas title' });

async function rename(text: string): Promise<void> {
  await title().fill(text);
  await title().press('Enter');
}

const getTitle = async (): Promise<string> =>
  getData(
    (await site.send<{ document: { title: string } }>(`v1/${path.replace('workspace/canvas/editor', 'canvases')}`))
      .body,
  ).document.title;

/** Opens the editor and renames the canvas, then activates another version. Returns the cache of the old version. */
async function updateWhileOpen(): Promise<string | undefined> {
  await site.page.goto(site.host.baseUrl + path);
  await site.page.getByText('Saved', { exact: true }).waitFor();
  await site.rested();
  const before = (await site.cacheNames()).at(-1);
  await rename('Before the new version');
  version = version === 'product' ? 'review' : 'product';
  site.host.publish(await getBuild(version));
  const second = await site.context.newPage();
  await second.goto(`${site.host.baseUrl}workspace/jobs`);
  await site.page.getByText('A new version is available').waitFor();
  await second.close();
  return before;
}

test("activates a new version while the editor is open, and saves the editor's changes to it", async () => {
  const before = await updateWhileOpen();
  await expect.poll(() => title().inputValue()).toBe('Before the new version');
  await rename('After it');
  await site.page.getByText('Saved', { exact: true }).waitFor();
  expect(await getTitle()).toBe('After it');
  // A late fetch of the old page has the old version, which the host does not have any more.
  await site.page.keyboard.press('Shift+?');
  await site.page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await site.page.keyboard.press('Escape');
  await site.page.getByRole('button', { name: 'Export', exact: true }).click();
  await site.page.getByRole('button', { name: 'Export', exact: true }).last().waitFor();
  expect(await site.page.getByText('could not be loaded').count()).toBe(0);
  await site.page.keyboard.press('Escape');
  expect(await site.cacheNames()).toContain(before);
});

test('asks before a reload with an unsaved edit, and restores the edit in the new version', async () => {
  await updateWhileOpen();
  const { page } = site;
  // The page has no server.
  await page.evaluate(`
    const real = window.fetch;
    window.fetch = (input, init) => (init?.method === 'PUT' ? Promise.reject(new TypeError('Failed')) : real(input, init));
  `);
  await rename('Not saved yet');
  await page.getByRole('alert').getByText('Not saved').waitFor();
  // The click lasts until the question is answered.
  const reload = (): Promise<void> => page.getByRole('button', { name: 'Reload the page' }).click();
  const [dialog] = await Promise.all([page.waitForEvent('dialog'), answer('dismiss'), reload()]);
  expect(dialog.type()).toBe('beforeunload');
  await expect.poll(() => title().inputValue()).toBe('Not saved yet');
  await Promise.all([answer('accept'), reload()]);
  await expect.poll(() => title().inputValue()).toBe('Not saved yet');
  await expect.poll(getTitle).toBe('Not saved yet');
  expect(await page.getByText('A new version is available').count()).toBe(0);
});

/** Answers the next dialog of the browser. */
async function answer(choice: 'accept' | 'dismiss'): Promise<void> {
  const dialog = await site.page.waitForEvent('dialog');
  await dialog[choice]();
}
