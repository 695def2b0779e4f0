import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Worker } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listPackets, loopClip } from '#test/support/clips.ts';
import { hasCommand } from '#test/support/native.ts';
import { getData, startProduct, storedFiles, type Product } from '#test/support/product.ts';

/** 840 frames: checkpoints after 240, 480 and 720. */
const loops = 28;

let product: Product;
let folder: string;
let clip: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'offcut-lengths-'));
  clip = join(folder, 'clip.mp4');
  await writeFile(clip, await loopClip(join(import.meta.dirname, '../../fixtures/sample/short.mp4'), loops));
  product = await startProduct();
});

afterAll(async () => {
  await product.close();
  await rm(folder, { recursive: true, force: true });
});

const title = 'engine killed, worker killed, tab closed, browser killed: the result is that of a run without all that';
const limits = { timeout: 400_000 };

test(`webm: ${title}`, limits, () => killEverything('webm'));

test.each(['mp4', 'mov'])(`%s: ${title}`, { ...limits, tags: ['long'] }, (format) => killEverything(format));

async function killEverything(outputFormat: string): Promise<void> {
  const body = { material: await product.upload(clip), quality: 'fast', outputFormat };
  const whole = await makeWhole(body);
  const credits = await product.credits();
  const { id } = await product.start(body);
  const progress: number[] = [];
  const at = async (frames: number): Promise<void> => {
    const share = (0.98 * frames) / (30 * loops);
    let job = await product.job(id);
    for (; job.progress < share && !job.error; job = await product.job(id)) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    expect(job.error).toBeUndefined();
    progress.push(job.progress);
  };
  await at(100);
  await killWorker('engine');
  await at(260);
  await killWorker('media');
  await at(500);
  await product.page.close();
  product.page = await product.openTab();
  await at(740);
  await product.crash();
  await at(0);
  const { processedVideoUrl } = getData((await product.run(body)).body);
  // The run resumes from its checkpoint: the last three quarters are never computed again.
  expect(progress.at(-1)).toBeGreaterThan((0.98 * 720) / (30 * loops));
  expect(await product.job(id)).toMatchObject({ status: 'completed' });
  expect(await product.credits()).toBe(credits - 10);
  await expectSame(whole, await download(processedVideoUrl));
  const names = await storedFiles(product.page);
  expect(names.filter((name) => /\.(webm|mp4|mov)\./.test(name))).toEqual([]);
}

/** Returns the result of an uninterrupted run. Deletes its job, so that the same call starts another run. */
async function makeWhole(body: object): Promise<Buffer> {
  const { processedVideoUrl, envelopeId } = getData((await product.run(body)).body);
  const bytes = await download(processedVideoUrl);
  await product.api('DELETE', `/v1/jobs/${envelopeId}`);
  return bytes;
}

const download = async (url: string): Promise<Buffer> => Buffer.from(await (await fetch(url)).arrayBuffer());

/** Terminates a worker without notice, as a browser that is short of memory does. */
async function killWorker(name: string): Promise<void> {
  const find = async (): Promise<Worker | undefined> => {
    const workers = product.page.workers();
    const found = await Promise.all(workers.map((worker) => worker.evaluate(() => self.name).catch(() => '')));
    return workers[found.indexOf(name)];
  };
  // After an interruption, a progress of the next engine is reported before its workers have started.
  await expect.poll(find, { message: `a worker ${name}` }).toBeDefined();
  await (await find())?.evaluate(() => self.close());
}

/** Checks that both have the same packets at the same times and, if native ffmpeg exists, the same frames and audio. */
async function expectSame(one: Buffer, other: Buffer): Promise<void> {
  const [expected, found] = [await listPackets(one), await listPackets(other)];
  expect(found).toEqual(expected);
  expect(expected.filter((line) => line.startsWith('video'))).toHaveLength(30 * loops);
  if (!hasCommand('ffmpeg')) {
    console.log('native ffmpeg is not installed: only packets were compared, not decoded frames');
    return;
  }
  const [hashes, otherHashes] = [await hashFrames(one), await hashFrames(other)];
  expect(otherHashes).toEqual(hashes);
  expect(hashes.length).toBeGreaterThan(30 * loops);
}

async function hashFrames(bytes: Buffer): Promise<string[]> {
  const file = join(folder, 'judged');
  await writeFile(file, bytes);
  // Only this decoder shows the alpha of VP9.
  const decoder = bytes.subarray(0, 4).toString('hex') === '1a45dfa3' ? ['-c:v', 'libvpx-vp9'] : [];
  const args = ['-v', 'error', ...decoder, '-i', file, '-map', '0', '-f', 'framemd5', '-'];
  const { stdout } = await promisify(execFile)('ffmpeg', args, { maxBuffer: 1 << 26 });
  return stdout.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
}
