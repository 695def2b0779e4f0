import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BufferTarget, EncodedPacket, EncodedVideoPacketSource, MovOutputFormat, Output } from 'mediabunny';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Size } from '#core/lib/size.ts';
import { hasNativeTools } from '../../../../test/support/native.ts';
import { createPlanes, type Planes } from '../picture/planes.ts';
import { ProresEncoder } from './prores.ts';

// Native programs are started for each case, on a machine that may be busy.
vi.setConfig({ testTimeout: 60_000 });

type Picture = { readonly planes: Planes; readonly alpha: Uint8Array };
/** Returns the sample at a column and a row of its own plane; planes are 0 for luma, 1 and 2 for chroma, 3 for alpha. */
type Sample = (plane: number, x: number, y: number) => number;

const bt709 = { matrix: 'bt709', primaries: 'bt709', transfer: 'bt709', fullRange: false } as const;
const quantizers = { best: 4, fast: 8 } as const;

/** Creates reproducible pseudo-random bytes (xorshift, G. Marsaglia 2003). */
function createNoise(): () => number {
  let state = 0x9e3779b9;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state & 255;
  };
}

const noise = createNoise();
const gradient: Sample = (plane, x, y) => 40 + ((plane * 23 + x * 2 + y) % 180);
const ramp: Sample = (plane, x, y) => (plane === 3 ? x + y * 3 : 120);
const disc: Sample = (plane, x, y) => {
  const [scale, grain] = plane === 1 || plane === 2 ? [2, 0] : [1, noise() / 64];
  const inside = 40 - Math.hypot(x * scale - 80, y * scale - 50);
  const share = Math.min(1, Math.max(0, inside / 4 + 0.5));
  const subject = plane === 0 ? 150 + 30 * Math.sin(x / 5) * Math.cos(y / 9) + grain : 110 + 20 * plane;
  return plane === 3 ? 255 * share : share * subject + (1 - share) * (plane === 0 ? 16 : 128);
};
/** Test images; those that are compared with another encoder's are of usual kinds. */
const cases: readonly { name: string; size: [number, number]; sample: Sample; isCompared?: true }[] = [
  { name: 'one pixel', size: [1, 1], sample: () => 200 },
  { name: 'one column', size: [1, 35], sample: gradient },
  { name: 'an even picture', size: [64, 48], sample: (plane) => [63, 102, 240, 255][plane] ?? 0 },
  { name: 'a gradient of an odd size', size: [161, 91], sample: gradient, isCompared: true },
  { name: 'slices of 8, 4, 2 and 1', size: [239, 33], sample: gradient },
  { name: 'noise', size: [150, 50], sample: () => noise(), isCompared: true },
  { name: 'black and white', size: [144, 32], sample: () => (noise() & 1) * 255 },
  { name: 'stripes of the highest frequency', size: [130, 34], sample: (_, x, y) => ((x + y) & 1) * 255 },
  { name: 'alpha that never stays', size: [160, 40], sample: ramp },
  { name: 'a cut-out', size: [160, 100], sample: disc, isCompared: true },
];

describe('a frame', () => {
  it.each(cases)('of $name has the structure of RDD 36', ({ size: [width, height], sample }) => {
    const picture = draw(width, height, sample);
    const frame = encode(picture);
    const view = new DataView(frame.buffer, frame.byteOffset);
    expect(view.getUint32(0)).toBe(frame.length);
    expect(new TextDecoder().decode(frame.subarray(4, 8))).toBe('icpf');
    const picturePosition = 8 + view.getUint16(8);
    expect([view.getUint16(16), view.getUint16(18)]).toEqual([width, height]);
    expect(view.getUint32(picturePosition + 1)).toBe(frame.length - picturePosition);
    const slices = view.getUint16(picturePosition + 5);
    let at = picturePosition + 8 + 2 * slices;
    for (let slice = 0; slice < slices; slice++) {
      const sliceBytes = view.getUint16(picturePosition + 8 + 2 * slice);
      const planesBytes = [2, 4, 6].reduce((sum, offset) => sum + view.getUint16(at + offset), 0);
      expect([view.getUint8(at), view.getUint8(at + 1)]).toEqual([64, quantizers.fast]);
      expect(sliceBytes).toBeGreaterThan(8 + planesBytes);
      at += sliceBytes;
    }
    expect(at).toBe(frame.length);
  });

  it('does not depend on earlier frames', () => {
    const [first, second] = [draw(161, 91, gradient), draw(161, 91, () => noise())];
    const encoder = new ProresEncoder({ width: 161, height: 91 }, 'best', null);
    const alone = encoder.encode(first.planes, first.alpha);
    encoder.encode(second.planes, second.alpha);
    expect(encoder.encode(first.planes, first.alpha)).toEqual(alone);
    expect(encode(first, 'best', null)).toEqual(alone);
  });

  it('of one colour is very small', () => {
    expect(encode(draw(1280, 720, () => 128)).length).toBeLessThan(100_000);
  });
});

