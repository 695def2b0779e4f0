import { mkdir, writeFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import type { Quality } from '#core/model/formats.ts';
import type { TimelineDocument } from '#core/timeline/document.ts';
import type { JobView } from '#operations/jobs.ts';
import type { Proposal } from '#recipes/text-behind/recipe.ts';
import { decodeFrames } from '#test/support/native.ts';
import { getData, type Product } from '#test/support/product.ts';
import { choice, defineCommand, dist, flag, optionalText, text } from '../command.ts';
import { withProduct } from '../lib/workplace.ts';

export const textBehind = defineCommand({
  about: `Sets text behind the subject of clips, and times the proposal and the video. With --measure, also times the cutout alone,
and compares the proposed coverage with that of the rendered frames. Writes preview images and videos for visual inspection.`,
  operands: 'CLIP ...',
  options: {
    text: text('TEXT', 'the text', 'OFFCUT'),
    quality: choice(['best', 'fast'], 'quality of the cutout', 'best'),
    input: text('JSON', 'further input fields of the recipe', '{}'),
    measure: flag('measure the cutout and the coverage too'),
    models: optionalText('DIR', 'a folder of further models'),
    dist,
    out: text('DIR', 'folder of images and videos', 'demo-out'),
  },
  run: async (values, { operands }) => {
    await mkdir(values.out, { recursive: true });
    await withProduct(values, async (product) => {
      for (const clip of operands) {
        await measure(product, clip, values);
      }
    });
  },
});

type Values = {
  readonly text: string;
  readonly quality: Quality;
  readonly input: string;
  readonly measure: boolean;
  readonly out: string;
};

async function measure(product: Product, clip: string, values: Values): Promise<void> {
  const name = basename(clip, extname(clip));
  const material = await product.upload(clip);
  const { quality } = values;
  const matte = values.measure ? await measureCutOut(product, material, quality) : null;
  const startedAt = Date.now();
  const body = { material, text: values.text.replaceAll('\\n', '\n'), quality, ...JSON.parse(values.input) };
  const { id } = getData((await product.api<JobView>('POST', '/v1/run/text-behind', body)).body);
  const stages = new Map<string, number>();
  const waiting = await waitFor(product, id, 'awaiting_review', stages);
  const proposedSeconds = (Date.now() - startedAt) / 1000;
  if (waiting.status !== 'awaiting_review') {
    console.log(`${name}: ${waiting.error?.errorCode}: ${waiting.error?.message}`);
    return;
  }
  for (const [index, { url }] of (waiting.previews ?? []).entries()) {
    await save(product, url, join(values.out, `${name}-${index}.png`));
  }
  const approvedAt = Date.now();
  await product.api('POST', `/v1/jobs/${id}/review`, { decision: 'approve' });
  const done = await waitFor(product, id, 'completed', stages);
  const madeSeconds = (Date.now() - approvedAt) / 1000;
  const file = join(values.out, `${name}.mp4`);
  await save(product, done.finalUrl ?? '', file);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the recipe's own proposal
  const proposal = waiting.proposal as Proposal;
  const { window: _window, ...shown } = proposal;
  const seconds = `matte ${matte?.toFixed(1) ?? '-'} s, proposal ${proposedSeconds.toFixed(1)} s, video ${madeSeconds.toFixed(1)} s`;
  const parts = [...stages].map(([stage, spent]) => `${stage} ${spent.toFixed(1)} s`).join(', ');
  console.log(`${name}: ${seconds} (${parts}) ${JSON.stringify(shown)} ${done.warnings.join(' ')}`);
  if (values.measure) {
    console.log(`  rendered: ${JSON.stringify(await measureCovered(product, done.canvasId ?? '', proposal, file))}`);
  }
}

/** Returns the time of the cutout alone, in seconds. */
async function measureCutOut(at: Product, material: string, quality: Quality): Promise<number> {
  const startedAt = Date.now();
  // An equal run would be answered from the cache. This difference is neither visible nor measurable.
  const smoothing = 50 + (Date.now() % 1000) * 1e-6;
  getData((await at.run({ material, quality, smoothing })).body);
  return (Date.now() - startedAt) / 1000;
}

/** Waits until a job is completed or has ended otherwise, and counts the seconds of each of its stages. */
async function waitFor(
  product: Product,
  id: string,
  status: JobView['status'],
  stages: Map<string, number> = new Map(),
): Promise<JobView> {
  for (let seenAt = Date.now(); ;) {
    const job = await product.job(id);
    stages.set(job.stage, (stages.get(job.stage) ?? 0) + (Date.now() - seenAt) / 1000);
    seenAt = Date.now();
    if (job.status === status || ['completed', 'failed', 'canceled'].includes(job.status)) {
      return job;
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

async function save({ baseUrl, authorized }: Product, url: string, file: string): Promise<void> {
  const response = await fetch(new URL(url, baseUrl), { headers: authorized });
  await writeFile(file, new Uint8Array(await response.arrayBuffer()));
}

/**
 * Returns the shares in rendered frames. White and black letters differ at all letters without the cutout, and at the visible
 * letters with it.
 */
async function measureCovered(at: Product, canvasId: string, { window }: Proposal, file: string) {
  const { document } = getData((await at.api<{ document: TimelineDocument }>('GET', `/v1/canvases/${canvasId}`)).body);
  const render = async (fill: string, isHidden: boolean, name: string): Promise<Uint8Array[]> => {
    const changed = changeItems(document, fill, isHidden);
    const canvas = getData((await at.api<{ id: string }>('POST', '/v1/canvases', { document: changed })).body);
    const span = { startSeconds: window.startSeconds, endSeconds: window.endSeconds };
    const path = `/v1/canvases/${canvas.id}/export`;
    const job = getData((await at.api<JobView>('POST', path, { format: 'mp4', span })).body);
    const made = await waitFor(at, job.id, 'completed');
    const target = file.replace('.mp4', `-${name}.mp4`);
    await save(at, made.finalUrl ?? '', target);
    return decodeFrames(target, { width: document.width, height: document.height, pixels: 'gray' });
  };
  const whole = differ(await render('#ffffff', true, 'white'), await render('#000000', true, 'black'));
  const seen = differ(await render('#ffffff', false, 'white-behind'), await render('#000000', false, 'black-behind'));
  const shares = seen.map((one, index) => 1 - one / (whole[index] ?? 1));
  const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length;
  return { min: Math.min(...shares), mean, max: Math.max(...shares) };
}

/** Renders the text plain and still, with or without the cutout over it. */
function changeItems(document: TimelineDocument, fill: string, isHidden: boolean): TimelineDocument {
  const tracks = document.tracks.map((track) => ({
    ...track,
    items: track.items.map((item) => {
      if (item.type === 'text') {
        const { entrance: _entrance, exit: _exit, stroke: _stroke, ...still } = item;
        return { ...still, fill, opacity: 1, blend: 'normal' as const };
      }
      return item.role === 'cut-out' ? { ...item, isHidden } : item;
    }),
  }));
  return { ...document, tracks };
}

/** Returns the difference of two videos in each frame. */
function differ(one: readonly Uint8Array[], other: readonly Uint8Array[]): number[] {
  return one.map((frame, index) => {
    const beside = other[index] ?? frame;
    return frame.reduce((sum, value, at) => sum + value - (beside[at] ?? 0), 0);
  });
}
