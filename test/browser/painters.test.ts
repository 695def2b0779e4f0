import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { build } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium } from '../../src/bridge/chromium.ts';
import { runInWorker } from '../in-page/workers.ts';
import type { PainterCase, PainterVerdict } from '../support/painters.worker.ts';
import { startStaticHost, type StaticHost } from '../support/static-host.ts';

/** A browser whose WebGPU is a program on the CPU: slow, never taken by the product, and exact. */
let folder: string;
let host: StaticHost;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'offcut-painters-'));
  const entry = resolve(import.meta.dirname, '../support/painters.worker.ts');
  const lib = { entry, formats: ['es' as const], fileName: 'painters' };
  const output = { lib, outDir: join(folder, 'site'), emptyOutDir: true };
  await build({ configFile: false, logLevel: 'warn', build: output });
  await writeFile(join(folder, 'site/index.html'), '<!doctype html><title>Painters</title>');
  host = await startStaticHost({ folder: join(folder, 'site'), path: '/' });
  context = await launchChromium({
    profileDir: join(folder, 'profile'),
    hasGpu: true,
    flags: ['--use-webgpu-adapter=swiftshader'],
  });
  page = await context.newPage();
  await page.goto(host.baseUrl);
});

afterAll(async () => {
  await context.close();
  await host.close();
  await rm(folder, { recursive: true, force: true });
});

const usual: PainterCase = {
  full: { width: 640, height: 360 },
  grid: { width: 256, height: 144 },
  guide: 'luma',
  hasOwnAlpha: false,
  isDecontaminating: true,
  wall: null,
};

test.each<[string, Partial<PainterCase>]>([
  ['by luma', {}],
  ['by colour', { guide: 'colour' }],
  ['odd sizes, times an alpha of its own', { full: { width: 333, height: 251 }, guide: 'colour', hasOwnAlpha: true }],
  ['a grid that is no multiple of four', { full: { width: 130, height: 98 }, grid: { width: 63, height: 47 } }],
  ['a picture smaller than its grid', { full: { width: 31, height: 17 }, grid: { width: 64, height: 64 } }],
  ['edge colours left as they are', { isDecontaminating: false }],
  ['the light of a green screen', { wall: [70, 60], guide: 'colour' }],
])('the GPU paints what the CPU paints: %s', { timeout: 120_000 }, async (_, change) => {
  const verdict = await page.evaluate(runInWorker<PainterVerdict>, {
    address: `${host.baseUrl}painters.js`,
    message: { ...usual, ...change },
  });
  if (verdict.adapter === 'none') {
    console.log('skipped: this browser has no WebGPU, not even in software');
    return;
  }
  const { full, wall } = { ...usual, ...change };
  expect(verdict.mostApart).toBeLessThanOrEqual(1);
  expect(verdict.painted).toBeGreaterThan(full.width * full.height);
  expect(verdict.differing).toBeLessThan(verdict.painted / 200);
  expect(verdict.hasScreen).toBe(wall !== null);
});
