import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toHoldLock } from '#core/model/holds.ts';
import { shareProduct, type Product } from '#test/support/product.ts';

const clip = join(import.meta.dirname, '../../fixtures/sample/short.mp4');

let product: Product;

beforeAll(async () => {
  product = await shareProduct();
});

afterAll(() => product.close());

test('locks the files of an upload, so that an engine that starts meanwhile does not garbage-collect them', async () => {
  const { page } = product;
  // A file that is being removed cannot be opened, so even a short-lived file must be locked.
  const watching = page.evaluate(async (prefix) => {
    const seen = new Set<string>();
    while (document.title !== 'done') {
      const { held = [] } = await navigator.locks.query();
      const names = held.flatMap(({ name = '' }) => (name.startsWith(prefix) ? [name.slice(prefix.length)] : []));
      names.forEach((name) => seen.add(name.split('_')[0] ?? ''));
    }
    return [...seen].toSorted();
  }, toHoldLock(''));
  for (let count = 0; count < 20; count += 1) {
    expect(await product.upload(clip)).toMatch(/^mat_/);
  }
  await page.evaluate(() => {
    document.title = 'done';
  });
  expect(await watching).toEqual(['file', 'trial']);
});
