import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { decodeFrames, hasNativeTools, probe } from '../native.ts';
import { getData, type Product } from '../product.ts';
import { getPixel } from '../shown-frames.ts';
import { makeTalk } from '../talk-clips.ts';
import { waitForJob } from '../wait-for-job.ts';
import { require, type Feature, type Place } from './feature.ts';

/** The part of the sample to process. */
const trim = { startSeconds: 0, endSeconds: 0.6 };

/** The results that users create. */
export const making: readonly Feature[] = [
  {
    id: 'remove-background-webm',
    title: 'remove-background, WebM with alpha',
    check: async (place) => {
      const { path } = await cutOut(place, 'webm');
      await requireAlpha(path);
      return describeVideo(path);
    },
  },
  {
    id: 'shown-alpha',
    title: 'WebM with alpha is transparent in a `<video>`',
    check: async (place) => {
      const { url } = await cutOut(place, 'webm');
      const alpha = await place.product.page.evaluate(readCornerAlpha, url);
      return alpha === 0 ? 'yes' : 'no: black background; pages use a canvas instead';
    },
  },
  {
    id: 'remove-background-mov',
    title: 'remove-background, MOV with alpha',
    check: async (place) => {
      const { path } = await cutOut(place, 'mov');
      await requireAlpha(path);
      return describeVideo(path);
    },
  },
  {
    id: 'remove-background-mp4',
    title: 'remove-background, MP4 over green',
    check: async (place) => {
      const file = await cutOut(place, 'mp4');
      const [red = 0, green = 0, blue = 0] = await getPixel(place.product.page, file.url, 0.02, 0.04);
      require(green > red + 60 && green > blue + 60, `the corner of the result is ${red}, ${green}, ${blue}`);
      return describeVideo(file.path);
    },
  },
  {
    id: 'tighten',
    title: 'tighten: proposal, review and result',
    check: async ({ product, kit }) => {
      const material = await product.upload(await makeTalk(kit.folder, 'talk'));
      const started = await product.api<{ id: string }>('POST', '/v1/run/tighten', { material });
      const { id } = getData(started.body);
      await waitForJob(product, id, 'awaiting_review');
      await product.api('POST', `/v1/jobs/${id}/review`, { decision: 'approve' });
      const job = await waitForJob(product, id, 'completed');
      return describeVideo(await download(job.finalUrl ?? '', kit.folder, 'tight.mp4'));
    },
  },
  {
    id: 'export',
    title: 'Export of a canvas: MP4, WebM, MOV, GIF, PNG, WAV, M4A',
    check: async ({ product, kit, sample }) => {
      const created = await product.api<{ id: string }>('POST', '/v1/canvases', { materials: [sample] });
      const canvas = getData(created.body).id;
      for (const format of ['mp4', 'webm', 'mov', 'gif', 'png', 'wav', 'm4a']) {
        const body = { format, span: { startSeconds: 0.2, endSeconds: 0.6 } };
        const asked = await product.api<{ id: string }>('POST', `/v1/canvases/${canvas}/export`, body);
        const job = await waitForJob(product, getData(asked.body).id, 'completed');
        const file = await download(job.finalUrl ?? '', kit.folder, `export.${format}`);
        require((await describeVideo(file)) !== '', `the ${format} has no streams`);
      }
      return 'yes';
    },
  },
];

/** Draws the video as the page does: features that Safari lacks are disabled in its canvases. */
async function readCornerAlpha(url: string): Promise<number | undefined> {
  const video = Object.assign(document.createElement('video'), { src: url, muted: true, preload: 'auto' });
  await new Promise((resolve, reject) => {
    video.addEventListener('loadeddata', resolve);
    video.addEventListener('error', reject);
  });
  const context = document.createElement('canvas').getContext('2d');
  context?.drawImage(video, 0, 0);
  return context?.getImageData(8, 8, 1, 1).data[3];
}

type Made = { readonly url: string; readonly path: string };

const cutOuts = new WeakMap<Product, Map<string, Promise<Made>>>();

/** The cutout of the sample in a format, created once. */
function cutOut({ product, kit, sample }: Place, outputFormat: string): Promise<Made> {
  const made = cutOuts.get(product) ?? new Map<string, Promise<Made>>();
  cutOuts.set(product, made);
  const found = made.get(outputFormat) ?? makeCutOut();
  made.set(outputFormat, found);
  return found;

  async function makeCutOut(): Promise<Made> {
    const answer = await product.run({ material: sample, quality: 'fast', outputFormat, trim });
    const { processedVideoUrl: url } = getData(answer.body);
    return { url, path: await download(url, kit.folder, `cutout.${outputFormat}`) };
  }
}

async function download(url: string, folder: string, name: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, new Uint8Array(await (await fetch(url)).arrayBuffer()));
  return path;
}

/** The corner of the sample is background, its middle a person. */
async function requireAlpha(path: string): Promise<void> {
  if (!hasNativeTools()) {
    return;
  }
  const [width, height] = [640, 360];
  const [frame = new Uint8Array()] = await decodeFrames(path, {
    width,
    height,
    pixels: 'rgba',
    ...(path.endsWith('.webm') ? { decoder: 'libvpx-vp9' } : {}),
  });
  const alphaAt = (x: number, y: number): number => frame[4 * (y * width + x) + 3] ?? -1;
  const [corner, middle] = [alphaAt(12, 12), alphaAt(width / 2, 250)];
  require(corner === 0 && middle > 240, `the alpha is ${corner} in the corner and ${middle} in the middle`);
}

/** The codecs of a file, by native ffprobe. */
async function describeVideo(path: string): Promise<string> {
  if (!hasNativeTools()) {
    return 'yes';
  }
  const { streams } = await probe(path);
  return `yes (${streams.map(({ codec_name: codec }) => codec).join(', ')})`;
}
