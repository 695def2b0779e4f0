import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findBrowser } from '../test/support/browser.ts';
import { openRenderPage } from '../test/support/render-page.ts';
import { makeTimeline, makeItem } from '../test/support/timeline.ts';
import { measureTree, toMebibytes, traceTree } from './process-memory.ts';
import { keepTable, round, today } from './table.ts';

/**
 * Measures the peak memory of the whole browser while it renders a canvas of ten seconds, and a long one: a video with audio, a
 * rotated video over it, and text. `--trace` prints it every other second. Linux only.
 *
 *   npx tsx --tsconfig test/tsconfig.json bench/render-memory.ts [--seconds 600] [--size 1280x720] [--rate 10] [--short 10]
 *     [--trace] [--json docs/benchmarks/memory.json]
 */
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '600' },
    size: { type: 'string', default: '1280x720' },
    rate: { type: 'string', default: '10' },
    short: { type: 'string', default: '10' },
    trace: { type: 'boolean', default: false },
    json: { type: 'string' },
  },
});

const [width = 1280, height = 720] = values.size.split('x').map(Number);
const frameRate = Number(values.rate);
const folder = await mkdtemp(join(tmpdir(), 'offcut-render-memory-'));
try {
  const peaks: number[] = [];
  for (const seconds of [Number(values.short), Number(values.seconds)]) {
    const peak = await measure(seconds);
    peaks.push(peak);
    console.log(`${seconds} s: peak ${toMebibytes(peak)} MiB`);
  }
  const ratio = round((peaks[1] ?? 0) / (peaks[0] ?? 1), 3);
  console.log(`ratio of peaks ${ratio}`);
  if (values.json !== undefined) {
    keepTable(values.json, {
      title: `An export of ${values.seconds} s against one of ${values.short} s`,
      command: `npx tsx --tsconfig test/tsconfig.json bench/render-memory.ts --short ${values.short}`,
      measured: today(),
      notes: [
        `${values.size} at ${values.rate} frames/s: a video with audio, a rotated one over it, and a text, in a separate page. MiB, including the program.`,
        'Ten seconds end before the first segment of 240 frames does.',
      ],
      columns: [`${values.short} s`, `${values.seconds} s`, 'ratio'],
      rows: [[...peaks.map((peak) => Number(toMebibytes(peak))), ratio]],
    });
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** Measures an export in a separate browser. */
async function measure(seconds: number): Promise<number> {
  const clip = makeClip(seconds);
  const page = await openRenderPage();
  const browser = await findBrowser(page.profileDir);
  let peak = 0;
  const timer = setInterval(() => (peak = Math.max(peak, measureTree(browser))), 250);
  const tracer = values.trace ? setInterval(() => console.log(traceTree(browser)), 2000) : null;
  try {
    await page.render({ files: { clip }, document: createDocument(seconds), isFileLeft: true });
    return peak;
  } finally {
    clearInterval(timer);
    clearInterval(tracer ?? undefined);
    await page.close();
  }
}

function createDocument(durationSeconds: number) {
  const middle = { x: width / 2, y: height / 2 };
  const video = { assetId: 'clip', durationSeconds, ...middle, width, height };
  const turned = { ...video, width: width / 3, height: height / 3, rotation: 15, isMuted: true };
  const title = { text: 'A title', ...middle, width, height: 100, sizePx: 60, durationSeconds };
  const items = [makeItem('video', 'a', video), makeItem('video', 'b', turned), makeItem('text', 'c', title)];
  return makeTimeline(
    items.map((item) => ({ items: [item] })),
    { width, height, frameRate },
  );
}

function makeClip(seconds: number): string {
  const file = join(folder, `${seconds}.mp4`);
  const picture = `testsrc2=size=${values.size}:rate=${frameRate}:duration=10`;
  const inputs = ['-f', 'lavfi', '-i', picture, '-f', 'lavfi', '-i', 'sine=duration=10'];
  const short = join(folder, 'short.mp4');
  const coded = '-c:v libx264 -preset veryfast -g 20 -pix_fmt yuv420p -c:a aac'.split(' ');
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...inputs, ...coded, short]);
  const loops = String(Math.ceil(seconds / 10) - 1);
  execFileSync('ffmpeg', ['-v', 'error', '-y', '-stream_loop', loops, '-i', short, '-c', 'copy', file]);
  return file;
}
