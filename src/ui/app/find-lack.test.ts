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

it('finds no lack where all is there', () => {
  haveAll();
  expect(findLack()).toBeNull();
});

it('says that WebAssembly is missing where it is turned off, as for the safety of a device', () => {
  haveAll();
  vi.stubGlobal('WebAssembly', undefined);
  expect(findLack()).toMatch(/no WebAssembly with SIMD/);
});
