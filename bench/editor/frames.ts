import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import type { CDPSession, Page } from 'playwright-core';
import type { Item, TimelineDocument } from '#core/timeline/document.ts';
import { getData, type Product } from '#test/support/product.ts';
import { makeItem, makeTimeline } from '#test/support/timeline.ts';
import { defineCommand, dist, json, number } from '../command.ts';
import { median, quantile, round } from '../lib/statistics.ts';
import { publish, today } from '../lib/table.ts';
import type { TraceEvent } from '../lib/trace-event.ts';
import { samplesDir, withProduct } from '../lib/workplace.ts';

export const frames = defineCommand({
  about: `Measures the editor with a canvas of 30 minutes and 500 items, half of which are videos: the time to open it, and the work
of the main thread in each frame while the timeline is scrolled, a clip is dragged, and a clip is trimmed. The values are from
the browser's trace.`,
  options: { seconds: number('seconds of each action', 5), dist, json: json('editor') },
  run: async ({ seconds, ...values }, { command }) => {
    const { openMs, works } = await withProduct(values, (product) => measure(product, seconds));
    const rows = works.map(([name, { cpu, wall }]): (string | number)[] => [
      name,
      cpu.length,
      ...[0.5, 0.95, 1].map((share) => round(quantile(cpu, share), 1)),
      round(quantile(wall, 0.95), 1),
    ]);
    const [firstMs = Number.NaN, ...laterMs] = openMs.map((ms) => round(ms, 0));
    const opened = `Clips are visible ${median(laterMs)} ms after the URL was entered (${laterMs.join(', ')}), ${firstMs} ms the first time in a browser.`;
    const load = round(loadavg()[0] ?? 0, 1);
    console.log(`${opened} Load of the machine: ${load}`);
    const table = {
      title: `The editor with 30 minutes and 500 items on ${cpus().length} cores`,
      command,
      measured: `${today()}, ${cpus()[0]?.model ?? 'a machine'}`,
      notes: [`Work of the main thread in each frame with work. ${opened} The load of the machine was ${load}.`],
      columns: ['what', 'frames', 'median, ms', '95 %, ms', 'max, ms', '95 % of wall time, ms'],
      rows,
    };
    publish(table, values.json);
  },
});

/** The time limit for the first clip, in milliseconds. */
const maxOpenMs = 6000;
const restMs = 20_000;
const openings = 6;
/** The interval of events, equal to that of frames, in milliseconds. */
const frameMs = 1000 / 60;

/** Milliseconds of the main thread in each frame: in CPU time, and in wall time, which other processes lengthen. */
type Work = { readonly cpu: readonly number[]; readonly wall: readonly number[] };

async function measure(product: Product, seconds: number): Promise<{ openMs: number[]; works: [string, Work][] }> {
  const { page, openMs } = await openCanvas(product);
  const works: [string, Work][] = [
    ['scrolling', await trace(page, () => scroll(page, seconds))],
    ['dragging a clip', await traceDrag(page, ':scope', seconds)],
    ['trimming a clip', await traceDrag(page, '.clip-edge-end', seconds)],
  ];
  return { openMs, works };
}

/** Creates five tracks of videos, two of audio, two of texts and one of shapes, with 50 items each. */
async function makeDocument(product: Product): Promise<TimelineDocument> {
  const [video, sound] = [
    await product.upload(join(samplesDir, 'talk.mp4')),
    await product.upload(join(samplesDir, 'beat.m4a')),
  ];
  const whole = { x: 320, y: 180, width: 640, height: 360 };
  const kinds = ['video', 'video', 'video', 'video', 'video', 'sound', 'sound', 'text', 'text', 'shape'] as const;
  const toItem = (kind: (typeof kinds)[number], id: string, startSeconds: number): Item => {
    const times = { name: `Clip ${id}`, startSeconds, durationSeconds: 15 };
    switch (kind) {
      case 'video':
        return makeItem('video', id, { ...whole, ...times, assetId: video, sourceStartSeconds: 2 });
      case 'sound':
        return makeItem('sound', id, { ...times, assetId: sound, sourceStartSeconds: 1 });
      case 'text':
        return makeItem('text', id, { ...whole, ...times, text: `Title ${id}` });
      case 'shape':
      default:
        return makeItem('shape', id, { ...whole, ...times });
    }
  };
  return makeTimeline(
    kinds.map((kind, track) => ({
      items: Array.from({ length: 50 }, (_, index) => toItem(kind, `${track}-${index}`, index * 36 + (track % 5) * 3)),
    })),
    { title: 'Half an hour' },
  );
}

/** Opens the canvas in several pages. Returns the last page, and the milliseconds from the URL to the first clip in each. */
async function openCanvas(product: Product): Promise<{ page: Page; openMs: number[] }> {
  const document = await makeDocument(product);
  const { id } = getData((await product.api<{ id: string }>('POST', '/v1/canvases', { document })).body);
  // In the meantime, proxies of the uploads are created and the files of the editor are cached.
  await product.page.waitForTimeout(restMs);
  const openMs: number[] = [];
  for (;;) {
    const page = await product.context.newPage();
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.addInitScript(noteFirstClip);
    await page.goto(`${product.baseUrl}/workspace/canvas/editor/${id}`, { waitUntil: 'commit' });
    // Functions evaluated in the page would be compiled there, for a fifth of a second.
    await page.waitForTimeout(maxOpenMs);
    openMs.push(await page.evaluate(() => Number(globalThis.document.documentElement.dataset['firstClipMs'])));
    if (openMs.length === openings) {
      await page.locator('.timeline-scroller').hover();
      // The engine creates waveforms and filmstrips of the first clips, which would be measured too.
      await page.waitForTimeout(8000);
      return { page, openMs };
    }
    await page.close();
  }
}

