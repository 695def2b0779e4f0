import { openAsBlob } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { Offcut } from '#client/offcut.ts';
import { readCassette, recordRun, startEmulator } from '#emulator/testing.ts';
import { shareProduct, type Product } from '#test/support/product.ts';

const short = await openAsBlob(join(import.meta.dirname, '../../fixtures/sample/short.mp4'));

let product: Product;

beforeAll(async () => {
  product = await shareProduct();
});

afterAll(() => product.close());

test('the emulator answers with a real result that was recorded', async () => {
  const cassette = await mkdtemp(join(tmpdir(), 'offcut-cassette-'));
  onTestFinished(() => rm(cassette, { recursive: true, force: true }));
  const input = { quality: 'fast', outputFormat: 'mp4', trim: { startSeconds: 0, endSeconds: 0.2 } } as const;
  const real = new Offcut(product);
  const material = await real.upload(short, { name: 'short.mp4' });
  const recorded = await recordRun(real, 'remove-background', { ...input, material }, { cassette });

  const emulator = await startEmulator({ cassettes: [await readCassette(cassette)], isStrict: true });
  onTestFinished(emulator.close);
  const emulated = new Offcut(emulator);
  const same = await emulated.upload(short, { name: 'other name.mp4' });
  const replayed = await emulated.run('remove-background', { ...input, material: same });
  for (const url of ['finalUrl', 'proxyUrl'] as const) {
    const [expected, answered] = [
      await real.download(recorded[url] ?? ''),
      await emulated.download(replayed[url] ?? ''),
    ];
    expect(answered.size).toBeGreaterThan(1000);
    expect(await answered.arrayBuffer()).toEqual(await expected.arrayBuffer());
  }
  const [{ document }, { durationSeconds }] = await Promise.all([
    emulated.canvases.get(replayed.canvasId ?? ''),
    real.canvases.get(recorded.canvasId ?? ''),
  ]);
  expect(document.title).toBe('short cut-out');
  expect(durationSeconds).toBeCloseTo(0.2, 1);
});
