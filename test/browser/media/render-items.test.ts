import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decodeFrames, hasNativeTools, probe } from '#test/support/native.ts';
import { openRenderPage, type RenderPage, type RenderWish } from '#test/support/render-page.ts';
import { makeTimeline, makeItem } from '#test/support/timeline.ts';

const size = { width: 320, height: 180 };
const whole = { x: 160, y: 90, ...size };
const bt709 = { color_space: 'bt709', color_primaries: 'bt709', color_transfer: 'bt709' };
const tagged = '-colorspace bt709 -color_primaries bt709 -color_trc bt709';

describe.skipIf(!hasNativeTools())('in an export', () => {
  let page: RenderPage;
  let folder: string;

  beforeAll(async () => {
    page = await openRenderPage();
    folder = await mkdtemp(join(tmpdir(), 'offcut-render-items-'));
  });

  afterAll(async () => {
    await page.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** Generates a file from sources of native ffmpeg. */
  function ffmpeg(name: string, args: string): string {
    const path = join(folder, name);
    execFileSync('ffmpeg', ['-v', 'error', '-y', '-f', 'lavfi', '-i', ...args.split(' '), path]);
    return path;
  }

  async function make(name: string, wish: RenderWish): Promise<{ path: string; warnings: readonly string[] }> {
    const { file, result } = await page.render(wish);
    const path = join(folder, name);
    await writeFile(path, file);
    return { path, warnings: result?.warnings ?? ['There is no result.'] };
  }

  /** Returns the colour of the middle of every frame. */
  async function getCentres(path: string): Promise<number[][]> {
    const frames = await decodeFrames(path, { ...size, pixels: 'rgba' });
    return frames.map((frame) => [...frame.subarray(4 * (90 * 320 + 160), 4 * (90 * 320 + 160) + 3)]);
  }

  test('renders images of every kind as items', async () => {
    const red = 'color=red:s=64x36 -frames:v 1';
    const svg = join(folder, 'drawing.svg');
    await writeFile(
      svg,
      '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="36"><rect width="64" height="36" fill="#f00"/></svg>',
    );
    const files = {
      svg,
      png: ffmpeg('a.png', red),
      jpeg: ffmpeg('a.jpeg', red),
      webp: ffmpeg('a.webp', red),
      gif: ffmpeg('a.gif', red),
      avif: ffmpeg('a.avif', `${red} -c:v libaom-av1 -still-picture 1`),
    };
    const items = Object.keys(files).map((assetId, at) =>
      makeItem('picture', assetId, { ...whole, assetId, startSeconds: at / 10, durationSeconds: 0.1 }),
    );
    const document = makeTimeline([{ items }], { ...size, background: { type: 'color', color: '#0000ff' } });
    const { path, warnings } = await make('pictures.mp4', { files, document });
    expect(warnings).toEqual([]);
    const middles = await getCentres(path);
    expect(middles).toHaveLength(18);
    middles.forEach((middle) => expect(middle).toEqual([255, 0, 0].map((value) => expect.closeTo(value, -1.4))));
  });

  test('shows the layers below a video with alpha, and the whole of a video with 10 bits and odd sides', async () => {
    const half = "color=white:s=64x36:d=0.5,format=yuva420p,geq=lum='p(X,Y)':cb='p(X,Y)':cr='p(X,Y)':a='255*gt(X,31)'";
    const files = {
      half: ffmpeg('half.webm', `${half} -c:v libvpx-vp9 -pix_fmt yuva420p ${tagged}`),
      deep: ffmpeg('deep.webm', `color=white:s=63x35:d=0.5 -c:v libvpx-vp9 -pix_fmt yuv420p10le ${tagged}`),
    };
    const document = makeTimeline(
      [
        {
          items: [
            makeItem('video', 'half', { ...whole, assetId: 'half', durationSeconds: 0.2 }),
            makeItem('video', 'deep', { ...whole, assetId: 'deep', startSeconds: 0.2, durationSeconds: 0.2 }),
          ],
        },
      ],
      { ...size, background: { type: 'color', color: '#0000ff' } },
    );
    const { path, warnings } = await make('sources.mp4', { files, document });
    expect(warnings).toEqual([]);
    const [first, ...others] = await decodeFrames(path, { ...size, pixels: 'rgba' });
    const at = (frame: Uint8Array | undefined, x: number): number[] => [
      ...(frame?.subarray(4 * (90 * 320 + x), 4 * (90 * 320 + x) + 3) ?? []),
    ];
    const [white, blue] = [
      [255, 255, 255],
      [0, 0, 255],
    ].map((colour) => colour.map((value) => expect.closeTo(value, -1.4) as unknown));
    expect([at(first, 60), at(first, 260)]).toEqual([blue, white]);
    expect([at(others.at(-1), 5), at(others.at(-1), 315)]).toEqual([white, white]);
  });

  test.each([
    ['mp4', 'h264', true],
    ['webm', 'vp9', true],
    ['mov', 'prores', true],
    ['gif', 'gif', false],
    ['png', 'png', false],
  ] as const)(
    'adds the mark of the free plan to every frame as %s, and the tags to a video',
    async (format, codec, isTagged) => {
      const clip = ffmpeg('clip.mp4', `testsrc2=size=320x180:rate=30:duration=0.5 -pix_fmt yuv420p ${tagged}`);
      const item = makeItem('video', 'video', { ...whole, assetId: 'clip', durationSeconds: 0.2 });
      const wish = { files: { clip }, document: makeTimeline([{ items: [item] }], size), format };
      const plain = await make(`plain.${format}`, wish);
      const marked = await make(`marked.${format}`, { ...wish, isWatermarked: true });
      const [stream] = (await probe(marked.path)).streams;
      expect(stream).toMatchObject(isTagged ? { codec_name: codec, ...bt709 } : { codec_name: codec });
      const corner = { ...size, pixels: 'gray', filter: 'crop=60:24:256:154' } as const;
      const [one, other] = [await decodeFrames(plain.path, corner), await decodeFrames(marked.path, corner)];
      expect(one.length).toBe(other.length);
      one.forEach((frame, at) => expect(meanOff(frame, other[at])).toBeGreaterThan(3));
    },
  );
});

/** Returns the mean difference of two images, in levels. */
const meanOff = (one: Uint8Array, other: Uint8Array | undefined): number =>
  one.reduce((sum, value, at) => sum + Math.abs(value - (other?.[at] ?? 0)), 0) / one.length;
