import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isFirefox } from '#test/support/browser.ts';
import type { Place } from '#test/support/features/feature.ts';
import { featureGroups } from '#test/support/features/list.ts';
import { Kit } from '#test/support/matrix/kit.ts';
import { shareProduct } from '#test/support/product.ts';

let place: Place;

beforeAll(async () => {
  const product = await shareProduct();
  const kit = new Kit(await mkdtemp(join(tmpdir(), 'offcut-features-')));
  const sample = await product.upload(join(import.meta.dirname, '../../../public/sample/presenter.mp4'));
  place = { product, kit, sample };
});

afterAll(async () => {
  await place.product.close();
  await rm(place.kit.folder, { recursive: true, force: true });
});

describe.each(featureGroups)('$title', ({ features }) => {
  // In Chromium, the other tests cover the same features and more.
  test.each(features)('$title', isFirefox ? {} : { tags: ['long'] }, async ({ title, check }) => {
    const how = await check(place);
    console.log(`${title}: ${how}`);
    expect(how).toMatch(/^(yes|no: |by |not )/);
  });
});
