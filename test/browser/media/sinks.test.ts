import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openGpuPage, type GpuPage } from '#test/support/gpu-page.ts';
import { decodeFrames, hasNativeTools, probe } from '#test/support/native.ts';
import type { SinkCase, SinkMade } from '#test/support/sinks.worker.ts';

let page: GpuPage;
let folder: string;

beforeAll(async () => {
  page = await openGpuPage('sinks.worker.ts');
  folder = await mkdtemp(join(tmpdir(), 'offcut-sinks-'));
});

afterAll(async () => {
  await page.close();
  await rm(folder, { recursive: true, force: true });
});

const size = { width: 64, height: 48 };
/** A limited-range luma of 120 as full range, and that of the white background. */
const [grey, white] = [121, 255];

type Row = SinkCase & {
  readonly what: string;
  readonly codec: string;
  readonly shows: number;
  readonly alpha4?: number;
};

test.skipIf(!hasNativeTools()).each<Row>([
  {
    what: 'opaque frames',
    format: 'webm',
    ...size,
    hasAlpha: false,
    luma: 120,
    alpha: null,
    codec: 'vp9',
    shows: grey,
  },
  {
    what: 'opaque frames in a file with alpha',
    format: 'webm',
    ...size,
    hasAlpha: true,
    luma: 120,
    alpha: null,
    codec: 'vp9',
    shows: grey,
    alpha4: 255,
  },
  {
    what: 'frames with alpha',
    format: 'webm',
    ...size,
    hasAlpha: false,
    luma: 120,
    alpha: 0,
    codec: 'vp9',
    shows: white,
  },
  {
    what: 'frames of an odd size',
    format: 'webm',
    width: 63,
    height: 47,
    hasAlpha: true,
    luma: 120,
    alpha: 77,
    codec: 'vp9',
    shows: grey,
    alpha4: 77,
  },
  {
    what: 'larger opaque frames',
    format: 'webm',
    ...size,
    hasAlpha: false,
    luma: 120,
    alpha: null,
    codec: 'vp9',
    shows: grey,
    frameSize: { width: 160, height: 120 },
  },
  {
    what: 'opaque frames',
    format: 'mp4',
    ...size,
    hasAlpha: false,
    luma: 120,
    alpha: null,
    codec: 'h264',
    shows: grey,
  },
  {
    what: 'opaque frames of an odd size',
    format: 'mp4',
    width: 63,
    height: 47,
    hasAlpha: false,
    luma: 120,
    alpha: null,
    codec: 'h264',
    shows: grey,
  },
  {
    what: 'frames with alpha',
    format: 'mp4',
    ...size,
    hasAlpha: false,
    luma: 120,
    alpha: 0,
    codec: 'h264',
    shows: white,
  },
  {
    what: 'opaque frames',
    format: 'mov',
    ...size,
    hasAlpha: true,
    luma: 120,
    alpha: null,
    codec: 'prores',
    shows: grey,
    alpha4: 255,
  },
  {
    what: 'frames with alpha',
    format: 'mov',
    ...size,
    hasAlpha: true,
    luma: 120,
    alpha: 77,
    codec: 'prores',
    shows: grey,
    alpha4: 77,
  },
])('accepts $what in $format', async ({ what, codec, shows, alpha4, ...one }) => {
  const made = await page.ask<SinkMade>(one);
  const file = join(folder, `${what}.${one.format}`);
  await writeFile(file, Buffer.from(made.file, 'base64'));
  const hasAlphaBeside = one.format === 'webm' && one.hasAlpha;
  expect([made.packets, made.withAlpha]).toEqual([4, hasAlphaBeside ? 4 : 0]);
  const video = (await probe(file)).streams[0];
  expect([video?.codec_name, video?.tags?.['alpha_mode'] ?? '0']).toEqual([codec, hasAlphaBeside ? '1' : '0']);
  // ffmpeg's own decoder of VP9 does not support alpha.
  const decoder = one.format === 'webm' ? { decoder: 'libvpx-vp9' } : {};
  const frames = await decodeFrames(file, { width: one.width, height: one.height, pixels: 'rgba', ...decoder });
  expect(frames).toHaveLength(4);
  for (const frame of frames) {
    const [red, green, blue, alpha] = frame.subarray(4 * (10 * one.width + 10));
    for (const level of [red, green, blue]) {
      expect(Math.abs((level ?? 0) - shows)).toBeLessThan(6);
    }
    // Without a quantizer, alpha is as exact as its bit rate allows.
    expect(Math.abs((alpha ?? 0) - (alpha4 ?? 255))).toBeLessThan(2);
  }
});

const moving = { format: 'mp4', ...size, hasAlpha: false, luma: 120, alpha: null } as const;

test.each(['refuses', 'hangs'] as const)('detects an H.264 encoder that %s before it is used', async (fault) => {
  const { file, packets, warnings } = await page.ask<SinkMade>({ ...moving, fault } satisfies SinkCase);
  expect(packets).toBe(4);
  expect(warnings).toEqual(['This browser cannot encode H.264 of this size, so the MP4 contains VP9 instead.']);
  const path = join(folder, `${fault}.mp4`);
  await writeFile(path, Buffer.from(file, 'base64'));
  expect((await probe(path)).streams[0]?.codec_name).toBe('vp9');
});

test.each([
  { fault: 'fails late', says: 'a device was lost' },
  { fault: 'stops late', says: 'it stopped without an error' },
  { fault: 'leaves out frames', says: 'it returned 119 packets for 120 frames' },
] as const)('fails with a clear message if an H.264 encoder $fault', async ({ fault, says }) => {
  const wish = { ...moving, fault, frameCount: 120 } satisfies SinkCase;
  await expect(page.ask<SinkMade>(wish)).rejects.toThrow(`failed: ${says}. Try again, or choose another format.`);
});
