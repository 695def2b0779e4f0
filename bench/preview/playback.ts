import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { PreviewAssets } from '#core/protocol/preview.ts';
import type { TimelineDocument } from '#core/timeline/document.ts';
import { recordPreview } from '#test/in-page/preview.ts';
import { getData, type Product } from '#test/support/product.ts';
import { makeItem, makeTimeline } from '#test/support/timeline.ts';
import { defineCommand, dist, json, number, text } from '../command.ts';
import { quantile, round } from '../lib/statistics.ts';
import { publish } from '../lib/table.ts';
import { withFolder, withProduct } from '../lib/workplace.ts';

export const playback = defineCommand({
  about: `Measures the preview of three layers (a video over the whole canvas, a smaller rotated one, a text) with audio, at 960x540
and 30 frames/s. Counts late frames. Times a seek to the exact frame, a change of one property to its frame, and the waveform
of long audio. Native ffmpeg creates the clips.`,
  options: {
    seconds: number('seconds of the canvas', 20),
    seeks: number('seeks', 60),
    edits: number('changes of a property', 60),
    source: text('WxH', 'size of the videos', '1280x720'),
    keys: number('seconds between key frames', 1),
    rest: number('seconds of an idle page first, in which it creates proxies', 0),
    minutes: number('minutes of the long audio; 0 skips the waveform', 60),
    dist,
    json: json('preview'),
  },
  run: async (values, { command }) => {
    const table = {
      title: toTitle(values),
      command,
      notes: [
        `Sources of ${values.source} at 30 frames/s with a key frame every ${values.keys} s; the preview is 960x540.`,
        ...(values.rest === 0 ? [] : [proxiesNote]),
      ],
      columns: ['measure', 'value'],
      rows: await measure(values),
    };
    publish(table, values.json);
  },
});

type Values = {
  readonly seconds: number;
  readonly seeks: number;
  readonly edits: number;
  readonly source: string;
  readonly keys: number;
  readonly rest: number;
  readonly minutes: number;
  readonly dist: string | undefined;
};

/** The note that explains the times of seeks with proxies. */
const proxiesNote =
  'A seek ends when the whole frame shows the new time. If a proxy exists, that is the frame of the proxy, which is no larger than the preview and encoded once more. The frame of the file itself follows when the pointer rests, and is not measured.';

function measure(values: Values): Promise<[string, number][]> {
  const { seconds, minutes } = values;
  return withFolder((folder) =>
    withProduct({ ...values, flags: ['--autoplay-policy=no-user-gesture-required'] }, async (product) => {
      const peaksSeconds = minutes === 0 ? null : await measurePeaks(product, makeSound(folder, minutes));
      const { page, ...canvas } = await openCanvas(product, makeClip(folder, values), seconds);
      await page.waitForTimeout(1000 * values.rest);
      const played = await play(page, seconds);
      const seeks = await seek(page, seconds, values.seeks);
      const edits = await edit(page, canvas, values.edits);
      const late = round((100 * played.late) / Math.max(1, played.shown + played.late), 2);
      const rows: [string, number][] = [
        ['frames shown in time', played.shown],
        ['late frames, %', late],
        ...toRows('seek to the exact frame', seeks, 0),
        ...toRows('change of one property to its frame', edits, 1),
      ];
      return peaksSeconds === null ? rows : [...rows, [`waveform of ${minutes} minutes, s`, round(peaksSeconds, 1)]];
    }),
  );
}

/** Returns the title of the table; default sources are not named. */
function toTitle({ source, keys, rest }: Values): string {
  const sources = source === '1280x720' && keys === 1 ? '' : ` of ${source}`;
  const rested = rest === 0 ? '' : ', with proxies';
  return `Preview of three layers${sources}${sources && `, a key frame every ${keys} s`}${rested}`;
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
function makeClip(folder: string, { source, seconds, keys }: Pick<Values, 'source' | 'seconds' | 'keys'>): string {
  const file = join(folder, 'clip.mp4');
  const video = ['-f', 'lavfi', '-i', `testsrc2=size=${source}:rate=30:duration=${seconds}`];
  const sound = ['-f', 'lavfi', '-i', `sine=frequency=440:duration=${seconds}`];
  const codecs = `-c:v libx264 -preset veryfast -g ${30 * keys} -sc_threshold 0 -pix_fmt yuv420p -c:a aac`.split(' ');
  execFileSync('ffmpeg', ['-v', 'error', ...video, ...sound, ...codecs, '-movflags', '+faststart', file]);
  return file;
}

function makeSound(folder: string, minutes: number): string {
  const file = join(folder, 'long.m4a');
  const noise = `anoisesrc=color=pink:sample_rate=48000:duration=${60 * minutes}:amplitude=0.5`;
  const codec = '-ac 2 -c:a aac -b:a 128k'.split(' ');
  execFileSync('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', noise, ...codec, file]);
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
async function play(page: Page, seconds: number): Promise<{ shown: number; late: number }> {
  await page.keyboard.press('Space');
  const limit = { timeout: 1000 * (3 * seconds + 60) };
  await page.waitForFunction(() => globalThis.previewEvents.some(({ type }) => type === 'ended'), null, limit);
  const events = await page.evaluate(() => globalThis.previewEvents);
  const stats = events.flatMap((event) => (event.type === 'stats' ? [event] : [])).at(-1);
  return stats ?? { shown: 0, late: 0 };
}

/** Returns the milliseconds from a seek to its exact frame, at times across the clip. */
async function seek(page: Page, seconds: number, count: number): Promise<number[]> {
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
