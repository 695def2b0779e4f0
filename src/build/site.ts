import type { InlineConfig, Plugin } from 'vite';
import { aacEncoderWorker } from './aac-encoder-worker.ts';
import { fasterOnnxruntime } from './onnxruntime/faster-onnxruntime.ts';
import { platform } from './platform.ts';

/** The Vite configuration of the site. `plugins` come first, in the page and in the workers. */
export const siteConfig = (plugins: Plugin[] = []) =>
  ({
    // Relative, so that the product works under a sub-path of a static host.
    base: './',
    plugins: [...plugins, platform()],
    worker: { format: 'es', plugins: () => [...plugins, aacEncoderWorker(), fasterOnnxruntime()] },
    build: { target: 'es2022', chunkSizeWarningLimit: 1500 },
  }) satisfies InlineConfig;
