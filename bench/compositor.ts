import { openGpuPage } from '../test/support/gpu-page.ts';
import { parseArgs } from 'node:util';
import type { CompositorVerdict } from './compositor/compositor.worker.ts';
import { keepTable, round, today } from './table.ts';

/**
 * Compares rendering a frame by planes and kernels with a 2D canvas, in the browser: from decoded I420 to the input of an encoder.
 * Times are medians in milliseconds. "off" is the error, in levels, of a pixel that no layer touches.
 *
 *   npx tsx --tsconfig test/tsconfig.json bench/compositor.ts [--json docs/benchmarks/compositor.json]
 */
const { values } = parseArgs({ options: { json: { type: 'string' } } });
const sizes = [
  { width: 1280, height: 720 },
  { width: 1920, height: 1080 },
];

const page = await openGpuPage('../../bench/compositor/compositor.worker.ts', { hasGpu: false });
try {
  const rows: (string | number | null)[][] = [];
  for (const size of sizes) {
    const { scenes } = await page.ask<CompositorVerdict>(size);
    for (const { scene, planesMs, canvasMs, planesOff, canvasOff } of scenes) {
      const name = `${size.width}x${size.height}: ${scene}`;
      // If a video fills the frame, every pixel is touched.
      const off = scene.includes('fills') ? [null, null] : [planesOff, canvasOff];
      rows.push([name, round(planesMs, 2), round(canvasMs, 2), round(canvasMs / planesMs, 1), ...off]);
      console.log(rows.at(-1)?.join('  '));
    }
  }
  if (values.json) {
    keepTable(values.json, {
      title: 'Our own kernels against a 2D canvas',
      command: 'npx tsx --tsconfig test/tsconfig.json bench/compositor.ts',
      measured: today(),
      notes: [
        'Milliseconds a frame, medians of 60, in Chromium without a GPU. "off": the error of an untouched pixel, in levels.',
      ],
      columns: ['scene', 'planes', 'canvas', 'ratio', 'planes off', 'canvas off'],
      rows,
    });
  }
} finally {
  await page.close();
}
