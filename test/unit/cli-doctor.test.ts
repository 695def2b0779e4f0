import { createServer } from 'node:http';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { runCommand } from '#bridge/cli/cli.ts';
import { codecs, toFeatureChecks } from '#bridge/cli/doctor/feature-checks.ts';
import type { BrowserFeatures, MissingCodecs } from '#bridge/cli/doctor/features-page.mjs';
import { listen } from '#bridge/server/server.ts';
import { startEmulator } from '#emulator/testing.ts';

/** The features of a browser that has everything. */
const complete: BrowserFeatures = {
  hasServiceWorker: true,
  hasFileSystem: true,
  hasWebCodecs: true,
  hasSimd: true,
  hasRelaxedSimd: true,
  isIsolated: true,
  threads: 8,
  gpu: { name: 'gpu', isFallback: false },
  quotaBytes: 50e9,
};

const noneMissing: MissingCodecs = { videoDecoders: [], audioDecoders: [], videoEncoders: [], audioEncoders: [] };

const find = (lack: Partial<BrowserFeatures>, name: string, missing: Partial<MissingCodecs> = {}) =>
  toFeatureChecks({ ...complete, ...lack }, { ...noneMissing, ...missing }).find((one) => one.name === name);

describe('the features of a browser', () => {
  test('a complete browser costs nothing', () => {
    expect(toFeatureChecks(complete, noneMissing).filter(({ status }) => status !== 'ok')).toEqual([]);
  });

  test.each([
    ['service workers', { hasServiceWorker: false }],
    ['file storage (OPFS)', { hasFileSystem: false }],
    ['WebCodecs', { hasWebCodecs: false }],
    ['WebAssembly SIMD', { hasSimd: false }],
  ])('nothing runs without %s', (name, lack) => {
    expect(find(lack, name)).toMatchObject({ status: 'missing', help: expect.any(String) });
  });

  test.each([
    ['threads', { isIsolated: false }],
    ['relaxed SIMD', { hasRelaxedSimd: false }],
    ['WebGPU', { gpu: null }],
    ['WebGPU', { gpu: { name: 'software', isFallback: true } }],
    ['browser storage', { quotaBytes: 1e9 }],
    ['browser storage', { quotaBytes: null }],
  ])('without %s there is a warning', (name, lack) => {
    expect(find(lack, name)).toMatchObject({ status: 'warning', cost: expect.any(String) });
  });

  test('missing codecs are named with their cost', () => {
    const videoDecoders = Object.keys(codecs.videoDecoders).slice(0, 2);
    const missing = { videoDecoders, videoEncoders: ['H.264'] };
    expect(find({}, 'video decoders', missing)).toMatchObject({
      status: 'warning',
      found: 'no H.264, no HEVC, VP8, VP9, AV1',
      cost: expect.stringContaining('ffmpeg'),
    });
    expect(find({}, 'encoders', missing)).toMatchObject({
      found: 'no H.264, VP9, AAC, Opus',
      cost: expect.stringContaining('VP9'),
    });
  });

  test('an AAC encoder is not needed', () => {
    expect(find({}, 'encoders', { audioEncoders: ['AAC'] })).toMatchObject({ status: 'ok', cost: null });
  });
});

describe('the command without a browser', () => {
  let written: string[];

  beforeEach(() => {
    written = [];
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => written.push(String(text)) > 0);
    vi.stubEnv('OFFCUT_CHROMIUM', '/none/chromium');
    vi.stubEnv('OFFCUT_FIREFOX', '/none/firefox');
  });

  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
    process.exitCode = 0;
  });

  /** Runs the command and returns its exit code and its lines. */
  async function run(port: number) {
    const exitCode = await runCommand('doctor', ['--json', '--port', String(port)]);
    const lines = written.join('').trim().split('\n');
    return { exitCode, events: lines.map((line) => JSON.parse(line) as Record<string, unknown>) };
  }

  test('a missing Chromium is exit code 3, with the way to get one', async () => {
    const { exitCode, events } = await run(0);
    expect(exitCode).toBe(3);
    expect(events).toContainEqual(
      expect.objectContaining({
        type: 'check',
        name: 'Chromium',
        status: 'missing',
        help: expect.stringContaining('OFFCUT_CHROMIUM'),
      }),
    );
    expect(events).toContainEqual(expect.objectContaining({ name: 'Firefox', found: 'not found' }));
    expect(events).toContainEqual(expect.objectContaining({ name: 'Node', found: process.versions.node }));
    expect(events.at(-1)).toMatchObject({ type: 'totals', missing: 1 });
  });

  test('a port may be used by Offcut, but not by another program', async () => {
    const emulator = await startEmulator();
    const own = await run(Number(new URL(emulator.baseUrl).port));
    await emulator.close();
    expect(own.events).toContainEqual(expect.objectContaining({ name: 'port', status: 'ok' }));
    written.length = 0;
    const other = createServer((_, response) => response.end('hello'));
    const taken = await run(await listen(other, 0));
    other.close();
    expect(taken.events).toContainEqual(expect.objectContaining({ name: 'port', status: 'warning' }));
  });
});
