import { afterEach, expect, it, vi } from 'vitest';
import { findLack } from './find-lack.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

function haveAll(): void {
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('navigator', { serviceWorker: {}, storage: { getDirectory: () => undefined } });
  vi.stubGlobal('VideoDecoder', vi.fn());
  vi.stubGlobal('VideoEncoder', vi.fn());
}

it('finds no missing feature in a complete browser', () => {
  haveAll();
  expect(findLack()).toBeNull();
});

it('reports missing WebAssembly if it is disabled, as in a lockdown mode', () => {
  haveAll();
  vi.stubGlobal('WebAssembly', undefined);
  expect(findLack()).toMatch(/no WebAssembly with SIMD/);
});
