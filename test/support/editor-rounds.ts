import type { Page } from 'playwright-core';
import type { TimelineDocument } from '#core/timeline/document.ts';
import { makeTimeline, makeItem } from './timeline.ts';

/** Opens and closes the editor repeatedly, by links, as a user does. */

/** The memory of a page after a garbage collection. */
export type Held = {
  readonly heapBytes: number;
  readonly listeners: number;
  readonly nodes: number;
  readonly workers: number;
};

/**
 * Creates a canvas of half an hour with this number of items on ten tracks; texts and shapes, so that no item needs a
 * file.
 */
export function longDocument(items: number): TimelineDocument {
  const tracks = 10;
  const lengthSeconds = (1800 * tracks) / items;
  return makeTimeline(
    Array.from({ length: tracks }, (_, track) => ({
      items: Array.from({ length: items / tracks }, (__, index) => {
        const time = { startSeconds: index * lengthSeconds, durationSeconds: lengthSeconds * 0.8 };
        const id = `item-${track}-${index}`;
        return track % 2 === 0
          ? makeItem('shape', id, { ...time, name: id, fill: '#3060a0' })
          : makeItem('text', id, { ...time, name: id, text: `Title ${index}` });
      }),
    })),
    { title: 'Half an hour' },
  );
}

/** Follows a link to a canvas. Returns the milliseconds from the click until its timeline is painted. */
export const openEditor = (page: Page, path: string): Promise<number> =>
  page.evaluate(async (address) => {
    const link = document.createElement('a');
    link.href = address;
    document.body.append(link);
    const start = performance.now();
    link.click();
    link.remove();
    // The second frame with it starts after the first was sent to the screen.
    for (let frames = 0; frames < 2;) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      frames += document.querySelector('.editor:not([aria-busy]) .editor-timeline li') ? 1 : 0;
    }
    return performance.now() - start;
  }, path);

/** Leaves the editor by its link, and waits for the whole list: a list that is still loading uses less memory. */
export async function closeEditor(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'All canvases' }).click();
  await page.getByRole('heading', { name: 'Canvases', level: 1 }).waitFor();
  await page.waitForFunction(() => document.querySelector('[aria-busy]') === null);
}

/** Opens and closes the canvas this number of times. Returns the milliseconds of each opening. */
export async function openOften(page: Page, path: string, rounds: number): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    times.push(await openEditor(page, path));
    await closeEditor(page);
  }
  return times;
}

/**
 * Returns the memory of a page after it has been constant for a second: pending responses keep a page alive that was
 * left.
 */
export async function measureHeld(page: Page): Promise<Held> {
  let held = await measureOnce(page);
  for (let same = 0; same < 5;) {
    await page.waitForTimeout(200);
    const { listeners, nodes, workers } = held;
    held = await measureOnce(page);
    const isSame = held.listeners === listeners && held.nodes === nodes && held.workers === workers;
    same = isSame ? same + 1 : 0;
  }
  return held;
}

async function measureOnce(page: Page): Promise<Held> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.enable');
  await session.send('Performance.enable');
  // Objects that only collected objects reference are freed the second time.
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  await session.detach();
  const valueOf = (name: string): number => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
  return {
    heapBytes: valueOf('JSHeapUsedSize'),
    listeners: valueOf('JSEventListeners'),
    nodes: valueOf('Nodes'),
    workers: page.workers().length,
  };
}