describe.skipIf(!hasNativeTools())('native ffmpeg', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'offcut-prores-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  describe.each(['fast', 'best'] as const)('at %s', (quality) => {
    it.each(cases)(
      'decodes $name without a warning, and with exact alpha',
      async ({ size: [width, height], sample }) => {
        const picture = draw(width, height, sample);
        const file = await save(join(folder, 'own.mov'), encode(picture, quality), { width, height });
        const [found, wanted] = [decode(file), widen(picture)];
        expect(found.length).toBe(wanted.length);
        const scores = [0, 1, 2].map((plane) => psnr(getPlane(found, plane), getPlane(wanted, plane)));
        expect(Math.min(...scores)).toBeGreaterThan(quality === 'best' ? 50 : 44);
        expect(getPlane(found, 3)).toEqual(getPlane(wanted, 3));
      },
    );

    it.each(cases.filter(({ isCompared }) => isCompared))(
      'does not encode $name better or smaller',
      async ({ size: [width, height], sample }) => {
        const picture = draw(width, height, sample);
        const own = encode(picture, quality);
        const ownFile = await save(join(folder, 'own.mov'), own, { width, height });
        const [theirFile, theirBytes] = encodeNatively(folder, picture, quantizers[quality]);
        const [mine, theirs, wanted] = [decode(ownFile), decode(theirFile), widen(picture)];
        expect(own.length / theirBytes).toBeLessThan(1.1);
        for (const plane of [0, 1, 2]) {
          const [score, theirScore] = [mine, theirs].map((one) => psnr(getPlane(one, plane), getPlane(wanted, plane)));
          expect(score).toBeGreaterThan((theirScore ?? 0) - 0.5);
        }
      },
    );
  });

  it.each([
    { tags: bt709, shown: ['bt709', 'bt709', 'bt709'] },
    {
      tags: { matrix: 'smpte170m', primaries: 'smpte170m', transfer: 'smpte170m', fullRange: false } as const,
      // The frame's own header has one curve for both.
      shown: ['smpte170m', 'bt709', 'smpte170m'],
    },
    { tags: null, shown: ['unknown', 'unknown', 'unknown'] },
  ])('detects the profile and the colours $shown', async ({ tags, shown }) => {
    const frame = encode(draw(64, 64, gradient), 'fast', tags);
    const file = await save(join(folder, 'tags.mov'), frame, { width: 64, height: 64 }, tags);
    const entries = 'stream=codec_name,profile,pix_fmt,color_space,color_transfer,color_primaries';
    const [stream] = (
      JSON.parse(
        execFileSync('ffprobe', ['-v', 'warning', '-show_entries', entries, '-of', 'json', file]).toString(),
      ) as {
        streams: Record<string, string>[];
      }
    ).streams;
    expect(stream).toMatchObject({
      codec_name: 'prores',
      profile: '4444',
      pix_fmt: expect.stringMatching(/^yuva444p1[02]le$/) as string,
    });
    const { color_space: matrix, color_transfer: transfer, color_primaries: primaries } = stream ?? {};
    expect([matrix, transfer, primaries].map((one) => one ?? 'unknown')).toEqual(shown);
  });
});

function draw(width: number, height: number, sample: Sample): Picture {
  const planes = createPlanes(width, height);
  const alpha = new Uint8Array(width * height);
  const fill = (target: Uint8Array, plane: number, columns: number): void => {
    for (let at = 0; at < target.length; at++) {
      target[at] = sample(plane, at % columns, Math.floor(at / columns));
    }
  };
  fill(planes.y, 0, width);
  fill(planes.u, 1, planes.chromaWidth);
  fill(planes.v, 2, planes.chromaWidth);
  fill(alpha, 3, width);
  return { planes, alpha };
}

