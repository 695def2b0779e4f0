import type { InlineConfig, Plugin } from 'vite';
import { hashLetters } from '#core/protocol/hashed-files.ts';
import { chunkGroups } from './chunk-groups.ts';
import { aacEncoderWorker } from './aac-encoder-worker.ts';
import { compiledEarly } from './compiled-early.ts';
import { importedWorkers } from './imported-workers.ts';
import { fasterOnnxruntime } from './faster-onnxruntime.ts';
import { platform } from './platform.ts';
import { zodWithoutEval } from './zod-without-eval.ts';

const fileNames = {
  entryFileNames: `assets/[name]-[hash:${hashLetters}].js`,
  chunkFileNames: `assets/[name]-[hash:${hashLetters}].js`,
  assetFileNames: `assets/[name]-[hash:${hashLetters}][extname]`,
};

/** Creates the plugins for the code of workers, in addition to those for all code. */
export const workerPlugins = (): Plugin[] => [aacEncoderWorker(), fasterOnnxruntime()];

/** Creates the build configuration of the site. `plugins` run first for the page, the workers and the service worker. */
export const siteConfig = (plugins: Plugin[] = []) =>
  ({
    // Relative, so that the site works under a sub-path of a static host.
    base: './',
    plugins: [...plugins, zodWithoutEval(), compiledEarly(), platform([...plugins, zodWithoutEval()])],
    worker: {
      format: 'es',
      plugins: () => [...plugins, zodWithoutEval(), ...workerPlugins(), importedWorkers()],
      rolldownOptions: { output: fileNames },
    },
    build: {
      target: 'es2022',
      chunkSizeWarningLimit: 1500,
      rolldownOptions: { output: { ...fileNames, codeSplitting: { groups: chunkGroups } } },
    },
  }) satisfies InlineConfig;
