import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decodeFrames, decodeSound, frameTimes, hasNativeTools } from '#test/support/native.ts';
import { openRenderPage, type RenderPage } from '#test/support/render-page.ts';
import { makeTimeline, makeItem } from '#test/support/timeline.ts';

let page: RenderPage;
let folder: string;
const native = hasNativeTools();
const size = { width: 64, height: 36 };
const everySeconds = 10;
/** The maximum offset between audio and video. */
const mostApart = 0.01;

beforeAll(async () => {
  page = await openRenderPage();
  folder = await mkdtemp(join(tmpdir(), 'offcut-sync-'));
});

afterAll(async () => {
  await page.close();
  await rm(folder, { recursive: true, force: true });
});

describe.skipIf(!native).each(['mp4', 'webm'] as const)('in %s, audio and video stay in sync over cuts', (format) => {
  test('for a minute', () => expectTogether(60, format));

  test('for an hour', { tags: ['long'] }, () => expectTogether(3600, format));
});

/** Flashes and clicks every ten seconds, in three clips of a longer source. */
async function expectTogether(seconds: number, format: 'mp4' | 'webm'): Promise<void> {
  const clip = join(folder, `${seconds}.mp4`);
  if (!existsSync(clip)) {
    makeClip(clip, seconds + 20);
  }
  const third = seconds / 3;
  const items = [0, 1, 2].map((at) =>
    makeItem('video', `part-${at}`, {
      assetId: 'clip',
      x: 32,
      y: 18,
      ...size,
      startSeconds: at * third,
      durationSeconds: third,
      sourceStartSeconds: at * third + 3 + 2 * at,
    }),
  );
  const document = makeTimeline([{ items }], {
    ...size,
    frameRate: 20,
    background: { type: 'color', color: '#000000' },
  });
  const { file, result } = await page.render({ files: { clip }, document, format });
  expect(result).toMatchObject({ hasAudio: true, warnings: [] });
  const path = join(folder, `made.${format}`);
  await writeFile(path, file);
  const [flashes, clicks] = [await findFlashes(path), await findClicks(path, seconds)];
  expect(flashes.length).toBeGreaterThanOrEqual(seconds / everySeconds - 2);
  expect(clicks).toHaveLength(flashes.length);
  flashes.forEach((time, at) => expect(Math.abs(time - (clicks[at] ?? 0))).toBeLessThan(mostApart));
}

function makeClip(file: string, seconds: number): void {
  const flash = `color=black:s=64x36:r=20:d=${seconds},drawbox=color=white:t=fill:enable='lt(mod(t,${everySeconds}),0.15)'`;
  const click = `aevalsrc='0.8*sin(2*PI*1000*t)*lt(mod(t,${everySeconds}),0.05)':s=48000:d=${seconds}`;
  const inputs = ['-f', 'lavfi', '-i', flash, '-f', 'lavfi', '-i', click];
  const coded = '-c:v libx264 -preset ultrafast -g 20 -pix_fmt yuv420p -c:a aac -b:a 128k'.split(' ');
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...inputs, ...coded, file]);
}

/** Returns the times at which the image becomes bright. */
async function findFlashes(file: string): Promise<number[]> {
  const frames = await decodeFrames(file, { width: 4, height: 4, pixels: 'gray' });
  const times = await frameTimes(file);
  return times.filter((_, at) => (frames[at]?.[5] ?? 0) > 128 && at > 0 && (frames[at - 1]?.[5] ?? 255) <= 128);
}

/** Returns the times at which audio starts after silence. */
async function findClicks(file: string, seconds: number): Promise<number[]> {
  const rate = 8000;
  const samples = await decodeSound(file, rate, seconds);
  const found: number[] = [];
  let heardAt = Number.NEGATIVE_INFINITY;
  samples.forEach((sample, at) => {
    if (Math.abs(sample) > 6000) {
      if (at - heardAt > rate) {
        found.push(at / rate);
      }
      heardAt = at;
    }
  });
  return found.filter((time) => time > 0.1);
}
