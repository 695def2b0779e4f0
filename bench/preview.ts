import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import type { PreviewAssets } from '#core/protocol/preview.ts';
import type { TimelineDocument } from '#core/timeline/document.ts';
import { recordPreview } from '../test/in-page/preview.ts';
import { buildNamed } from '../test/support/builds.ts';
import { getData, startProduct, type Product } from '../test/support/product.ts';
import { makeTimeline, makeItem } from '../test/support/timeline.ts';
import { keepTable, round, today } from './table.ts';

/**
 * Measures the preview of three layers (a video over the whole canvas, a smaller rotated one, a text) with audio, at 960x540 and 30
 * frames/s. It counts late frames. It times a seek to the exact frame, with key frames a second apart or `--keys`, and a change of
 * one property to its frame. Then it times the first frame and the waveform of long audio. Native ffmpeg creates the clips.
 * `--rest` leaves the page idle for this number of seconds first, in which it creates proxies. `--minutes 0` skips the waveform.
 *
 *   npx tsx --tsconfig test/tsconfig.json bench/preview.ts [--seconds 20] [--seeks 60] [--edits 60] [--source 1280x720] [--keys 1] [--rest 0] [--minutes 60] [--dist FOLDER] [--json docs/benchmarks/preview.json]
 */
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '20' },
    seeks: { type: 'string', default: '60' },
    edits: { type: 'string', default: '60' },
    source: { type: 'string', default: '1280x720' },
    keys: { type: 'string', default: '1' },
    rest: { type: 'string', default: '0' },
    minutes: { type: 'string', default: '60' },
    dist: { type: 'string' },
    json: { type: 'string' },
  },
});
/** The note that explains the times of seeks with proxies. */
const ofProxies =
  'A seek ends when the whole frame shows the new time. If a proxy exists, that is the frame of the proxy, which is no larger than the preview and encoded once more. The frame of the file itself follows when the pointer rests, and is not measured.';
const seconds = Number(values.seconds);
const folder = await mkdtemp(join(tmpdir(), 'offcut-preview-'));
process.env['NODE_ENV'] = 'production';

