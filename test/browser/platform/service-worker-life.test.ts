import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { engineLockName } from '#core/protocol/engine.ts';
import { isOpenStatus } from '#core/model/job-status.ts';
import type { JobView } from '#operations/jobs.ts';
import { isFirefox } from '#test/support/browser.ts';
import { getBuild } from '#test/support/build-server.ts';
import { listPackets } from '#test/support/clips.ts';
import { getData, startProduct, storedFiles, type Product } from '#test/support/product.ts';

// Chromium ends a service worker on demand, and counts the open events: its tests are in durability.test.ts.
const inFirefox = test.runIf(isFirefox);

const clip = join(import.meta.dirname, '../../fixtures/sample/short.mp4');
const frames = (count: number) => ({ startSeconds: 0, endSeconds: count / 30 - 0.01 });

let product: Product;
let material: string;

beforeAll(async () => {
  if (isFirefox) {
    product = await startProduct({ distDir: await getBuild('slow') });
    material = await product.upload(clip);
  }
});

afterAll(async () => {
  await product?.close();
});

afterEach(() => (isFirefox ? cancelJobs() : undefined));

// The limit is far above the half minute that it takes: a restarted Firefox once did not resume the run, and the cause
// was not found.
inFirefox(
  'a browser that dies in a run resumes it: nothing is lost or charged twice',
  { timeout: 120_000 },
  async () => {
    const creditsBefore = await product.credits();
    const body = { material, quality: 'best', trim: frames(3) };
    const job = await product.start(body);
    await expect.poll(async () => (await product.job(job.id)).status).toBe('running');
    await restartWith({ idleMs: 12_000, graceMs: 1000 });
    const result = getData((await product.run(body)).body);
    expect(result).toMatchObject({ status: 'completed', envelopeId: job.id });
    const packets = await listPackets(await download(result.processedVideoUrl));
    expect(packets.filter((packet) => packet.startsWith('video'))).toHaveLength(3);
    expect(await product.credits()).toBe(creditsBefore - 10);
    expect((await storedFiles(product.page)).filter((name) => /crswap|part|journal/.test(name))).toEqual([]);
  },
);

inFirefox(
  'an answer outlives a service worker’s idle time, also while the page is busy',
  { tags: ['long'] },
  async () => {
    const job = await product.start({ material, quality: 'best', trim: frames(6) });
    const events = fetch(`${product.baseUrl}/v1/jobs/${job.id}/events`, { headers: product.authorized });
    await stopTimers();
    await product.page.evaluate(keepBusy, 15_000);
    // A stream that was interrupted with its service worker ends without this event.
    expect(await (await events).text()).toMatch(/"status":"completed"[^]*event: end/);
  },
);

inFirefox('a service worker that dies again and again costs no run', { tags: ['long'] }, async () => {
  await restartWith({ idleMs: 1000, graceMs: 1000 });
  await stopTimers();
  const creditsBefore = await product.credits();
  const body = { material, quality: 'best', trim: frames(4) };
  let answer = await product.run(body);
  let lostCount = 0;
  for (; !answer.body.success; lostCount += 1) {
    expect(answer.body).toMatchObject({ errorCode: 'ENGINE_UNAVAILABLE', retryable: true });
    answer = await product.run(body);
  }
  expect(lostCount).toBeGreaterThan(0);
  expect(getData(answer.body).status).toBe('completed');
  const jobs = getData((await product.api<JobView[]>('GET', '/v1/jobs')).body);
  expect(jobs.filter(({ input }) => JSON.stringify(input['trim']) === JSON.stringify(body.trim))).toHaveLength(1);
  expect(await product.credits()).toBe(creditsBefore - 10);
});

/** Deletes the jobs that a failed test leaves behind, which would prevent the next run. */
async function cancelJobs(): Promise<void> {
  const jobs = getData((await product.api<JobView[]>('GET', '/v1/jobs')).body);
  for (const { id } of jobs.filter(({ status }) => isOpenStatus(status))) {
    await product.api('POST', `/v1/jobs/${id}/cancel`, {});
    await expect.poll(async () => (await product.job(id)).status).toBe('canceled');
  }
}

/**
 * Ends Firefox as a power cut does. The next one ends a service worker this long after its last event, and later if
 * work is open.
 */
async function restartWith({ idleMs, graceMs }: { idleMs: number; graceMs: number }): Promise<void> {
  product.browser.preferences = {
    'dom.serviceWorkers.idle_timeout': idleMs,
    'dom.serviceWorkers.idle_extended_timeout': graceMs,
  };
  await product.crash();
}

/**
 * Stops the page's own requests from now on, as in a background tab whose timers are late. Its engine has started
 * before.
 */
async function stopTimers(): Promise<void> {
  await expect.poll(() => product.page.evaluate(isLockHeld, engineLockName)).toBe(true);
  await product.page.evaluate(() => {
    Object.assign(globalThis, { setTimeout: () => 0 });
  });
}

async function isLockHeld(name: string): Promise<boolean> {
  const { held = [] } = await navigator.locks.query();
  return held.some((lock) => lock.name === name);
}

function keepBusy(ms: number): void {
  const endMs = performance.now() + ms;
  while (performance.now() < endMs) {
    // Long computations of a page do this.
  }
}

const download = async (url: string): Promise<Buffer> => Buffer.from(await (await fetch(url)).arrayBuffer());
