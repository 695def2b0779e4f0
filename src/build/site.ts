import type { InlineConfig, Plugin } from 'vite';
import { aacEncoderWorker } from './aac-encoder-worker.ts';
import { fasterOnnxruntime } from './onnxruntime/faster-onnxruntime.ts';
import { platform } from './platform.ts';
import { zodWithoutEval } from './zod-without-eval.ts';

/** The service worker lists all of them, and hashes do not compress: seven letters are the fewest for so many files. */
const fileNames = {
  entryFileNames: 'assets/[name]-[hash:7].js',
  chunkFileNames: 'assets/[name]-[hash:7].js',
  assetFileNames: 'assets/[name]-[hash:7][extname]',
};

/** How the site is built; `plugins` come first, in the page, in the workers and in the service worker. */
export const siteConfig = (plugins: Plugin[] = []) =>
  ({
    // Relative, so that the product works under a sub-path of a static host.
    base: './',
    plugins: [...plugins, zodWithoutEval(), platform([...plugins, zodWithoutEval()])],
    worker: {
      format: 'es',
      plugins: () => [...plugins, zodWithoutEval(), aacEncoderWorker(), fasterOnnxruntime()],
      rolldownOptions: { output: fileNames },
    },
    build: { target: 'es2022', chunkSizeWarningLimit: 1500, rolldownOptions: { output: fileNames } },
  }) satisfies InlineConfig;
