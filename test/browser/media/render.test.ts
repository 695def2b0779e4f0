import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isFirefox } from '#test/support/browser.ts';
import { listPackets } from '#test/support/clips.ts';
import { canJudge, decodeFrames, frameTimes, hasNativeTools, probe, sharedFolder } from '#test/support/native.ts';
import { openRenderPage, type Rendered, type RenderPage, type RenderWish } from '#test/support/render-page.ts';
import { makeTimeline, makeItem } from '#test/support/timeline.ts';

let page: RenderPage;
let folder: string;
/** Ten seconds of 320x180 at 30 frames/s whose luma encodes the frame number: 300 frames, more than a segment. */
let clip: string;

const size = { width: 320, height: 180 };
const whole = { x: 160, y: 90, ...size };
const black = { type: 'color', color: '#000000' } as const;
const native = hasNativeTools();
/**
 * The maximum mean difference of luma from the source. The H.264 encoder of Firefox is coarser than that of Chromium.
 */
const limit = isFirefox ? 3.5 : 3;

beforeAll(async () => {
  page = await openRenderPage();
  folder = await mkdtemp(join(tmpdir(), 'offcut-render-test-'));
  clip = join(folder, 'clip.mp4');
  if (native) {
    ffmpeg(`-f lavfi -i testsrc2=size=320x180:rate=30:duration=10 ${h264} ${clip}`);
  }
});

afterAll(async () => {
  await page.close();
  await rm(folder, { recursive: true, force: true });
});

const h264 =
  '-c:v libx264 -preset veryfast -crf 12 -g 30 -pix_fmt yuv420p -colorspace bt709 -color_primaries bt709 -color_trc bt709';

const ffmpeg = (args: string): Buffer => execFileSync('ffmpeg', ['-v', 'error', '-y', ...args.split(' ')]);

const video = (fields: object = {}, id = 'video') =>
  makeItem('video', id, { ...whole, assetId: 'clip', durationSeconds: 2, ...fields });

const makeCanvas = (items: readonly ReturnType<typeof makeItem>[], fields: object = {}) =>
  makeTimeline(
    items.map((item) => ({ items: [item] })),
    { ...size, background: black, ...fields },
  );

/** Renders and writes the file to the folder. */
async function make(
  name: string,
  wish: Partial<RenderWish> & Pick<RenderWish, 'document'>,
): Promise<Rendered & { path: string }> {
  const made = await page.render({ files: { clip }, ...wish });
  const path = join(folder, name);
  await writeFile(path, made.file);
  return { ...made, path };
}

test.skipIf(!native)('keeps the frames, times and colours of an unchanged video', async () => {
  const { path, result } = await make('untouched.mp4', { document: makeCanvas([video()]) });
  expect(result).toMatchObject({ frameCount: 60, durationSeconds: 2, width: 320, height: 180, warnings: [] });
  const [stream] = (await probe(path)).streams;
  expect(stream).toMatchObject({
    codec_name: 'h264',
    color_space: 'bt709',
    color_range: 'tv',
    color_primaries: 'bt709',
  });
  const times = await frameTimes(path);
  expect(times).toHaveLength(60);
  times.forEach((time, at) => expect(time).toBeCloseTo(at / 30, 3));
  expect(psnr(path, clip, 2)).toBeGreaterThan(36);
});

test.skipIf(!native)('shows the parts of a video that are on the canvas, frame by frame', async () => {
  const items = [
    video({ sourceStartSeconds: 4, durationSeconds: 1 }, 'a'),
    video({ sourceStartSeconds: 1, durationSeconds: 1, startSeconds: 1 }, 'b'),
  ];
  const document = makeTimeline([{ items }], { ...size, background: black });
  const { path } = await make('cuts.mp4', { document });
  const source = await decodeFrames(clip, { ...size, pixels: 'gray' });
  const made = await decodeFrames(path, { ...size, pixels: 'gray' });
  expect(made).toHaveLength(60);
  made.forEach((frame, at) => {
    const shown = at < 30 ? 120 + at : at;
    expect(meanOff(frame, source[shown])).toBeLessThan(limit);
    expect(meanOff(frame, source[shown])).toBeLessThan(meanOff(frame, source[shown + 1]));
  });
});

test.skipIf(!native)('applies the speed, and repeats the last frame past the end', async () => {
  const document = makeCanvas([video({ sourceStartSeconds: 8, speed: 2, durationSeconds: 2 })]);
  const { path } = await make('fast.mp4', { document });
  const source = await decodeFrames(clip, { ...size, pixels: 'gray' });
  const made = await decodeFrames(path, { ...size, pixels: 'gray' });
  expect(meanOff(made[15], source[271])).toBeLessThan(limit);
  expect(meanOff(made[50], source[299])).toBeLessThan(limit);
});

