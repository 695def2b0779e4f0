import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { PreviewEvent } from '#core/protocol/preview.ts';
import { readCanvas } from '../in-page/preview.ts';

/** Returns the events of a type that `recordPreview` has recorded in a page. */
export const getEvents = async (page: Page, type: PreviewEvent['type']): Promise<PreviewEvent[]> =>
  (await page.evaluate(() => globalThis.previewEvents)).filter((event) => event.type === type);

/** Returns the pixels of the preview after it has shown the frame of a time. */
export async function pixelsAt(page: Page, seconds: number, nonce: number): Promise<number[]> {
  await page.evaluate(([at, number]) => globalThis.previewTell({ type: 'seek', seconds: at, nonce: number }), [
    seconds,
    nonce,
  ] as const);
  const isShown = (event: PreviewEvent): boolean => event.type === 'shown' && event.nonce === nonce && event.isExact;
  await expect.poll(async () => (await getEvents(page, 'shown')).some(isShown)).toBe(true);
  return page.evaluate(readCanvas);
}
