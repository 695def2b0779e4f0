/** @module-tag long */

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CDPSession } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { loopClip } from '#test/support/clips.ts';
import { getData, filesSince, shareProduct, storedFiles, type Product } from '#test/support/product.ts';

const short = join(import.meta.dirname, '../../fixtures/sample/short.mp4');

let product: Product;
let folder: string;
let devtools: CDPSession;
let material: string;
/** Input for a cutout of `material` as MOV. */
let resultBytes: number;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'offcut-quota-'));
  product = await shareProduct();
  devtools = await product.context.newCDPSession(product.page);
  const clip = join(folder, 'clip.mp4');
  // 270 frames: one checkpoint, and 30 more frames.
  await writeFile(clip, await loopClip(short, 9));
  material = await product.upload(clip);
  const { processedVideoUrl, envelopeId } = getData((await product.run(mov())).body);
  const head = await fetch(processedVideoUrl, { method: 'HEAD' });
  resultBytes = Number(head.headers.get('Content-Length'));
  await product.api('DELETE', `/v1/jobs/${envelopeId}`);
});

afterEach(() => devtools.send('Storage.overrideQuotaForOrigin', { origin: product.baseUrl }));

afterAll(async () => {
  await product.close();
  await rm(folder, { recursive: true, force: true });
});

const mov = () => ({ material, outputFormat: 'mov', quality: 'fast' });

test('refuses a file that does not fit, reports how many bytes it needs, and stores none of it', async () => {
  const before = await storedFiles(product.page);
  await leaveRoom(10_000);
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(await loopClip(short, 3))]), 'clip.mp4');
  const upload = await fetch(`${product.baseUrl}/v1/uploads/${await product.newTicket()}/file`, {
    method: 'POST',
    body: form,
  });
  expect(upload.status).toBe(507);
  expect(await upload.json()).toMatchObject({
    errorCode: 'STORAGE_FULL',
    message: expect.stringMatching(/^The file needs at least [\d.]+ kB of storage/) as string,
    details: { neededBytes: expect.any(Number) as number },
  });
  await expect.poll(() => filesSince(product.page, before)).toEqual([]);
});

test.each([
  { when: 'before it is a job', room: () => 8_000, isJob: false },
  // Enough for the rows of the job, whose log may grow at any moment, and less than a tenth of the run's estimate.
  { when: 'before its first frame', room: () => 400_000, isJob: true },
  { when: 'while the pictures are collected', room: () => 0.8 * resultBytes, isJob: true },
  { when: 'while the file is written', room: () => 1.5 * resultBytes, isJob: true },
])(
  'ends a run that does not fit $when, reports how many bytes it needs, and leaves no file',
  async ({ room, isJob }) => {
    const [files, credits, jobs] = [await storedFiles(product.page), await product.credits(), await countJobs()];
    await leaveRoom(room());
    const { body } = await product.run(mov());
    expect(body).toMatchObject({
      errorCode: 'STORAGE_FULL',
      message: expect.stringMatching(/^The run needs at least [\d.]+ [kM]B of storage/) as string,
    });
    await expect.poll(() => filesSince(product.page, files)).toEqual([]);
    expect(await product.credits()).toBe(credits);
    expect((await countJobs()) - jobs).toBe(isJob ? 1 : 0);
  },
);

test('completes the run after space was freed', async () => {
  await leaveRoom(8000);
  expect((await product.run(mov())).body).toMatchObject({ errorCode: 'STORAGE_FULL' });
  await devtools.send('Storage.overrideQuotaForOrigin', { origin: product.baseUrl });
  const run = getData((await product.run(mov())).body);
  expect(run).toMatchObject({ status: 'completed', creditsCharged: true });
  await product.api('DELETE', `/v1/jobs/${run.envelopeId}`);
});

/** Lets the browser store this number of bytes more than it does now. */
async function leaveRoom(bytes: number): Promise<void> {
  const usage = await product.page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0);
  const quotaSize = usage + Math.round(bytes);
  await devtools.send('Storage.overrideQuotaForOrigin', { origin: product.baseUrl, quotaSize });
}

const countJobs = async (): Promise<number> => getData((await product.api<unknown[]>('GET', '/v1/jobs')).body).length;
