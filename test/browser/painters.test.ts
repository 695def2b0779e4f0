import { afterAll, beforeAll, expect, test } from 'vitest';
import { openGpuPage, type GpuPage } from '../support/gpu-page.ts';
import type { PainterCase, PainterVerdict } from '../support/painters.worker.ts';

let page: GpuPage;

beforeAll(async () => {
  page = await openGpuPage('painters.worker.ts');
});

afterAll(() => page.close());

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
])('the GPU paints what the CPU paints: %s', async (_, change) => {
  const verdict = await page.ask<PainterVerdict>({ ...usual, ...change });
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
