import type { CDPSession, Page } from 'playwright-core';

/** The work of the timeline's lanes in one frame. */
type FrameCounts = {
  /** Lanes whose clips changed, and the ruler. */
  readonly rows: number;
  readonly addedClips: number;
  /** Elements of clips that replaced an element of the same clip. */
  readonly replacedClips: number;
  /** Attributes, texts and contents that changed in clips that were rendered before. */
  readonly changesInClips: number;
};

type Counts = {
  readonly frames: readonly FrameCounts[];
  readonly layouts: number;
  readonly styleRecalcs: number;
};

/** A step in each frame: a scroll, or a zoom by the wheel. */
type Steps = { readonly frames: number; readonly scrollPx?: number; readonly wheelPx?: number };

/** Scrolls or zooms the timeline by a step in each frame, and counts its work. */
export async function countFrames(page: Page, session: CDPSession, steps: Steps): Promise<Counts> {
  await session.send('Performance.enable');
  const before = await readMetrics(session);
  const frames = await page.evaluate(stepFrames, steps);
  const after = await readMetrics(session);
  return {
    frames,
    layouts: after('LayoutCount') - before('LayoutCount'),
    styleRecalcs: after('RecalcStyleCount') - before('RecalcStyleCount'),
  };
}

async function readMetrics(session: CDPSession): Promise<(name: string) => number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return (name) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
}

/** Runs in the page. */
async function stepFrames({ frames, scrollPx = 0, wheelPx = 0 }: Steps): Promise<FrameCounts[]> {
  const scroller = document.querySelector('.timeline-scroller');
  if (!scroller) {
    throw new Error('The timeline is not shown.');
  }
  const records: MutationRecord[] = [];
  const observer = new MutationObserver((list) => void records.push(...list));
  observer.observe(scroller, { childList: true, attributes: true, characterData: true, subtree: true });
  const { left, top } = scroller.getBoundingClientRect();
  const fromPx = scroller.scrollLeft;
  const known = new Set(scroller.querySelectorAll('.clip'));
  const getIds = (nodes: NodeList): string[] =>
    [...nodes].flatMap((node) => (node instanceof Element && node.getAttribute('data-item')) || []);
  const count = (): FrameCounts => {
    const lists = records.filter(
      ({ target }) => target instanceof Element && target.matches('.track-lane, .ruler-steps'),
    );
    const added = lists.flatMap(({ addedNodes }) => getIds(addedNodes));
    const removed = new Set(lists.flatMap(({ removedNodes }) => getIds(removedNodes)));
    const isInKnown = ({ target }: MutationRecord): boolean => {
      const clip = (target instanceof Element ? target : target.parentElement)?.closest('.clip');
      return clip !== null && clip !== undefined && known.has(clip);
    };
    return {
      rows: new Set(lists.map(({ target }) => target)).size,
      addedClips: added.length,
      replacedClips: added.filter((id) => removed.has(id)).length,
      changesInClips: records.filter(isInKnown).length,
    };
  };
  const counted: FrameCounts[] = [];
  for (let frame = 1; frame <= frames; frame += 1) {
    if (scrollPx !== 0) {
      scroller.scrollLeft = fromPx + frame * scrollPx;
    } else {
      const at = { clientX: left + 600, clientY: top + 100, deltaY: wheelPx, ctrlKey: true };
      scroller.dispatchEvent(new WheelEvent('wheel', { ...at, bubbles: true, cancelable: true }));
    }
    // After the layout of the next frame, so that a step forces no layout itself.
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    records.push(...observer.takeRecords());
    counted.push(count());
    records.length = 0;
    scroller.querySelectorAll('.clip').forEach((clip) => known.add(clip));
  }
  observer.disconnect();
  return counted;
}
