import { readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { JobView } from '#operations/jobs.ts';
import { forgetJobs, isAgain } from '#test/support/again.ts';
import { getBuild } from '#test/support/build-server.ts';
import { listPackets } from '#test/support/clips.ts';
import {
  getData,
  filesSince,
  killServiceWorker,
  shareProduct,
  storedFiles,
  type Product,
} from '#test/support/product.ts';
import { shippedModel, shippedPanel, shippedVariant } from '#test/support/shipped-model.ts';

const clip = join(import.meta.dirname, '../../fixtures/sample/short.mp4');
const frames = (count: number) => ({ startSeconds: 0, endSeconds: count / 30 - 0.01 });

const wide = shippedVariant(144);
const second = {
  id: 'second',
  name: 'Second',
  family: shippedModel.family,
  // Lower than the model that works alone, and higher than those of the ensemble.
  rank: shippedModel.rank - 1,
  subject: 'person',
  consensus: { weight: 1 },
  variants: [{ width: wide.width, height: wide.height }],
};

let product: Product;
let material: string;

beforeAll(async () => {
  product = await shareProduct({ distDir: await getBuild('slow') });
  material = await product.upload(clip);
  // An ensemble of two models, each in its own threads.
  await product.addModel(second, join(import.meta.dirname, '../../../models', wide.file));
});

afterAll(() => product.close());

beforeEach((context) => (isAgain(context) ? forgetJobs(product) : undefined));

afterEach(async () => {
  // A run that a test leaves behind would delay the next test.
  const jobs = getData((await product.api<JobView[]>('GET', '/v1/jobs')).body);
  for (const { id, status } of jobs.filter((job) => ['queued', 'running'].includes(job.status))) {
    await product.api('POST', `/v1/jobs/${id}/cancel`, {});
    await expect.poll(() => getStatus(id), { message: `${status} job ends` }).toBe('canceled');
  }
});

test('keeps the ticket valid and no bytes if the service worker dies in the middle of an upload', async () => {
  const before = await storedFiles(product.page);
  const ticket = await product.newTicket();
  const bytes = await readFile(clip);
  const lost = await sendHalfAndKill(ticket, bytes);
  expect(lost).toBe('lost');
  const state = await product.api<{ status: string }>('GET', `/v1/uploads/${ticket}`);
  expect(getData(state.body).status).toBe('pending');
  const form = new FormData();
  form.append('file', new Blob([bytes]), 'again.mp4');
  const again = await fetch(`${product.baseUrl}/v1/uploads/${ticket}/file`, { method: 'POST', body: form });
  expect(again.status).toBe(200);
  await reopen();
  // The same bytes as before: the material is known, so no file was added, and the lost half was garbage-collected.
  await expect.poll(() => filesSince(product.page, before)).toEqual([]);
});

test('joins a synchronous run again through the local server after the service worker dies in the middle', async () => {
  const creditsBefore = await product.credits();
  const body = { material, quality: 'best', trim: frames(4) };
  const first = product.run(body).then(
    (answer) => answer.body.success,
    () => false,
  );
  await expect.poll(() => getProgress(body)).toBeGreaterThan(0);
  // Chromium sends a request whose worker died before it answered to a new one, once; the second death is final.
  await killServiceWorker(product.context, product.page);
  // The new worker receives the request before it answers this one.
  expect((await product.api('GET', '/v1/me')).status).toBe(200);
  await killServiceWorker(product.context, product.page);
  expect(await first).toBe(true);
  const second = getData((await product.run(body)).body);
  expect(second).toMatchObject({ status: 'completed', cached: true, creditsCharged: false });
  expect(await jobsWith(body)).toHaveLength(1);
  const third = getData((await product.run(body)).body);
  expect(third).toMatchObject({ cached: true, creditsCharged: false, processedVideoUrl: second.processedVideoUrl });
  expect(await product.credits()).toBe(creditsBefore - 10);
});

test('resumes the events of a job in a new stream after the service worker dies', { tags: ['long'] }, async () => {
  const job = await product.start({ material, quality: 'best', trim: frames(5) });
  const watch = () => fetch(`${product.baseUrl}/v1/jobs/${job.id}/events`, { headers: product.authorized });
  const first = (await watch()).text().catch(() => '');
  await expect.poll(async () => (await product.job(job.id)).progress).toBeGreaterThan(0);
  await killServiceWorker(product.context, product.page);
  expect(await first).not.toContain('event: end');
  const second = await (await watch()).text();
  expect(second).toContain('"status":"running"');
  expect(second).toContain('"status":"completed"');
  expect(second).toContain('event: end');
  expect(await jobsWith({ trim: frames(5) })).toHaveLength(1);
});

test('completes a run once in another tab if the tab with the engine closes', async () => {
  const creditsBefore = await product.credits();
  const second = await product.openTab();
  const job = await product.start({ material, quality: 'best', trim: frames(6) });
  await expect.poll(async () => (await product.job(job.id)).progress).toBeGreaterThan(0);
  await product.page.close();
  product.page = second;
  await expect.poll(() => getStatus(job.id)).toBe('completed');
  expect(await product.credits()).toBe(creditsBefore - 10);
});

test('completes a run despite a reload, a browser crash and a reload within one segment', async () => {
  const creditsBefore = await product.credits();
  const body = { material, quality: 'best', trim: frames(10) };
  const job = await product.start(body);
  const isBegun = () => expect.poll(async () => (await product.job(job.id)).progress).toBeGreaterThan(0);
  const interrupt = async (work: () => Promise<unknown>): Promise<void> => {
    await isBegun();
    const { updatedAt } = await product.job(job.id);
    await work();
    // All later reports are from the next engine, except a message that was already under way.
    await expect.poll(async () => (await product.job(job.id)).updatedAt).not.toBe(updatedAt);
  };
  await interrupt(() => product.page.reload());
  await interrupt(() => product.crash());
  await interrupt(() => product.page.reload());
  const result = getData((await product.run(body)).body);
  expect(result).toMatchObject({ status: 'completed', envelopeId: job.id });
  expect(await product.credits()).toBe(creditsBefore - 10);
});

test('resumes a run in a tab that is opened after all tabs were closed', { tags: ['long'] }, async () => {
  const creditsBefore = await product.credits();
  const body = { material, quality: 'best', trim: frames(7) };
  const job = await product.start(body);
  await expect.poll(async () => (await product.job(job.id)).progress).toBeGreaterThan(0);
  await product.page.close();
  const alone = await fetch(`${product.baseUrl}/v1/me`, { headers: product.authorized });
  expect(alone.status).toBe(503);
  expect(await alone.json()).toMatchObject({ errorCode: 'ENGINE_UNAVAILABLE', retryable: true });
  await reopen();
  const result = getData((await product.run(body)).body);
  expect(result).toMatchObject({ status: 'completed', envelopeId: job.id });
  expect(await product.credits()).toBe(creditsBefore - 10);
  const names = await storedFiles(product.page);
  expect(names.filter((name) => name.includes('crswap') || name.includes('part'))).toEqual([]);
});

test('repeats at most ten seconds of the model after a browser crash in the first segment, with the same result', async () => {
  const body = { material, quality: 'best', trim: frames(8) };
  const whole = getData((await product.run(body)).body);
  expect(whole.models.slice(0, 2)).toEqual([second.id, shippedPanel[0]]);
  const expected = await listPackets(await download(whole.processedVideoUrl));
  await product.api('DELETE', `/v1/jobs/${whole.envelopeId}`);
  await product.start(body);
  await expect.poll(hasMattes).toBe(true);
  // The checkpoint that names them is written next.
  await new Promise((resolve) => setTimeout(resolve, 1000));
  await product.crash();
  const asked = await countAsked();
  const again = getData((await product.run(body)).body);
  expect(await listPackets(await download(again.processedVideoUrl))).toEqual(expected);
  // A few frames may have been requested before the listener existed; none of the first four. The two judges of the
  // subject run once more.
  expect(await asked()).toBeLessThanOrEqual(4 + 2);
  expect(await hasMattes()).toBe(false);
});

test('runs each job once with three open tabs', async () => {
  const others = [await product.openTab(), await product.openTab()];
  const creditsBefore = await product.credits();
  const body = { material, quality: 'best', trim: frames(3) };
  const answers = await Promise.all([product.run(body), product.run(body), product.run(body)]);
  const urls = new Set(answers.map((answer) => getData(answer.body).processedVideoUrl));
  expect(urls.size).toBe(1);
  expect(await jobsWith(body)).toHaveLength(1);
  expect(await product.credits()).toBe(creditsBefore - 10);
  await Promise.all(others.map((tab) => tab.close()));
});

test('cancels a run in the middle of a frame, releases its credits and leaves no file', async () => {
  const [creditsBefore, filesBefore] = [await product.credits(), await storedFiles(product.page)];
  const job = await product.start({ material, quality: 'best', trim: frames(20) });
  await expect.poll(async () => (await product.job(job.id)).progress).toBeGreaterThan(0);
  expect((await product.run({ material, quality: 'best', trim: frames(21) })).body).toMatchObject({
    errorCode: 'IN_FLIGHT',
  });
  // Code that waited for the end of the frame would wait forever.
  await product.page.evaluate(beginEndlessFrame);
  await product.api('POST', `/v1/jobs/${job.id}/cancel`, {});
  await expect.poll(() => getStatus(job.id), { interval: 50 }).toBe('canceled');
  expect(await product.credits()).toBe(creditsBefore);
  await expect.poll(() => filesSince(product.page, filesBefore)).toEqual([]);
});

test('returns one whole JSON response for a run of more than 20 seconds', { tags: ['long'] }, async () => {
  const answer = await timedRun({ material, quality: 'best', trim: frames(9) });
  expect(answer.seconds).toBeGreaterThan(20);
  expect(answer).toMatchObject({ status: 200, envelope: { success: true, data: { status: 'completed' } } });
  expect(answer.text.startsWith(' ')).toBe(true);
});

test('returns one whole JSON response for a run of more than six minutes', { tags: ['long'] }, async () => {
  const long = await product.upload(join(import.meta.dirname, '../../../public/sample/presenter.mp4'));
  const answer = await timedRun({ material: long, quality: 'best' });
  expect(answer.seconds).toBeGreaterThan(360);
  expect(answer).toMatchObject({ status: 200, envelope: { success: true, data: { status: 'completed' } } });
});

/** Sends the request as curl does: node's fetch gives up after five minutes without a header, and is not under test. */
async function timedRun(body: unknown) {
  const startedAt = Date.now();
  const { status, text } = await new Promise<{ status: number; text: string }>((resolve, reject) => {
    const headers = { ...product.authorized, 'Content-Type': 'application/json' };
    const call = request(`${product.baseUrl}/v1/run/remove-background`, { method: 'POST', headers }, (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(pieces).toString() }));
      response.on('error', reject);
    });
    call.on('error', reject);
    call.end(JSON.stringify(body));
  });
  return { status, text, envelope: JSON.parse(text) as unknown, seconds: (Date.now() - startedAt) / 1000 };
}

