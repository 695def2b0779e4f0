import type { CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { longDocument } from '#test/support/editor-rounds.ts';
import { countFrames } from '#test/support/frame-counts.ts';
import { getData, shareProduct, type Product } from '#test/support/product.ts';

/**
 * The work of the timeline's lanes in each frame, on a canvas of 1,000 clips. It is counted, not timed. The README of
 * `src/ui/editor/timeline/lanes` explains what each count protects.
 */

let product: Product;
let page: Page;
let session: CDPSession;
let path: string;

beforeAll(async () => {
  product = await shareProduct();
  page = await product.context.newPage();
  await page.setViewportSize({ width: 1280, height: 900 });
  session = await page.context().newCDPSession(page);
  const { id } = getData(
    (await product.api<{ id: string }>('POST', '/v1/canvases', { document: longDocument(1000) })).body,
  );
  path = `/workspace/canvas/editor/${id}`;
});

afterAll(() => product.close());

beforeEach(async () => {
  await page.goto(product.baseUrl + path);
  await page.locator('.clip').first().waitFor();
  await page.getByText('Saved', { exact: true }).waitFor();
  // The panes that load last do not belong to the counted frames.
  await expect.poll(() => page.locator('[aria-busy=true]').count()).toBe(0);
});

test('few of the clips are rendered, with few elements each', async () => {
  const count = (selector: string): Promise<number> => page.locator(selector).count();
  const [lanes, clips] = [await count('.track-lane'), await count('.clip')];
  expect(clips).toBeGreaterThan(lanes);
  expect(clips).toBeLessThanOrEqual(25 * lanes);
  expect(await count('.clip *')).toBeLessThanOrEqual(2 * clips);
});

test('a scroll updates one row in each frame, and no clip that is rendered already', async () => {
  const { frames, layouts, styleRecalcs } = await countFrames(page, session, { frames: 60, scrollPx: 10 });
  const added = frames.reduce((sum, { addedClips }) => sum + addedClips, 0);
  expect(added).toBeGreaterThan(0);
  expect(Math.max(...frames.map(({ rows }) => rows))).toBe(1);
  expect(Math.max(...frames.map(({ addedClips }) => addedClips))).toBeLessThanOrEqual(15);
  expect(frames.filter(({ replacedClips, changesInClips }) => replacedClips + changesInClips > 0)).toEqual([]);
  // A second layout in a frame would be forced by code that reads a size after a change.
  expect(layouts).toBeLessThanOrEqual(frames.length + 2);
  expect(styleRecalcs).toBeLessThanOrEqual(frames.length + 2);
});

test('a small zoom moves clips without a change of their elements', async () => {
  const { frames } = await countFrames(page, session, { frames: 10, wheelPx: -1 });
  expect(frames.filter(({ replacedClips, changesInClips }) => replacedClips + changesInClips > 0)).toEqual([]);
});

test('no clip creates a layer', async () => {
  const found = await page.locator('.track-lane *').evaluateAll((elements) => {
    const wanted: Readonly<Record<string, string>> = {
      position: 'static',
      overflow: 'visible',
      transform: 'none',
      translate: 'none',
      rotate: 'none',
      opacity: '1',
      filter: 'none',
      'clip-path': 'none',
      'will-change': 'auto',
      contain: 'none',
      'mix-blend-mode': 'normal',
    };
    return elements.flatMap((element) => {
      const style = getComputedStyle(element);
      const others = Object.keys(wanted).filter((name) => style.getPropertyValue(name) !== wanted[name]);
      const names = element.matches('svg, canvas, video, img') ? [element.localName, ...others] : others;
      return names.map((name) => `${element.className}: ${name}`);
    });
  });
  expect([...new Set(found)]).toEqual([]);
});
