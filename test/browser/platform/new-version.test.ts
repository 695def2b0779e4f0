import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JobView } from '#operations/jobs.ts';
import { getBuild } from '#test/support/build-server.ts';
import { getData } from '#test/support/product.ts';
import { StaticSite } from '#test/support/static-site.ts';

const clip = join(import.meta.dirname, '../../fixtures/sample/short.mp4');

let site: StaticSite;
let material: string;

beforeAll(async () => {
  await getBuild('slow');
  site = await StaticSite.open(await getBuild('product'));
  await site.visit();
  await site.makeKey();
  material = await site.upload(clip);
});

afterAll(() => site.close());

test('activates a new version when nothing runs, and removes the files of the old one', async () => {
  const [before] = await site.cacheNames();
  const isSlow = (await site.kept()).some((file) => file.includes('slow-matting'));
  site.host.publish(await getBuild(isSlow ? 'product' : 'slow'));
  await site.page.goto(site.host.baseUrl);
  await expect.poll(async () => (await site.cacheNames()).filter((name) => name === before)).toEqual([]);
  await expect.poll(() => site.cacheNames()).toHaveLength(1);
  await site.page.reload();
  await site.rested();
});

test('activates a new version after a running job, not during it', async () => {
  await openSlow();
  const [before] = await site.cacheNames();
  const runnerOfOld = (await site.kept()).find((file) => file.includes('slow-matting')) ?? '';
  const job = getData(
    (
      await site.send<JobView>('v1/run/remove-background', {
        method: 'POST',
        // Longer than a busy machine needs to fetch the new version: the job is canceled then.
        body: { material, quality: 'fast', trim: frames(30) },
        headers: { Prefer: 'respond-async' },
      })
    ).body,
  );
  await expect.poll(async () => (await site.job(job.id)).progress).toBeGreaterThan(0);
  site.host.publish(await getBuild('product'));
  const second = await site.context.newPage();
  await second.goto(`${site.host.baseUrl}workspace/jobs`);
  const isWaiting = () =>
    site.page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      return (registration?.waiting ?? null) !== null;
    });
  await expect.poll(isWaiting).toBe(true);
  expect((await site.job(job.id)).status).toBe('running');
  expect(await site.cacheNames()).toContain(before);
  await site.send(`v1/jobs/${job.id}/cancel`, { method: 'POST', body: {} });
  await expect.poll(async () => (await site.job(job.id)).status).toBe('canceled');
  await expect.poll(isWaiting).toBe(false);
  await site.page.getByText('A new version is available').waitFor();
  // A page is notified before the new version has completed its activation.
  const activeState = () =>
    site.page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active?.state ?? 'none');
  await expect.poll(activeState).toBe('activated');
  expect(await second.getByText('A new version is available').count()).toBe(0);
  // The engine of the older tab starts its workers late, when the host no longer has their files.
  expect(await site.getStatus(runnerOfOld)).toBe(200);
  await site.page.close();
  site.page = second;
  expect(getData(await site.run({ material, quality: 'fast', trim: frames(1) })).status).toBe('completed');
  await site.page.reload();
  await expect.poll(() => site.cacheNames()).not.toContain(before);
  expect(await site.getStatus(runnerOfOld)).toBe(404);
});

test('activates a version with another schema of the database immediately, also during a job', async () => {
  // A site of its own, because its database cannot be opened by the other versions afterwards.
  const other = await StaticSite.open(await getBuild('slow'));
  await other.visit();
  await other.makeKey();
  const [before] = await other.cacheNames();
  const body = { material: await other.upload(clip), quality: 'fast', trim: frames(6) };
  const headers = { Prefer: 'respond-async' };
  const started = await other.send<JobView>('v1/run/remove-background', { method: 'POST', body, headers });
  const job = getData(started.body);
  await expect.poll(async () => (await other.job(job.id)).progress).toBeGreaterThan(0);
  other.host.publish(await getBuild('next-schema'));
  const second = await other.context.newPage();
  await second.goto(`${other.host.baseUrl}workspace/jobs`);
  await other.page.getByText('A new version is available').waitFor();
  await other.page.close();
  other.page = second;
  expect(await other.cacheNames()).not.toEqual([before]);
  // Its engine continues the job, and every call is answered.
  expect((await other.job(job.id)).id).toBe(job.id);
  await expect.poll(async () => (await other.job(job.id)).status).toBe('completed');
  await other.close();
});

/** Opens the build in which a frame takes three seconds, whichever version was active before. */
async function openSlow(): Promise<void> {
  site.host.publish(await getBuild('slow'));
  await site.page.goto(site.host.baseUrl);
  await expect.poll(async () => (await site.kept()).some((file) => file.includes('slow-matting'))).toBe(true);
  // A version that is activated after the page was at rest removes the files of the previous one at a later visit.
  const revisit = async (): Promise<string[]> => {
    await site.page.reload();
    await site.page.waitForTimeout(restMs);
    return site.cacheNames();
  };
  await expect.poll(async () => ((await site.cacheNames()).length === 1 ? [''] : revisit()), revisits).toHaveLength(1);
}

/** A page is at rest 8 s after it was opened. */
const restMs = 12_000;
const revisits = { timeout: 120_000, interval: 5000 };

const frames = (count: number) => ({ startSeconds: 0, endSeconds: count / 30 - 0.01 });