/** Lets the page record when the first clip appeared, in milliseconds from its navigation. */
function noteFirstClip(): void {
  const observer = new MutationObserver(() => {
    if (document.querySelector('.clip')) {
      observer.disconnect();
      document.documentElement.dataset['firstClipMs'] = String(performance.now());
    }
  });
  observer.observe(document, { childList: true, subtree: true });
}

async function scroll(page: Page, seconds: number): Promise<void> {
  const box = await page.locator('.timeline-scroller').boundingBox();
  await page.mouse.move((box?.x ?? 0) + 700, (box?.y ?? 0) + 150);
  for (let index = 0; index < seconds * 60; index += 1) {
    await Promise.all([page.mouse.wheel(Math.floor(index / 60) % 2 === 0 ? 60 : -40, 0), page.waitForTimeout(frameMs)]);
  }
}

/** Finds a part of a clip in the middle of the view, which does not load the editor, and then drags it to and fro. */
async function traceDrag(page: Page, part: string, seconds: number): Promise<Work> {
  const box = await page.locator('.timeline-scroller').boundingBox();
  const clips = await page.locator('.clip').all();
  const boxes = await Promise.all(clips.map(async (clip) => ({ clip, at: await clip.boundingBox() })));
  const held = boxes.find(
    ({ at }) => at && box && at.x > box.x + 300 && at.y > box.y + 40 && at.y + at.height < box.y + box.height,
  );
  // The handles of a clip exist while it is pointed at.
  await held?.clip.hover();
  const place = await held?.clip.locator(part).first().boundingBox();
  if (!place) {
    throw new Error('no clip is in the middle of the view');
  }
  const [x, y] = [place.x + place.width / 2, place.y + 10];
  await page.mouse.move(x, y);
  return trace(page, () => drag(page, x, y, seconds));
}

/**
 * Moves the mouse through the browser's protocol: Playwright runs its own code in the page at each move of a pressed mouse, to
 * detect dragged elements.
 */
async function drag(page: Page, x: number, y: number, seconds: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const tell = (type: 'mousePressed' | 'mouseMoved' | 'mouseReleased', atX: number, atY: number): Promise<unknown> =>
    session.send('Input.dispatchMouseEvent', { type, x: atX, y: atY, button: 'left', buttons: 1, clickCount: 1 });
  await tell('mousePressed', x, y);
  for (let index = 0; index < seconds * 60; index += 1) {
    await Promise.all([tell('mouseMoved', x + 60 * Math.sin(index / 20), y + 2), page.waitForTimeout(frameMs)]);
  }
  await page.keyboard.press('Escape');
  await tell('mouseReleased', x, y);
  await session.detach();
}

/** Returns the work of the page's main thread, frame by frame, during an action. */
async function trace(page: Page, act: () => Promise<void>): Promise<Work> {
  const session = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel', 'cc'] },
  });
  await act();
  await endTrace(session);
  await session.detach();
  return getWork(events);
}

async function endTrace(session: CDPSession): Promise<void> {
  const isComplete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.end');
  await isComplete;
}

/**
 * Finds the busiest main thread of a page, which is that of the editor. Its tasks between two starts of frames belong to one frame.
 */
function getWork(events: readonly TraceEvent[]): Work {
  const tasks = events.filter(({ name, ph, dur }) => name.endsWith('RunTask') && ph === 'X' && dur !== undefined);
  const mains = events.filter(({ name, args }) => name === 'thread_name' && args?.['name'] === 'CrRendererMain');
  const threads = mains.map(({ pid, tid }) => tasks.filter((task) => task.pid === pid && task.tid === tid));
  const total = (all: readonly TraceEvent[]): number => all.reduce((sum, { dur = 0 }) => sum + dur, 0);
  const busiest = threads.toSorted((one, other) => total(other) - total(one))[0] ?? [];
  const [first] = busiest;
  const starts = events
    .filter(({ name, pid, tid }) => name === 'ProxyMain::BeginMainFrame' && pid === first?.pid && tid === first.tid)
    .map(({ ts }) => ts)
    .toSorted((one, other) => one - other);
  const frames = new Map<number, { cpu: number; wall: number }>();
  for (const { ts, dur = 0, tdur = dur } of busiest) {
    // A task that starts a frame begins before its event.
    const frame = starts.findLastIndex((start) => start <= ts + dur);
    const work = frames.get(frame) ?? { cpu: 0, wall: 0 };
    frames.set(frame, { cpu: work.cpu + tdur / 1000, wall: work.wall + dur / 1000 });
  }
  const all = [...frames.values()];
  return { cpu: all.map(({ cpu }) => cpu), wall: all.map(({ wall }) => wall) };
}
