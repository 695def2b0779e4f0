import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { build } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Offcut } from '#client/offcut.ts';
import type { OffcutError } from '#client/offcut-error.ts';
import type { UploadProgress } from '#client/upload.ts';
import { startEmulator, type RunningEmulator } from '#emulator/testing.ts';
import { getSharedBrowser } from '#test/support/browser.ts';

let emulator: RunningEmulator;
let page: Page;

beforeAll(async () => {
  emulator = await startEmulator();
  page = await (await getSharedBrowser()).context.newPage();
  // A page of the same origin: the emulator refuses those of other sites.
  const url = `${emulator.baseUrl}/page.html`;
  await page.route(url, (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }));
  await page.goto(url);
  await page.evaluate(await bundleClient());
});

afterAll(async () => {
  await page.close();
  await emulator.close();
});

/** Returns the client as a script that defines `client`. */
async function bundleClient(): Promise<string> {
  const entry = join(import.meta.dirname, '../../../src/client/offcut.ts');
  const lib = { entry, name: 'client', formats: ['iife' as const] };
  const built = await build({ configFile: false, logLevel: 'error', build: { write: false, lib } });
  const [made] = Array.isArray(built) ? built : [built];
  const [chunk] = made && 'output' in made ? made.output : [];
  return chunk?.type === 'chunk' ? chunk.code.replace(/^var client/, 'globalThis.client') : '';
}

test('uploads with progress over HTTP/1.1, which cannot stream, and throws the refusal of a run', async () => {
  const { material, steps, code } = await page.evaluate(
    async ({ baseUrl, apiKey }) => {
      const { Offcut: Client } = (globalThis as unknown as { client: { Offcut: typeof Offcut } }).client;
      const offcut = new Client({ baseUrl, apiKey });
      const pixels = new ImageData(1500, 1500);
      for (const at of pixels.data.keys()) {
        pixels.data[at] = Math.random() * 255;
      }
      const canvas = new OffscreenCanvas(1500, 1500);
      canvas.getContext('2d')?.putImageData(pixels, 0, 0);
      const file = new File([await canvas.convertToBlob({ type: 'image/png' })], 'noise.png', { type: 'image/png' });
      const steps: UploadProgress[] = [];
      const material = await offcut.upload(file, { onProgress: (step) => steps.push(step) });
      const code = await offcut.run('tighten', { material }).catch((error: OffcutError) => error.code);
      return { material, steps, code };
    },
    { baseUrl: emulator.baseUrl, apiKey: emulator.apiKey },
  );
  expect(material).toMatch(/^mat/);
  const total = steps.at(-1)?.totalBytes;
  expect(total).toBeGreaterThan(5_000_000);
  expect(steps.length).toBeGreaterThan(1);
  expect(steps.at(-1)).toEqual({ sentBytes: total, totalBytes: total });
  expect(code).toBe('UNSUPPORTED_MEDIA');
});
