import { openAsBlob } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { JobView } from '#operations/jobs.ts';
import { getData, type Product } from '../product.ts';
import type { Cell } from './cell.ts';
import { judge, type Made, type Verdict } from './judge.ts';
import { listMissing, type Kit } from './kit.ts';
import { measureFile, measureNatively } from './measure.ts';

/** The outcome of a cell; `skipped` names the encoders that this ffmpeg does not have. */
export type Outcome = Verdict & { readonly refusal: string | null; readonly skipped: readonly string[] };

type Material = { material: string; kind: string; durationSeconds?: number; frameRate?: number };
type Canvas = { id: string; durationSeconds: number; warnings?: string[] };
type Envelope<T> = { success: true; data: T } | { success: false; errorCode: string; message: string };

/** The maximum duration: a longer one is wrong, and its export would take long. */
const maxTimesLonger = 5;
const nothing: Verdict = { faults: [], seconds: 0, pictureCount: 0, lagMs: null, nativeLagMs: null };

/**
 * Generates the file of a cell, passes it through the product, and compares the export with the expectation. Native
 * ffmpeg reads the source if its reading decides, or always with `needsNative`.
 */
export async function runCell(cell: Cell, kit: Kit, product: Product, needsNative = false): Promise<Outcome> {
  const skipped = listMissing(cell.recipe);
  if (skipped.length > 0) {
    return { ...nothing, refusal: null, skipped };
  }
  const source = await kit.file(cell.id, (target) => cell.recipe.make(kit, target));
  const uploaded = await upload(product, source);
  if (!uploaded.success) {
    const { message } = uploaded;
    const faults = cell.refusal?.test(message) ? [] : [`refused: ${message}`];
    return { ...nothing, faults, refusal: message, skipped };
  }
  const made = await tryToMake(cell, kit, product, uploaded.data.material);
  if (typeof made === 'string') {
    const isRefusal = cell.refusal?.test(made) === true;
    return { ...nothing, faults: isRefusal ? [] : [made], refusal: isRefusal ? made : null, skipped };
  }
  const verdict = judge(cell.expected, made, null);
  const isNativeRead = cell.nativeIsWrong === undefined && (needsNative || verdict.faults.length > 0);
  const judged = isNativeRead ? judge(cell.expected, made, await measureNatively(source)) : verdict;
  return { ...judged, refusal: null, skipped };
}

async function upload(product: Product, source: string): Promise<Envelope<{ material: string }>> {
  const form = new FormData();
  form.append('file', await openAsBlob(source), basename(source));
  const url = `${product.baseUrl}/v1/uploads/${await product.newTicket()}/file`;
  const response = await fetch(url, { method: 'POST', body: form });
  return (await response.json()) as Envelope<{ material: string }>;
}

/** Returns the result of the product for a material, or the reason of its refusal. */
async function tryToMake(cell: Cell, kit: Kit, product: Product, material: string): Promise<Made | string> {
  const created = (await product.api<Canvas>('POST', '/v1/canvases', { materials: [material] })).body;
  if (!created.success) {
    return `no canvas: ${created.message}`;
  }
  const facts = getData((await product.api<Material[]>('GET', '/v1/materials')).body).find(
    (one) => one.material === material,
  );
  const isVideo = cell.expected.frameRate !== null;
  if (facts?.kind !== (isVideo ? 'video' : 'sound')) {
    return `taken for ${facts?.kind ?? 'nothing'}`;
  }
  const { durationSeconds } = created.data;
  if (durationSeconds > maxTimesLonger * cell.expected.seconds) {
    return `the canvas lasts ${durationSeconds.toFixed(3)} s instead of ${cell.expected.seconds.toFixed(3)} s`;
  }
  const samplingRate = toSamplingRate(cell);
  const rate = cell.expected.isVariable ? {} : { frameRate: samplingRate };
  const body = isVideo ? { format: 'mp4', quality: 'fast', ...rate } : { format: 'wav' };
  const job = await exportCanvas(product, created.data.id, body);
  if (job.finalUrl === undefined) {
    return `export ${job.status}: ${job.error?.errorCode} ${job.error?.message}`;
  }
  const file = `${kit.folder}/made-${cell.id}.${isVideo ? 'mp4' : 'wav'}`;
  await writeFile(file, new Uint8Array(await (await fetch(job.finalUrl)).arrayBuffer()));
  const exported = await measureFile(file);
  await rm(file);
  return {
    materialSeconds: facts.durationSeconds,
    frameRate: facts.frameRate,
    canvasSeconds: created.data.durationSeconds,
    warnings: [...(created.data.warnings ?? []), ...job.warnings],
    exported,
    samplingRate,
  };
}

/**
 * Returns a frame rate that samples each frame, at changing positions: a prime above the frame rate. At the frame rate
 * of the canvas an export keeps the times of its frames, which the cells with a variable rate check.
 */
const toSamplingRate = ({ expected }: Cell): number => ((expected.frameRate ?? 0) > 45 ? 97 : 61);

async function exportCanvas(product: Product, canvasId: string, body: object): Promise<JobView> {
  const started = getData((await product.api<JobView>('POST', `/v1/canvases/${canvasId}/export`, body)).body);
  for (;;) {
    const job = await product.job(started.id);
    if (job.status !== 'queued' && job.status !== 'running') {
      return job;
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
