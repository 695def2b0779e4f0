import { openGpuPage } from '#test/support/gpu-page.ts';
import { defineCommand, json } from '../command.ts';
import { round } from '../lib/statistics.ts';
import { printRow, publish } from '../lib/table.ts';
import type { CompositorVerdict } from './planes.worker.ts';

const sizes = [
  { width: 1280, height: 720 },
  { width: 1920, height: 1080 },
];

export const planes = defineCommand({
  about: `Compares rendering a frame by planes and kernels with a 2D canvas, in the browser: from decoded I420 to the input of an
encoder. Times are medians in milliseconds. "off" is the error, in levels, of a pixel that no layer touches.`,
  options: { json: json('compositor') },
  run: async (values, { command }) => {
    const table = {
      title: 'Our own kernels against a 2D canvas',
      command,
      notes: [
        'Milliseconds a frame, medians of 60, in Chromium without a GPU. "off": the error of an untouched pixel, in levels.',
      ],
      columns: ['scene', 'planes', 'canvas', 'ratio', 'planes off', 'canvas off'],
      rows: await measure(),
    };
    publish(table, values.json);
  },
});

async function measure(): Promise<(string | number | null)[][]> {
  const page = await openGpuPage(`${import.meta.dirname}/planes.worker.ts`, { hasGpu: false });
  const rows: (string | number | null)[][] = [];
  try {
    for (const size of sizes) {
      const { scenes } = await page.ask<CompositorVerdict>(size);
      for (const { scene, planesMs, canvasMs, planesOff, canvasOff } of scenes) {
        const name = `${size.width}x${size.height}: ${scene}`;
        // If a video fills the frame, every pixel is touched.
        const off = scene.includes('fills') ? [null, null] : [planesOff, canvasOff];
        rows.push([name, round(planesMs, 2), round(canvasMs, 2), round(canvasMs / planesMs, 1), ...off]);
        printRow(rows.at(-1) ?? []);
      }
    }
  } finally {
    await page.close();
  }
  return rows;
}