try {
  const distDir = values.dist ?? join(folder, 'dist');
  if (values.dist === undefined) {
    await buildNamed('product', distDir);
  }
  const product = await startProduct({ distDir, flags: ['--autoplay-policy=no-user-gesture-required'] });
  const peaksSeconds = values.minutes === '0' ? null : await measurePeaks(product, makeSound());
  const { page, ...canvas } = await openCanvas(product, makeClip(values.source, seconds), seconds);
  await page.waitForTimeout(1000 * Number(values.rest));
  const played = await play(page);
  console.log(JSON.stringify(played));
  const seeks = await seek(page, Number(values.seeks));
  const edits = await edit(page, canvas, Number(values.edits));
  const rows: [string, number][] = [
    ['frames shown in time', played.shown],
    ['late frames, %', round((100 * played.late) / Math.max(1, played.shown + played.late), 2)],
    ...toRows('seek to the exact frame', seeks, 0),
    ...toRows('change of one property to its frame', edits, 1),
  ];
  if (peaksSeconds !== null) {
    rows.push([`waveform of ${values.minutes} minutes, s`, round(peaksSeconds, 1)]);
  }
  console.table(Object.fromEntries(rows));
  if (values.json !== undefined) {
    keepTable(values.json, {
      title: toTitle(),
      command: `npx tsx --tsconfig test/tsconfig.json bench/preview.ts ${toArguments()}`,
      measured: today(),
      notes: [
        `Sources of ${values.source} at 30 frames/s with a key frame every ${values.keys} s; the preview is 960x540.`,
        ...(values.rest === '0' ? [] : [ofProxies]),
      ],
      columns: ['measure', 'value'],
      rows,
    });
  }
  await product.close();
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** Returns the title of the table; default sources are not named. */
function toTitle(): string {
  const sources = values.source === '1280x720' && values.keys === '1' ? '' : ` of ${values.source}`;
  const rested = values.rest === '0' ? '' : ', with proxies';
  return `Preview of three layers${sources}${sources && `, a key frame every ${values.keys} s`}${rested}`;
}

/** Returns the arguments of the command, without output files and builds. */
function toArguments(): string {
  return process.argv
    .slice(2)
    .join(' ')
    .replaceAll(/--(?:json|dist) \S+/g, '')
    .trim();
}

/** Returns the rows of a measurement; an empty list if nothing was measured. */
function toRows(name: string, taken: readonly number[], digits: number): [string, number][] {
  return taken.length === 0
    ? []
    : [
        [`${name}, median, ms`, round(quantile(taken, 0.5), digits)],
        [`${name}, 95 %, ms`, round(quantile(taken, 0.95), digits)],
      ];
}

/** Creates a clip with motion everywhere, and a tone. */
function makeClip(size: string, length: number): string {
  const file = join(folder, 'clip.mp4');
  const video = ['-f', 'lavfi', '-i', `testsrc2=size=${size}:rate=30:duration=${length}`];
  const sound = ['-f', 'lavfi', '-i', `sine=frequency=440:duration=${length}`];
  const codecs = [
    '-c:v',
    'libx264',
    '-preset',
    'veryfast',
    '-g',
    `${30 * Number(values.keys)}`,
    '-sc_threshold',
    '0',
    '-pix_fmt',
    'yuv420p',
    '-c:a',
    'aac',
  ];
  execFileSync('ffmpeg', ['-v', 'error', ...video, ...sound, ...codecs, '-movflags', '+faststart', file]);
  return file;
}

function makeSound(): string {
  const file = join(folder, 'long.m4a');
  const noise = [
    '-f',
    'lavfi',
    '-i',
    `anoisesrc=color=pink:sample_rate=48000:duration=${60 * Number(values.minutes)}:amplitude=0.5`,
  ];
  execFileSync('ffmpeg', ['-v', 'error', ...noise, '-ac', '2', '-c:a', 'aac', '-b:a', '128k', file]);
  return file;
}

type Opened = { readonly document: TimelineDocument; readonly assets: PreviewAssets };

async function openCanvas(product: Product, clip: string, length: number): Promise<Opened & { page: Page }> {
  const assetId = await product.upload(clip);
  const time = { assetId, durationSeconds: length };
  const size = { width: 1280, height: 720 };
  const document = makeTimeline(
    [
      { items: [makeItem('video', 'whole', { ...time, ...size, x: 640, y: 360 })] },
      { items: [makeItem('video', 'small', { ...time, x: 900, y: 250, width: 480, height: 270, rotation: 10 })] },
      { items: [makeItem('text', 'title', { ...size, x: 640, y: 600, height: 120, durationSeconds: length })] },
    ],
    { ...size, frameRate: 30 },
  );
  const created = await product.api<{ id: string; assets: PreviewAssets }>('POST', '/v1/canvases', { document });
  const { id, assets } = getData(created.body);
  const page = await product.context.newPage();
  await page.addInitScript(recordPreview);
  await page.goto(`${product.baseUrl}/workspace/canvas/editor/${id}`);
  await page.waitForFunction(() => globalThis.previewEvents.some(({ type }) => type === 'loaded'));
  return { page, document, assets };
}

/** Plays everything and returns the last statistics. */
async function play(page: Page): Promise<{ shown: number; late: number }> {
  await page.keyboard.press('Space');
  const limit = { timeout: 1000 * (3 * seconds + 60) };
  await page.waitForFunction(() => globalThis.previewEvents.some(({ type }) => type === 'ended'), null, limit);
  const events = await page.evaluate(() => globalThis.previewEvents);
  const stats = events.flatMap((event) => (event.type === 'stats' ? [event] : [])).at(-1);
  return stats ?? { shown: 0, late: 0 };
}

/** Returns the milliseconds from a seek to its exact frame, at times across the clip. */
async function seek(page: Page, count: number): Promise<number[]> {
  const taken: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const at = ((index * 0.618_034) % 1) * (seconds - 0.1);
    const ms = await page.evaluate(
      async ([time, nonce]) => {
        const startedAt = performance.now();
        globalThis.previewTell({ type: 'seek', seconds: time, nonce });
        for (;;) {
          const found = globalThis.previewEvents.find(
            (event) => event.type === 'shown' && event.nonce === nonce && event.isExact,
          );
          if (found) {
            return found.atMs - startedAt;
          }
          await new Promise((resolve) => {
            setTimeout(resolve, 5);
          });
        }
      },
      [at, 1000 + index] as const,
    );
    taken.push(ms);
  }
  return taken;
}

/** Returns the milliseconds from a document with a moved title to its frame, one after the other. */
async function edit(page: Page, { document, assets }: Opened, count: number): Promise<number[]> {
  const taken: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const [title] = document.tracks.flatMap(({ items }) => items).filter((item) => item.type === 'text');
    const tracks = document.tracks.map((track) =>
      track.items.some(({ id }) => id === title?.id) && title
        ? { ...track, items: [{ ...title, x: 400 + 5 * index }] }
        : track,
    );
    const ms = await page.evaluate(
      async (command) => {
        const before = globalThis.previewEvents.filter(({ type }) => type === 'loaded').length;
        const startedAt = performance.now();
        globalThis.previewTell(command);
        for (;;) {
          const found = globalThis.previewEvents.filter(({ type }) => type === 'loaded')[before];
          if (found) {
            return found.atMs - startedAt;
          }
          await new Promise((resolve) => {
            setTimeout(resolve, 2);
          });
        }
      },
      { type: 'load', document: { ...document, tracks }, assets } as const,
    );
    taken.push(ms);
  }
  return taken;
}

async function measurePeaks(product: Product, sound: string): Promise<number> {
  const material = await product.upload(sound);
  const startedAt = performance.now();
  const { body } = await product.api<{ max: number[] }>('GET', `/v1/materials/${material}/peaks?count=1000`);
  getData(body);
  return (performance.now() - startedAt) / 1000;
}

function quantile(unsorted: readonly number[], share: number): number {
  const sorted = unsorted.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}
