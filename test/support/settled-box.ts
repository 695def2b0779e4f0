import type { Locator } from 'playwright-core';
import { expect } from 'vitest';

type Box = NonNullable<Awaited<ReturnType<Locator['boundingBox']>>>;

/** Scrolls to an element. Returns its box after the layout of the page has stopped changing. */
export async function settledBox(element: Locator): Promise<Box> {
  await element.hover();
  let last: Box | null = null;
  await expect
    .poll(
      async () => {
        const now = await element.boundingBox();
        const isSame = now !== null && now.x === last?.x && now.y === last.y && now.width === last.width;
        last = now;
        return isSame;
      },
      { interval: 400 },
    )
    .toBe(true);
  return last ?? { x: 0, y: 0, width: 0, height: 0 };
}
