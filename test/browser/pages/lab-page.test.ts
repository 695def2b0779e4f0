import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { failures } from '#core/lib/failure.ts';
import { isFirefox } from '#test/support/browser.ts';
import { startProduct, type Product } from '#test/support/product.ts';
import { scenarioGroups } from '../../../src/ui/pages/lab/scenarios.ts';

let product: Product;
let page: Page;

beforeAll(async () => {
  // A product of its own, because the lab affects all calls.
  product = await startProduct();
  page = product.page;
  await page.goto(`${product.baseUrl}/workspace/lab`);
  await page.getByRole('heading', { name: 'Active changes' }).waitFor();
});

afterAll(() => product.close());

const badge = () => page.getByRole('link', { name: /^Lab: \d+ change/ });
const button = (name: string) => page.getByRole('button', { name, exact: true });

/** Undoes the changes of the test before, one after the other. */
beforeEach(async () => {
  const undo = page.locator('section', { hasText: 'Active changes' }).locator('li button');
  for (let count = await undo.count(); count > 0; count = await undo.count()) {
    await undo.first().click();
    await expect.poll(() => undo.count()).toBeLessThan(count);
  }
  await expect.poll(() => badge().count()).toBe(0);
});

test.each(scenarioGroups.flatMap(({ scenarios }) => scenarios).map(({ title }) => title))(
  '%s is one click, and shows a badge',
  async (title) => {
    await button(`Provoke: ${title}`).click();
    await badge().waitFor();
  },
);

test.each(Object.keys(failures))('%s is one click, and the badge shows it', async (code) => {
  await button(`Provoke: ${code}`).click();
  await badge().waitFor();
  await page.locator('.lab-change', { hasText: code }).waitFor();
});

test('a provoked error has its status, its code and the header of its rule, once', async () => {
  await button('Provoke: RATE_LIMITED').click();
  await badge().waitFor();
  const run = () => product.api('POST', '/v1/run/remove-background', { material: 'mat_none' });
  const answer = await run();
  expect(answer).toMatchObject({ status: 429, body: { errorCode: 'RATE_LIMITED' } });
  expect(answer.headers.get('X-Offcut-Fault')).toMatch(/^flt_/);
  expect((await run()).body).toMatchObject({ errorCode: 'MATERIAL_NOT_FOUND' });
  // The rule is used up.
  await expect.poll(() => badge().count()).toBe(0);
});

test('a scenario is shown as a call, and the request log shows the call and its fault', async () => {
  await button('Provoke: Rate limited').click();
  await page.getByLabel('API request: Rate limited').click();
  await page.getByRole('region', { name: 'curl call' }).getByText('/sandbox/v1/faults').waitFor();
  await product.api('POST', '/v1/run/tighten', { material: 'mat_none' });
  await page.locator('.request', { hasText: '/v1/run/tighten' }).getByText('Fault').first().waitFor();
});

test('the clock moves, freezes and returns to real time', async () => {
  await button('+1 day: move the clock forward').click();
  await page.getByText('The clock is 24 h ahead').first().waitFor();
  await button('Freeze').click();
  await page
    .getByText(/The clock is frozen at/)
    .first()
    .waitFor();
  await page
    .getByRole('button', { name: /^Use real time/ })
    .first()
    .click();
  await expect.poll(() => badge().count()).toBe(0);
});

test('a snapshot is taken and restored', async () => {
  await page.getByLabel('Name', { exact: true }).fill('before');
  await button('Take snapshot').click();
  const material = await product.upload('test/fixtures/sample/short.mp4');
  await button('Restore before').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
  await page.getByRole('heading', { name: 'Active changes' }).waitFor();
  const answer = await product.api('GET', '/v1/materials');
  expect(JSON.stringify(answer.body)).not.toContain(material);
});

// Firefox does not report downloads to tests.
test.skipIf(isFirefox)('the world, the log and a test from it are files', async () => {
  const download = page.waitForEvent('download');
  await button('Download ZIP').click();
  const bytes = await readFile(await (await download).path());
  expect(bytes.subarray(0, 2).toString()).toBe('PK');
  const log = page.waitForEvent('download');
  await button('Download HAR').click();
  expect(JSON.parse(await readFile(await (await log).path(), 'utf8'))).toMatchObject({ log: { version: '1.2' } });
  const saved = page.waitForEvent('download');
  await page.getByLabel('Calls of').selectOption({ index: 1 });
  await button('Save as test').click();
  expect(await readFile(await (await saved).path(), 'utf8')).toContain('startEmulator');
});
