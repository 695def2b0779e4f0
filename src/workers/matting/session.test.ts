import { afterEach, expect, test, vi } from 'vitest';
import { hasGpu } from '#workers/matting/session.ts';

afterEach(() => void vi.unstubAllGlobals());

/** A browser that answers one after the other: whether the adapter is a program, or null for none. */
function answerWith(...adapters: (boolean | null)[]): void {
  const requestAdapter = async (): Promise<object | null> => {
    const isFallbackAdapter = adapters.shift() ?? null;
    return isFallbackAdapter === null ? null : { info: { isFallbackAdapter } };
  };
  vi.stubGlobal('navigator', { gpu: { requestAdapter } });
}

test('a GPU is there when an adapter is hardware, also when only the second question is answered', async () => {
  answerWith(false);
  expect(await hasGpu()).toBe(true);
  answerWith(null, false);
  expect(await hasGpu()).toBe(true);
});

test('no GPU is there without an adapter, with a program for one, or without WebGPU', async () => {
  answerWith(null, null);
  expect(await hasGpu()).toBe(false);
  answerWith(true);
  expect(await hasGpu()).toBe(false);
  vi.stubGlobal('navigator', {});
  expect(await hasGpu()).toBe(false);
});
