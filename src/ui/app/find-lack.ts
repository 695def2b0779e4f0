import { simdModule } from '#core/lib/wasm-features.ts';

/** Firefox for Android has no WebCodecs. */
const newer = 'Update it, or open this page in a current Chrome, Edge or Safari, or in Firefox on a computer.';

/**
 * Returns the feature that this browser or window lacks to create videos, and the solution, as a message for users; null
 * if it has all features.
 */
export function findLack(): string | null {
  if (!isSecureContext) {
    return 'This page is not secure, so the browser disables required features. Open it over https or on localhost.';
  }
  if (!('serviceWorker' in navigator)) {
    return 'Service workers are not available: this is a private window, or they are disabled. Open the page in a normal window.';
  }
  if (!('storage' in navigator) || !('getDirectory' in navigator.storage)) {
    return `This browser has no file storage for sites (OPFS), which Offcut needs for videos. ${newer}`;
  }
  if (!('VideoDecoder' in globalThis) || !('VideoEncoder' in globalThis)) {
    return `This browser cannot decode and encode video in pages (WebCodecs). ${newer}`;
  }
  // Some browsers disable it entirely, for example in a lockdown mode.
  const hasSimd = typeof WebAssembly === 'object' && WebAssembly.validate(new Uint8Array(simdModule));
  return hasSimd ? null : `This browser has no WebAssembly with SIMD. ${newer}`;
}

/** Like `findLack`, but for features that must be tried: private windows have the file system API but refuse to use it. */
export const findFileLack = (): Promise<string | null> =>
  navigator.storage.getDirectory().then(
    () => null,
    () =>
      'This window cannot store files: it is private, or this site may not store data. Open the page in a normal window, or allow it to store data.',
  );