/** Sends the first half of a file and kills the service worker. Returns the outcome of the call. */
function sendHalfAndKill(ticket: string, bytes: Buffer): Promise<'answered' | 'lost'> {
  const boundary = 'a-boundary-of-the-test';
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.mp4"\r\n\r\n`;
  return new Promise((resolve) => {
    const call = request(`${product.baseUrl}/v1/uploads/${ticket}/file`, {
      method: 'POST',
      headers: { 'Content-Type': `multipart/form-data; boundary=${boundary}` },
    });
    call.on('response', (response) => resolve(response.statusCode === 200 ? 'answered' : 'lost'));
    call.on('error', () => resolve('lost'));
    call.write(head);
    call.write(bytes.subarray(0, bytes.length / 2));
    setTimeout(() => {
      killServiceWorker(product.context, product.page).then(
        () => call.end(Buffer.concat([bytes.subarray(bytes.length / 2), Buffer.from(`\r\n--${boundary}--\r\n`)])),
        () => resolve('answered'),
      );
    }, 500);
  });
}

async function reopen(): Promise<void> {
  await product.page.close().catch(() => undefined);
  product.page = await product.openTab();
  expect(await product.server.waitForPage(30_000)).toBe(true);
}

const hasMattes = async (): Promise<boolean> =>
  (await storedFiles(product.page)).some((name) => name.endsWith('.mattes'));

