import { afterEach, expect, test, vi } from 'vitest';
import { hasGpu } from '#workers/matting/session.ts';

afterEach(() => void vi.unstubAllGlobals());

/** Sets the answers of a browser to consecutive requests: true for a software adapter, false for hardware, null for no adapter. */
function answerWith(...adapters: (boolean | null)[]): void {
  const requestAdapter = async (): Promise<object | null> => {
    const isFallbackAdapter = adapters.shift() ?? null;
    return isFallbackAdapter === null ? null : { info: { isFallbackAdapter } };
  };
  vi.stubGlobal('navigator', { gpu: { requestAdapter } });
}

test('detects a GPU by a hardware adapter, also if only the second request returns it', async () => {
  answerWith(false);
  expect(await hasGpu()).toBe(true);
  answerWith(null, false);
  expect(await hasGpu()).toBe(true);
});

test('detects no GPU without an adapter, with a software adapter, or without WebGPU', async () => {
  answerWith(null, null);
  expect(await hasGpu()).toBe(false);
  answerWith(true);
  expect(await hasGpu()).toBe(false);
  vi.stubGlobal('navigator', {});
  expect(await hasGpu()).toBe(false);
});
