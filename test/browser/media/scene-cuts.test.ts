import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ALL_FORMATS, BufferSource, EncodedPacketSink, Input } from 'mediabunny';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { meanAbsoluteDifference } from '#test/support/matte-metrics.ts';
import { decodeFrames, hasNativeTools } from '#test/support/native.ts';
import { getData, shareProduct, type Product } from '#test/support/product.ts';

const fixture = (name: string): string => join(import.meta.dirname, '../../fixtures/sample', name);
/** The number of frames before the cut. */
const firstFrames = 30;
const result = 'result.webm';

describe.skipIf(!hasNativeTools())('after a cut', () => {
  let folder: string;
  let product: Product;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'offcut-cuts-'));
    product = await shareProduct();
  });
  afterAll(async () => {
    await product.close();
    await rm(folder, { recursive: true, force: true });
  });

  test(
    'to the mirrored image, starts a key frame with the matte of the second part alone',
    { timeout: 300_000 },
    async () => {
      const joined = await cutOut(ffmpeg('mirrored', '[0:v]hflip[m];[0:v][m]concat=n=2:v=1'));
      expect(await listKeyFrames()).toEqual([0, firstFrames]);
      const alone = await cutOut(ffmpeg('alone', '[0:v]hflip'));
      expect(joined).toHaveLength(2 * firstFrames);
      const differences = alone.slice(0, 4).map((matte, at) => differ(joined[firstFrames + at], matte));
      console.log(`MAD x 1000 after the cut: ${differences.map((one) => one.toFixed(2)).join(', ')}`);
      // The difference if the matte of the previous scene remained.
      expect(differ(joined[firstFrames - 1], alone[0])).toBeGreaterThan(50);
      expect(Math.max(...differences)).toBeLessThan(3);
    },
  );

  test('to the empty room, removes the person completely', { timeout: 300_000 }, async () => {
    const mattes = await cutOut(ffmpeg('empty', '[0:v][1:v]concat=n=2:v=1'));
    const shown = mattes.map((matte) => meanAbsoluteDifference(matte, new Uint8Array(matte.length)));
    expect(Math.min(...shown.slice(0, firstFrames))).toBeGreaterThan(150);
    expect(Math.max(...shown.slice(firstFrames))).toBeLessThan(3);
  });

  /** Generates a clip without audio from the short clip and the empty room. */
  function ffmpeg(name: string, filter: string): string {
    const target = join(folder, `${name}.mp4`);
    const inputs = ['-i', fixture('short.mp4'), '-i', fixture('empty.mp4')];
    const encoder = '-an -c:v libx264 -preset veryfast -crf 10 -pix_fmt yuv420p'.split(' ');
    execFileSync('ffmpeg', ['-v', 'error', ...inputs, '-filter_complex', filter, ...encoder, target]);
    return target;
  }

  async function listKeyFrames(): Promise<number[]> {
    const input = new Input({ formats: ALL_FORMATS, source: new BufferSource(await readFile(join(folder, result))) });
    const track = await input.getPrimaryVideoTrack();
    const found: number[] = [];
    for await (const { type, timestamp } of track ? new EncodedPacketSink(track).packets() : []) {
      if (type === 'key') {
        found.push(Math.round(timestamp * 30));
      }
    }
    return found;
  }

  /** Downloads the result file. Returns the alpha of every frame, with the strongest smoothing. */
  async function cutOut(source: string): Promise<Uint8Array[]> {
    const run = await product.run({ material: await product.upload(source), smoothing: 100 });
    const { processedVideoUrl } = getData(run.body);
    await writeFile(join(folder, result), Buffer.from(await (await fetch(processedVideoUrl)).arrayBuffer()));
    const options = { width: 320, height: 180, pixels: 'gray', decoder: 'libvpx-vp9', filter: 'alphaextract' } as const;
    return decodeFrames(join(folder, result), options);
  }
});

const differ = (a: Uint8Array | undefined, b: Uint8Array | undefined): number =>
  a && b ? meanAbsoluteDifference(a, b) : Infinity;