const download = async (url: string): Promise<Buffer> => Buffer.from(await (await fetch(url)).arrayBuffer());

/** Makes the frames of the models endless. Resolves when one of them has started. */
const beginEndlessFrame = (): Promise<void> =>
  new Promise((resolve) => {
    const channel = new BroadcastChannel('offcut-test:hold');
    channel.addEventListener('message', ({ data }) => {
      if (data === 'held') {
        channel.close();
        resolve();
      }
    });
    channel.postMessage('hold');
  });

/** Counts the frames that the model computes from now on. Call the returned function to read the count. */
async function countAsked(): Promise<() => Promise<number>> {
  const count = await product.page.evaluateHandle(() => {
    const seen = { frames: 0, channel: new BroadcastChannel('offcut-test:mattes') };
    seen.channel.addEventListener('message', () => {
      seen.frames++;
    });
    return seen;
  });
  return () => count.evaluate((seen) => seen.frames);
}

const getStatus = async (id: string): Promise<string> => (await product.job(id)).status;

async function jobsWith(body: { trim: unknown }): Promise<JobView[]> {
  const jobs = getData((await product.api<JobView[]>('GET', '/v1/jobs')).body);
  return jobs.filter(({ input }) => JSON.stringify(input['trim']) === JSON.stringify(body.trim));
}

const getProgress = async (body: { trim: unknown }): Promise<number> => (await jobsWith(body))[0]?.progress ?? 0;