test.skipIf(!native)('keeps the alpha of a canvas without a background in WebM, MOV, GIF and PNG', async () => {
  const shape = makeItem('shape', 'shape', {
    x: 80,
    y: 90,
    width: 100,
    height: 100,
    fill: '#ff0000',
    durationSeconds: 0.5,
  });
  const document = makeTimeline([{ items: [shape] }], { ...size });
  for (const [format, decoder] of [['webm', 'libvpx-vp9'], ['mov'], ['gif'], ['png']] as const) {
    const { path } = await make(`alpha.${format}`, { document, format });
    const [frame] = await decodeFrames(path, { ...size, pixels: 'rgba', ...(decoder && { decoder }) });
    const at = (x: number, y: number): number[] => [
      ...(frame?.subarray(4 * (y * 320 + x), 4 * (y * 320 + x) + 4) ?? []),
    ];
    const [red = 0, green = 0, blue = 0, alpha] = at(80, 90);
    expect([format, red > 245, green < 12, blue < 12, alpha]).toEqual([format, true, true, true, 255]);
    expect([format, at(250, 90)[3]]).toEqual([format, 0]);
  }
});

test.skipIf(!native)('renders the requested background in a file that cannot be transparent', async () => {
  const document = makeTimeline(
    [
      {
        items: [makeItem('shape', 'a', { x: 10, y: 10, width: 20, height: 20, fill: '#ff0000', durationSeconds: 0.2 })],
      },
    ],
    size,
  );
  const { path } = await make('over.mp4', { document, background: '#00ff00' });
  const [frame] = await decodeFrames(path, { ...size, pixels: 'rgba' });
  const [red = 255, green = 0, blue = 255] = frame?.subarray(4 * (90 * 320 + 160)) ?? [];
  expect([red < 12, green > 243, blue < 12]).toEqual([true, true, true]);
});

test.skipIf(!native)('writes the same packets after a killed render resumes', async () => {
  const text = makeItem('text', 'text', {
    text: 'Killed',
    x: 160,
    y: 140,
    width: 300,
    height: 60,
    sizePx: 40,
    durationSeconds: 10,
  });
  const turned = video({ durationSeconds: 10, rotation: 20, width: 160, height: 90 }, 'b');
  const document = makeCanvas([video({ durationSeconds: 10 }), turned, text]);
  const expected = await make('whole.mp4', { document });
  const killed = await page.render({ files: { clip }, document, dieAtFrame: 260, outputFile: 'again' });
  expect(killed.result).toBeNull();
  expect(killed.checkpoint?.frameCount).toBe(240);
  const { checkpoint } = killed;
  const again = await page.render({
    files: { clip },
    document,
    outputFile: 'again',
    ...(checkpoint && { from: checkpoint }),
  });
  // The file itself contains its creation time.
  expect(await listPackets(again.file)).toEqual(await listPackets(expected.file));
});

test.skipIf(!native)('leaves a gap for a missing or damaged file, with a warning', async () => {
  const damaged = join(folder, 'damaged.mp4');
  await writeFile(damaged, Buffer.alloc(5000, 7));
  const items = [
    video({ durationSeconds: 1 }, 'a'),
    video({ assetId: 'damaged', name: 'Rain', durationSeconds: 0.5, startSeconds: 1 }, 'b'),
    video({ assetId: 'gone', name: 'Wind', durationSeconds: 0.5, startSeconds: 1.5 }, 'c'),
  ];
  const document = makeTimeline([{ items }], { ...size, background: { type: 'color', color: '#ffffff' } });
  const { path, result } = await make('gaps.mp4', { document, files: { clip, damaged } });
  expect(result?.frameCount).toBe(60);
  expect(result?.warnings).toEqual([
    '"Wind": no audio, because the file of the material is missing.',
    expect.stringMatching(/^"Rain": not shown\. .* its index is missing or damaged/),
    '"Wind": not shown, because the material no longer exists.',
  ]);
  const frames = await decodeFrames(path, { ...size, pixels: 'gray' });
  expect(frames[50]?.[90 * 320 + 160]).toBeGreaterThan(250);
});

const hostile = ['q9000.mkv', 'sar16.mp4', 'stsc_huge.mp4', 'stts_deltamax.mp4', 'w16384.mkv'];

