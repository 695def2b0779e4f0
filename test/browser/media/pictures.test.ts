import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readFrames } from '#test/in-page/media.ts';
import { readPicture, recordPreview } from '#test/in-page/preview.ts';
import { tellDefects } from '#bridge/browser/tell-defects.ts';
import { compareShown, makeKnownClip, type KnownClip } from '#test/support/known-pictures.ts';
import { hasNativeTools } from '#test/support/native.ts';
import { getData, shareProduct, type Product } from '#test/support/product.ts';
import { pixelsAt } from '#test/support/stage-pixels.ts';
import { makeTimeline, makeItem } from '#test/support/timeline.ts';

const size = { width: 320, height: 180 };
const odd = { width: 321, height: 181 };
const vp8 = '-c:v libvpx -crf 4 -b:v 20M -cpu-used 8';
const vp9 = '-c:v libvpx-vp9 -crf 4 -b:v 0 -cpu-used 8';
const av1 = '-c:v libaom-av1 -crf 4 -b:v 0 -cpu-used 8';
const avc = '-c:v libx264 -crf 4 -preset ultrafast';
const ten = '-pix_fmt yuv420p10le';

const opaque: readonly KnownClip[] = [
  { file: 'vp8.webm', ...size, encoder: vp8 },
  { file: 'vp8-odd.webm', ...odd, encoder: vp8 },
  { file: 'vp9.webm', ...size, encoder: vp9 },
  { file: 'vp9-odd.webm', ...odd, encoder: vp9 },
  { file: 'vp9-601.webm', ...size, encoder: vp9, tags: 'smpte170m' },
  { file: 'vp9-709.webm', ...size, encoder: vp9, tags: 'bt709' },
  { file: 'vp9-709-full.webm', ...size, encoder: vp9, tags: 'bt709', isFullRange: true },
  { file: 'vp9-709-10-bits.webm', ...size, encoder: `${vp9} -profile:v 2 ${ten}`, tags: 'bt709' },
  { file: 'vp9-709-444.webm', ...size, encoder: `${vp9} -profile:v 1 -pix_fmt yuv444p`, tags: 'bt709' },
  { file: 'av1.mp4', ...size, encoder: av1 },
  { file: 'av1-709-10-bits.mp4', ...size, encoder: `${av1} ${ten}`, tags: 'bt709' },
  { file: 'h264.mp4', ...size, encoder: avc },
  { file: 'h264-narrow.mp4', width: 202, height: 122, encoder: avc },
  { file: 'h264-601.mp4', ...size, encoder: avc, tags: 'smpte170m' },
  { file: 'h264-709.mp4', ...size, encoder: avc, tags: 'bt709' },
  { file: 'h264-601-full.mp4', ...size, encoder: avc, tags: 'smpte170m', isFullRange: true },
];

const withAlpha: readonly KnownClip[] = [
  { file: 'alpha-vp8.webm', ...size, encoder: `${vp8} -auto-alt-ref 0`, hasAlpha: true },
  { file: 'alpha-vp9.webm', ...size, encoder: `${vp9} -auto-alt-ref 0`, hasAlpha: true },
  { file: 'alpha-vp9-709.webm', ...size, encoder: `${vp9} -auto-alt-ref 0`, tags: 'bt709', hasAlpha: true },
  { file: 'alpha-vp9-odd.webm', ...odd, encoder: `${vp9} -auto-alt-ref 0`, hasAlpha: true },
  { file: 'alpha.mov', ...size, encoder: '-c:v prores_ks -profile:v 4444 -pix_fmt yuva444p10le', hasAlpha: true },
];

describe.skipIf(!hasNativeTools())('known pixels', () => {
  let product: Product;
  let page: Page;
  let folder: string;
  const defects: string[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'offcut-pictures-'));
    product = await shareProduct();
    tellDefects(product.context, (line) => defects.push(line));
    page = await product.context.newPage();
    await page.addInitScript(recordPreview);
  });

  afterAll(async () => {
    await product.close();
    await rm(folder, { recursive: true, force: true });
  });

  const upload = async (clip: KnownClip): Promise<string> => product.upload(await makeKnownClip(folder, clip));

  const getPixels = async (path: string): Promise<number[]> => {
    const answer = await fetch(product.baseUrl + path, { headers: product.authorized });
    return product.page.evaluate(readPicture, Buffer.from(await answer.arrayBuffer()).toString('base64'));
  };

  const createCanvas = async (assetId: string): Promise<string> => {
    const clip = makeItem('video', 'clip', { ...size, x: 160, y: 90, assetId, durationSeconds: 0.2 });
    const document = makeTimeline([{ items: [clip] }], { ...size, frameRate: 25 });
    return getData((await product.api<{ id: string }>('POST', '/v1/canvases', { document })).body).id;
  };

  test.each(opaque)('equal those of a frame of a canvas with $file', async (clip) => {
    const id = await createCanvas(await upload(clip));
    const pixels = await getPixels(`/v1/canvases/${id}/frame?atSeconds=0`);
    const { mean, most } = compareShown(clip, pixels, size);
    expect(mean).toBeLessThan(1.5);
    // Firefox 153 clips both ends of the full range.
    expect(most).toBeLessThan(clip.isFullRange ? 24 : 16);
    expect(defects.splice(0)).toEqual([]);
  });

  test.each(withAlpha)(
    'and their alpha equal those of the frame, stage, thumbnail and filmstrip of $file',
    async (clip) => {
      const material = await upload(clip);
      const id = await createCanvas(material);
      await page.goto(`${product.baseUrl}/workspace/canvas/editor/${id}`);
      await page.waitForFunction(() => globalThis.previewEvents.some(({ type }) => type === 'loaded'));
      const tile = { width: 160, height: 90 };
      const strip = await getPixels(`/v1/materials/${material}/filmstrip?count=1&width=160`);
      const shown = {
        frame: compareShown(clip, await getPixels(`/v1/canvases/${id}/frame?atSeconds=0`), size),
        stage: compareShown(clip, await pixelsAt(page, 0, 1), size),
        thumbnail: compareShown(clip, await getPixels(`/v1/materials/${material}/thumbnail?width=160`), tile),
        filmstrip: compareShown(clip, strip, tile),
      };
      for (const [name, { mean, most }] of Object.entries(shown)) {
        expect(mean, name).toBeLessThan(3);
        expect(most, name).toBeLessThan(26);
      }
      expect(defects.splice(0)).toEqual([]);
    },
  );

  test('and their alpha equal those that a page draws from a video element, as the viewer does', async () => {
    const clip: KnownClip = { ...withAlpha[2], file: 'viewed.webm' } as KnownClip;
    const webm = (await readFile(await makeKnownClip(folder, clip))).toString('base64');
    const { frames } = await product.page.evaluate(readFrames, { video: { webm }, times: [0.1] });
    const { mean, most } = compareShown(clip, Buffer.from(frames[0] ?? '', 'base64'), size);
    expect(mean).toBeLessThan(3);
    expect(most).toBeLessThan(26);
  });
});