function encode(
  { planes, alpha }: Picture,
  quality: 'fast' | 'best' = 'fast',
  tags: VideoColorSpaceInit | null = bt709,
): Uint8Array {
  return new ProresEncoder(planes, quality, tags).encode(planes, alpha);
}

/** Returns the expected decoded frame: four planes of full size, in 12 bits. Alpha fills the low bits with its high ones. */
function widen({ planes, alpha }: Picture): Uint16Array {
  const { width, height, chromaWidth, chromaHeight, y, u, v } = planes;
  const chroma = (plane: Uint8Array): Uint16Array =>
    Uint16Array.from({ length: width * height }, (_, at) => {
      const [column, row] = [(at % width) / 2, (Math.floor(at / width) - 0.5) / 2];
      const at2 = (x: number, line: number): number =>
        plane[Math.min(chromaWidth - 1, x) + chromaWidth * Math.min(chromaHeight - 1, Math.max(0, line))] ?? 0;
      const between = (line: number): number => (at2(Math.floor(column), line) + at2(Math.ceil(column), line)) / 2;
      const share = row - Math.floor(row);
      return 16 * ((1 - share) * between(Math.floor(row)) + share * between(Math.floor(row) + 1));
    });
  const parts = [
    Uint16Array.from(y, (one) => one * 16),
    chroma(u),
    chroma(v),
    Uint16Array.from(alpha, (one) => (one << 4) | (one >> 4)),
  ];
  const all = new Uint16Array(4 * width * height);
  parts.forEach((part, plane) => all.set(part, plane * width * height));
  return all;
}

async function save(
  file: string,
  frame: Uint8Array,
  size: Size,
  tags: VideoColorSpaceInit | null = bt709,
): Promise<string> {
  const target = new BufferTarget();
  const output = new Output({ format: new MovOutputFormat(), target });
  const source = new EncodedVideoPacketSource('prores');
  output.addVideoTrack(source);
  await output.start();
  const { decoderConfig } = new ProresEncoder(size, 'fast', tags);
  await source.add(new EncodedPacket(frame, 'key', 0, 0.04), { decoderConfig });
  await output.finalize();
  writeFileSync(file, new Uint8Array(target.buffer ?? new ArrayBuffer(0)));
  return file;
}

/** Decodes with ffmpeg. Throws if ffmpeg reports a warning. */
function decode(file: string): Uint16Array {
  const args = ['-v', 'warning', '-xerror', '-i', file, '-f', 'rawvideo', '-pix_fmt', 'yuva444p12le', '-'];
  const bytes = execFileSync('ffmpeg', args, { maxBuffer: 1 << 26 });
  return new Uint16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
}

/** Encodes the same image with prores_ks. Returns the file, and the bytes of its frame. */
function encodeNatively(folder: string, picture: Picture, quantizer: number): [file: string, bytes: number] {
  const { width, height } = picture.planes;
  const raw = join(folder, 'raw.yuv');
  const file = join(folder, 'theirs.mov');
  writeFileSync(raw, new Uint8Array(widen(picture).map((one) => Math.min(1023, (one + 2) >> 2)).buffer));
  const input = ['-f', 'rawvideo', '-pix_fmt', 'yuva444p10le', '-s', `${width}x${height}`, '-i', raw];
  const codec = `-c:v prores_ks -profile:v 4444 -alpha_bits 8 -q:v ${quantizer}`.split(' ');
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...input, ...codec, file]);
  const bytes = readFileSync(file);
  // A frame begins with its size and these letters.
  return [file, bytes.readUInt32BE(bytes.indexOf('icpf') - 4)];
}

const getPlane = (planes: Uint16Array, plane: number): Uint16Array =>
  planes.subarray((plane * planes.length) / 4, ((plane + 1) * planes.length) / 4);

function psnr(found: Uint16Array, wanted: Uint16Array): number {
  const squares = found.reduce((sum, value, at) => sum + (value - (wanted[at] ?? 0)) ** 2, 0);
  return 10 * Math.log10(4095 ** 2 / Math.max(1e-3, squares / found.length));
}