test.skipIf(!canJudge())('completes the render with any hostile file', async () => {
  const items = [
    video({ durationSeconds: 1, name: 'First' }, 'a'),
    ...hostile.map((file, at) =>
      video({ assetId: file, name: file, durationSeconds: 0.2, startSeconds: 1 + at / 5 }, file),
    ),
    video({ durationSeconds: 0.5, name: 'Last', startSeconds: 2 }, 'z'),
  ];
  const files = {
    clip,
    ...Object.fromEntries(hostile.map((file) => [file, join(sharedFolder, 'media/hostile', file)])),
  };
  const { path, result } = await make('hostile.mp4', { document: makeTimeline([{ items }], { ...size }), files });
  expect(result?.frameCount).toBe(75);
  // Each warning names its item, and no warning names an intact item.
  const shown = result?.warnings.filter((one) => one.includes(': not shown. The video'));
  expect(shown?.map((one) => /^"(.+?)"/.exec(one)?.[1]).toSorted()).toEqual(hostile);
  const silent = expect.stringMatching(/^"stsc_huge.mp4": no audio, /) as unknown;
  expect(result?.warnings.filter((one) => !shown?.includes(one))).toEqual([silent]);
  expect(await frameTimes(path)).toHaveLength(75);
});

test.skipIf(!native)('renders odd sizes, a size other than the canvas, another frame rate, and a span', async () => {
  const span = { startSeconds: 0.5, endSeconds: 1.5 };
  const odd = await make('odd.webm', {
    document: makeCanvas([video()]),
    format: 'webm',
    width: 161,
    height: 91,
    frameRate: 12,
    span,
  });
  expect(odd.result).toMatchObject({ frameCount: 12, durationSeconds: 1 });
  expect((await probe(odd.path)).streams[0]).toMatchObject({ width: 161, height: 91 });
  const source = await decodeFrames(clip, { width: 161, height: 91, pixels: 'gray' });
  const made = await decodeFrames(odd.path, { width: 161, height: 91, pixels: 'gray' });
  expect(meanOff(made[0], source[16])).toBeLessThan(limit + 2);
});

test.skipIf(!native)(
  'renders a rotated source, one with a variable frame rate, and one that only ffmpeg decodes',
  async () => {
    const [turned, variable, old] = ['turned.mp4', 'variable.mp4', 'old.avi'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    ffmpeg(`-i ${clip} -t 1 -c copy -metadata:s:v rotate=90 ${turned}`);
    ffmpeg(`-i ${clip} -vf select='not(mod(n\\,7))+not(mod(n\\,5))' -fps_mode vfr -t 2 ${h264} ${variable}`);
    ffmpeg(`-i ${clip} -t 1 -c:v mpeg4 -q:v 2 ${old}`);
    const files = { turned, variable, old };
    for (const assetId of ['turned', 'variable', 'old'] as const) {
      const canvas = assetId === 'turned' ? { width: 180, height: 320 } : size;
      const box = { ...canvas, x: canvas.width / 2, y: canvas.height / 2 };
      const document = makeCanvas([video({ ...box, assetId, durationSeconds: 0.9 })], canvas);
      const { path, result } = await make(`${assetId}-made.mp4`, { document, files });
      const made = await decodeFrames(path, { ...canvas, pixels: 'gray' });
      const source = await decodeFrames(files[assetId], { ...canvas, pixels: 'gray' });
      const [own, shownAt] = [await frameTimes(files[assetId]), await frameTimes(path)];
      expect(result?.frameCount).toBe(made.length);
      // A single video keeps its variable frame rate.
      expect(made.length).toBe(assetId === 'variable' ? own.filter((time) => time < 0.9).length : 27);
      made.forEach((frame, at) => {
        const shown = own.findLastIndex((time) => time <= (shownAt[at] ?? 0) + 0.01);
        expect([assetId, at, meanOff(frame, source[shown]) < 4]).toEqual([assetId, at, true]);
      });
    }
  },
);

/** Returns the mean difference of two images, in levels. */
function meanOff(one: Uint8Array | undefined, other: Uint8Array | undefined): number {
  if (!one || !other || one.length !== other.length) {
    return Infinity;
  }
  return one.reduce((sum, value, at) => sum + Math.abs(value - (other[at] ?? 0)), 0) / one.length;
}

function psnr(file: string, reference: string, seconds: number): number {
  const args = [
    '-hide_banner',
    '-i',
    file,
    '-t',
    String(seconds),
    '-i',
    reference,
    '-lavfi',
    '[0:v][1:v]psnr',
    '-f',
    'null',
    '-',
  ];
  const told = execFileSync('bash', ['-c', 'ffmpeg "$@" 2>&1', 'ffmpeg', ...args], { encoding: 'utf8' });
  return Number(/PSNR y:([\d.]+)/.exec(told)?.[1] ?? 0);
}
