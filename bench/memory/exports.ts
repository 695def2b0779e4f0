import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { TimelineDocument } from '#core/timeline/document.ts';
import { findBrowser } from '#test/support/browser.ts';
import { openRenderPage } from '#test/support/render-page.ts';
import { makeItem, makeTimeline } from '#test/support/timeline.ts';
import { defineCommand, flag, json, number, text } from '../command.ts';
import { round } from '../lib/statistics.ts';
import { publish } from '../lib/table.ts';
import { withFolder } from '../lib/workplace.ts';
import { toMebibytes, traceTree, watchPeak } from './process-memory.ts';

/** The size of a canvas and its clips, as WxH, and their frame rate. */
type Shape = { readonly size: string; readonly rate: number };

export const exports = defineCommand({
  about: `Measures the peak memory of the whole browser while it renders a short canvas and a long one: a video with audio, a
rotated video over it, and text. The memory is that of all processes, from /proc, so this runs only on Linux.`,
  options: {
    short: number('seconds of the short canvas', 10),
    seconds: number('seconds of the long canvas', 600),
    size: text('WxH', 'size of the canvas', '1280x720'),
    rate: number('frames a second', 10),
    trace: flag('print the memory of every other second'),
    json: json('memory'),
  },
  run: (values, { command }) =>
    withFolder(async (folder) => {
      const peaks: number[] = [];
      for (const seconds of [values.short, values.seconds]) {
        const clip = makeClip(folder, seconds, values);
        peaks.push(await measure(clip, createDocument(seconds, values), values.trace));
        console.log(`${seconds} s: peak ${toMebibytes(peaks.at(-1) ?? 0)} MiB`);
      }
      const ratio = round((peaks[1] ?? 0) / (peaks[0] ?? 1), 3);
      const table = {
        title: `An export of ${values.seconds} s against one of ${values.short} s`,
        command,
        notes: [
          `${values.size} at ${values.rate} frames/s: a video with audio, a rotated one over it, and a text, in a separate page. MiB, including the program.`,
          'Ten seconds end before the first segment of 240 frames does.',
        ],
        columns: [`${values.short} s`, `${values.seconds} s`, 'ratio'],
        rows: [[...peaks.map((peak) => Number(toMebibytes(peak))), ratio]],
      };
      publish(table, values.json);
    }),
});

/** Measures an export in a separate browser. */
async function measure(clip: string, document: TimelineDocument, isTraced: boolean): Promise<number> {
  const page = await openRenderPage();
  const browser = await findBrowser(page.profileDir);
  const tracer = isTraced ? setInterval(() => console.log(traceTree(browser)), 2000) : undefined;
  try {
    const { peak } = await watchPeak(browser, () => page.render({ files: { clip }, document, isFileLeft: true }));
    return peak;
  } finally {
    clearInterval(tracer);
    await page.close();
  }
}

function createDocument(durationSeconds: number, { size, rate }: Shape) {
  const [width = 1280, height = 720] = size.split('x').map(Number);
  const middle = { x: width / 2, y: height / 2 };
  const video = { assetId: 'clip', durationSeconds, ...middle, width, height };
  const turned = { ...video, width: width / 3, height: height / 3, rotation: 15, isMuted: true };
  const title = { text: 'A title', ...middle, width, height: 100, sizePx: 60, durationSeconds };
  const items = [makeItem('video', 'a', video), makeItem('video', 'b', turned), makeItem('text', 'c', title)];
  return makeTimeline(
    items.map((item) => ({ items: [item] })),
    { width, height, frameRate: rate },
  );
}

function makeClip(folder: string, seconds: number, { size, rate }: Shape): string {
  const file = join(folder, `${seconds}.mp4`);
  const picture = `testsrc2=size=${size}:rate=${rate}:duration=10`;
  const inputs = ['-f', 'lavfi', '-i', picture, '-f', 'lavfi', '-i', 'sine=duration=10'];
  const short = join(folder, 'short.mp4');
  const coded = '-c:v libx264 -preset veryfast -g 20 -pix_fmt yuv420p -c:a aac'.split(' ');
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...inputs, ...coded, short]);
  const loops = String(Math.ceil(seconds / 10) - 1);
  execFileSync('ffmpeg', ['-v', 'error', '-y', '-stream_loop', loops, '-i', short, '-c', 'copy', file]);
  return file;
}
